import {
  capHookOutcome,
  combineHookOutcomes,
  type ConfiguredHook,
  type HookOutcome,
  type HookSnapshot,
  readHookOutcome,
  toFailedOutcome,
  toHookInput,
  type ToolPermission,
} from "../core/host_hook/mod.ts";
import type { JsonObject } from "@dossier/core/json";
import { type ProcessResult, runProcess } from "@dossier/retrieval/machine";

/** Options of {@link runHooks}. */
export interface RunHooksOptions {
  /**
   * Absolute path of the session's folder, in which hooks run; they get it as `CLAUDE_PROJECT_DIR`.
   */
  readonly folder: string;
  /**
   * Returns true when a hook may run. It has full access to this machine, and the presence of a
   * hook in a cloned project is no reason to trust it.
   */
  readonly permit: (hook: ConfiguredHook) => boolean | Promise<boolean>;
  /** Variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /**
   * Absolute path of a folder for outputs that are too long for the model; created on demand.
   * @default none are stored
   */
  readonly outputFolder?: string | undefined;
  /**
   * The decision of the session's settings about a tool call, which hooks can only make stricter.
   */
  readonly configured?: ToolPermission | undefined;
}

/** Maximum number of bytes of a hook's output. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Variables in the arguments of a hook without a shell. */
const VARIABLE_REGEXP = /\$\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT)\}/g;

/**
 * Runs the hooks of an event in parallel, and returns the combined outcome. A hook that fails or
 * takes too long only adds a warning.
 *
 * @param input Fields of the hooks' input beside the event, such as `session_id` and `tool_name`.
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
      return toFailedOutcome(
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
    return toFailedOutcome(`The hook "${command}" of "${hook.origin}" is not run as ${reason}`);
  }
  if (ended.isTruncated) {
    return toFailedOutcome(`The hook "${command}" of "${hook.origin}" writes too much`);
  }
  return readHookOutcome(event, ended);
}

/** Stores a text that only its owner can read; undefined when that fails. */
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
