import { DEFAULT_TRUNCATION, type ToolOutput } from "@dossier/core/conversation";
import { formatExecution } from "@dossier/core/gather";
import { type ProcessResult, runProcess } from "../machine/mod.ts";
import { maskValue } from "../secrets/mod.ts";
import { toTreePath } from "../tree/mod.ts";
import type { GatherOptions } from "./gather_file.ts";
import type { GatherTree } from "./gather_tree.ts";

/** What a model asks of a shell. */
export interface ShellCall {
  /** The program and its arguments, such as `["bash", "-lc", "ls"]`. */
  readonly command: readonly string[];
  /** The folder to run it in, within the root. @default the root */
  readonly workdir?: string | undefined;
  /** How long it may take, in milliseconds. @default 10000, Codex's */
  readonly timeoutMs?: number | undefined;
}

/** How a command is run. */
export interface ShellOptions extends GatherOptions {
  /** Says whether a command may be run. It does what it likes with this machine: nobody else is asked. */
  readonly permit: (command: readonly string[]) => boolean | Promise<boolean>;
  /** Variables besides those of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

const TIME_LIMIT_MS = 10_000;

/** Bytes of an output that are kept before it is cut; Codex's. */
export const MAX_EXECUTION_BYTES = 1024 * 1024;

/** What commands are said to be from where secrets are looked for. */
const OUTPUT_NAME = "output";

/** Answers a model's call of `shell`: runs a command that the caller permits, and tells how it ended. */
export async function gatherExecution(
  { command, workdir = "", timeoutMs = TIME_LIMIT_MS }: ShellCall,
  { root }: Pick<GatherTree, "root">,
  { permit, style, truncation = DEFAULT_TRUNCATION, environment }: ShellOptions,
): Promise<ToolOutput> {
  const refuse = (reason: string): ToolOutput => ({
    content: `the command is not run as ${reason}`,
    success: false,
  });
  const [program = "", ...args] = command;
  if (program === "") return refuse("it is empty");
  const below = toTreePath(workdir, root);
  if (below === undefined || !isFolder(`${root}/${below}`, root)) {
    return refuse(`"${workdir}" is no folder within the root`);
  }
  if (!await permit(command)) return refuse("it is not permitted");
  try {
    const ended = await runProcess(program, args, {
      folder: `${root}/${below}`,
      environment,
      timeLimitMs: timeoutMs,
      maxBytes: MAX_EXECUTION_BYTES,
    });
    return formatExecution({ ...ended, output: await tellOutput(ended) }, style, truncation);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** Returns what a program wrote, without secrets, and says so when not all of it was kept. */
export async function tellOutput(
  { stdout, stderr, isFull }: Pick<ProcessResult, "stdout" | "stderr" | "isFull">,
): Promise<string> {
  const rest = isFull ? `\n[more than ${MAX_EXECUTION_BYTES} bytes: the rest is lost]\n` : "";
  return await maskValue(stdout + stderr + rest, OUTPUT_NAME);
}

function isFolder(path: string, root: string): boolean {
  try {
    const real = Deno.realPathSync(path);
    return (real === root || real.startsWith(`${root}/`)) && Deno.statSync(real).isDirectory;
  } catch {
    return false;
  }
}
