import {
  DEFAULT_TRUNCATION,
  truncateText,
  type TruncationPolicy,
} from "@dossier/core/conversation";
import { DEFAULT_EXCLUSIONS, toVisibility } from "@dossier/core/exclude";
import {
  type AttachedFile,
  type CommandFile,
  expandCommand,
  type ExpandedCommand,
  type ShellRun,
  type ShellRunResult,
} from "@dossier/core/gather";
import { runProcess } from "../machine/mod.ts";
import { listFiles, toTreePath } from "../tree/mod.ts";
import { MAX_EXECUTION_BYTES, tellOutput } from "./gather_execution.ts";
import { readVisibleText } from "./gather_file.ts";
import type { GatherTree } from "./gather_tree.ts";

/** How a command is expanded. */
export interface ExpandCommandOptions {
  /** What the user wrote behind the name of the command. @default "" */
  readonly argumentText?: string | undefined;
  /**
   * Says whether a shell may run what the author of the command wrote: a project that was cloned is not to be
   * trusted because it says so itself. @default nothing is run
   */
  readonly permit?: ((written: string) => boolean | Promise<boolean>) | undefined;
  /** How long each may take, in milliseconds. @default 120000, Claude Code's */
  readonly timeLimitMs?: number | undefined;
  /** How much is kept of what a command writes, and of each file. @default what Codex keeps */
  readonly truncation?: TruncationPolicy | undefined;
}

const TIME_LIMIT_MS = 120_000;

/** Names of a folder that are listed. */
const MAX_LISTED = 1000;

/**
 * Returns the prompt that a command of {@link listCommands} stands for. Files outside of the tree and of the command's
 * plugin, and those that a rule hides, are not shown; secrets are masked.
 */
export function expandCommandFile(
  command: CommandFile,
  tree: GatherTree,
  {
    argumentText,
    permit = () => false,
    timeLimitMs = TIME_LIMIT_MS,
    truncation = DEFAULT_TRUNCATION,
  }: ExpandCommandOptions = {},
): Promise<ExpandedCommand> {
  const run = async (
    { script, words, environment, written }: ShellRun,
  ): Promise<ShellRunResult> => {
    if (!await permit(written)) return { kind: "refused", reason: "it is not permitted here" };
    try {
      const ended = await runProcess("sh", ["-c", script, "sh", ...words], {
        folder: tree.root,
        environment,
        timeLimitMs,
        maxBytes: MAX_EXECUTION_BYTES,
      });
      const output = truncateText(await tellOutput(ended), truncation);
      return { kind: "ran", output, code: ended.code, isTimedOut: ended.isTimedOut };
    } catch (error) {
      return { kind: "refused", reason: error instanceof Error ? error.message : String(error) };
    }
  };
  const attach = async (written: string): Promise<AttachedFile> => {
    const file = await attachFile(written, chooseTree(written, command, tree));
    return file.kind === "shown" ? { ...file, text: truncateText(file.text, truncation) } : file;
  };
  return expandCommand(command, { argumentText, run, attach });
}

/** Returns the tree that a path is of: that of the command's plugin where it begins with its folder. */
function chooseTree(
  written: string,
  { pluginRoot }: Pick<CommandFile, "pluginRoot">,
  tree: GatherTree,
): GatherTree {
  if (pluginRoot === undefined || !written.startsWith(`${pluginRoot}/`)) return tree;
  return { ...tree, root: pluginRoot, visibility: toVisibility(DEFAULT_EXCLUSIONS) };
}

async function attachFile(written: string, tree: GatherTree): Promise<AttachedFile> {
  const read = await readVisibleText(written, tree);
  if (read.kind === "text") return { kind: "shown", path: read.path, text: read.text };
  if (read.kind === "refused") return { kind: "refused", reason: read.reason };
  const folder = toTreePath(written, tree.root) ?? "";
  const names = await listFolder(folder, tree);
  if (names.length === 0) return { kind: "refused", reason: "there is nothing to see in it" };
  const rest = names.length > MAX_LISTED ? [`… and ${names.length - MAX_LISTED} more`] : [];
  const text = [...names.slice(0, MAX_LISTED), ...rest].join("\n");
  return { kind: "shown", path: `${folder || "."}/`, text };
}

/** Returns what may be seen in a folder, sorted; folders end in a slash. */
async function listFolder(folder: string, tree: GatherTree): Promise<readonly string[]> {
  const { root, visibility, maxFiles } = tree;
  const { paths } = await listFiles(root, visibility, { maxFiles });
  const start = folder === "" ? 0 : folder.length + 1;
  const below = paths.filter((path) => folder === "" || path.startsWith(`${folder}/`));
  const names = below.map((path) => {
    const slash = path.indexOf("/", start);
    return slash < 0 ? path.slice(start) : path.slice(start, slash + 1);
  });
  return [...new Set(names)].sort();
}
