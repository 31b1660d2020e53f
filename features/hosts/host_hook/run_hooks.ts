import {
  capHookOutcome,
  combineHookOutcomes,
  type ConfiguredHook,
  failedHook,
  type HookOutcome,
  type HookSnapshot,
  readHookOutcome,
  toHookInput,
  type ToolPermission,
} from "../core/host_hook/mod.ts";
import type { JsonObject } from "@dossier/core/json";
import { type ProcessResult, runProcess } from "@dossier/retrieval/machine";

/** How hooks are run. */
export interface RunHooksOptions {
  /** Absolute path of the folder of the session, which hooks are run in and told as `CLAUDE_PROJECT_DIR`. */
  readonly folder: string;
  /**
   * Says whether a hook may be run. It does what it likes with this machine, and one of a project that was cloned is
   * not to be trusted because it stands there.
   */
  readonly permit: (hook: ConfiguredHook) => boolean | Promise<boolean>;
  /** Variables besides those of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Absolute path of a folder for outputs that are too long for the model; made as needed. @default none are kept */
  readonly outputFolder?: string | undefined;
  /** What the settings of the session say of a call of a tool, which no hook makes less strict. */
  readonly configured?: ToolPermission | undefined;
}

/** Bytes that are kept of what a hook writes. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Variables that stand in the arguments of a hook that no shell reads. */
const VARIABLE_REGEXP = /\$\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT)\}/g;

/**
 * Runs the hooks of an event, all at once, and returns what becomes of it. A hook that fails or takes too long only
 * warns.
 *
 * @param input What the hooks read besides the event, such as `session_id` and `tool_name`.
 */
export async function runHooks(
  snapshot: Pick<HookSnapshot, "select">,
  event: string,
  input: JsonObject,
  options: RunHooksOptions,
): Promise<HookOutcome> {
  const { configured, outputFolder } = options;
  const text = toHookInput(event, { cwd: options.folder, ...input });
  const outcomes = await Promise.all(
    snapshot.select(event, input).map(async (hook) => {
      if (await options.permit(hook)) return await runHook(hook, text, options);
      return failedHook(
        `The hook "${hook.command}" of "${hook.origin}" is not run as it is not permitted`,
      );
    }),
  );
  const outcome = combineHookOutcomes(outcomes, configured);
  return await capHookOutcome(outcome, (long) => saveOutput(long, outputFolder));
}

async function runHook(
  hook: ConfiguredHook,
  input: string,
  { folder, environment }: RunHooksOptions,
): Promise<HookOutcome> {
  const { event, command, args, timeLimitMs, pluginRoot } = hook;
  const variables: Record<string, string> = { ...environment, CLAUDE_PROJECT_DIR: folder };
  if (pluginRoot !== undefined) variables.CLAUDE_PLUGIN_ROOT = pluginRoot;
  const fill = (text: string) =>
    text.replaceAll(VARIABLE_REGEXP, (all, name: string) => variables[name] ?? all);
  const [program, words] = args === undefined
    ? ["sh", ["-c", command]]
    : [fill(command), args.map(fill)];
  let ended: ProcessResult;
  try {
    const limits = { timeLimitMs, maxBytes: MAX_OUTPUT_BYTES };
    ended = await runProcess(program, words, { folder, environment: variables, input, ...limits });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failedHook(`The hook "${command}" of "${hook.origin}" is not run as ${reason}`);
  }
  if (ended.isFull) return failedHook(`The hook "${command}" of "${hook.origin}" writes too much`);
  return readHookOutcome(event, ended);
}

/** Keeps a text where only its owner reads it; undefined when that fails. */
async function saveOutput(text: string, folder: string | undefined): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  const path = `${folder}/${crypto.randomUUID()}.txt`;
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    await Deno.writeTextFile(path, text, { createNew: true, mode: 0o600 });
    return path;
  } catch {
    return undefined;
  }
}
