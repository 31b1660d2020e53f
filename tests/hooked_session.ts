import { openState, readActivity } from "../retrieval/delivery/state/mod.ts";
import { FEATURES } from "../features/features.ts";
import { answerHook } from "../features/hosts/hook/answer_hook.ts";
import { type HookCall, runHook } from "../features/hosts/hook/run_hook.ts";
import { TempWorkspace } from "./temp_workspace.ts";

/** Small tree. */
export const FILES = {
  "upload.py":
    'def retry_upload(file):\n    """Retries a failed upload."""\n    return send(file)\n',
  "README.md": "# Uploads\n\nRetry failed uploads three times.\n",
};

/** Prompt that needs the content of the tree. */
export const TASK = "Retry failed uploads with a delay";

/** Returns a function that sends an event of a session and returns the text for the session. */
export function openHost(
  workspace: TempWorkspace,
  host = "claude-code",
  { session = "s1", deadlineMs }: { readonly session?: string; readonly deadlineMs?: number } = {},
) {
  const { root } = workspace;
  return async (name: string, fields: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const input = { "session_id": session, cwd: root, "hook_event_name": name, ...fields };
    return toText(await runInput(workspace, { host, text: JSON.stringify(input), deadlineMs }));
  };
}

/** Returns the standard output for a host's input. */
export function runInput(
  { root }: TempWorkspace,
  call: Partial<HookCall> & Pick<HookCall, "text">,
): Promise<string> {
  const places = { folder: root, cache: undefined, home: undefined };
  const made = { host: "claude-code", ...places, ...call };
  // Without a deadline no thread is started, as that takes time. Tests of the thread set a
  // deadline.
  if (call.deadlineMs !== undefined) return runHook(made);
  return runHook(made, (job, say) => answerHook(job, say, { features: FEATURES }));
}

/** Returns the text for the agent in a reply. */
export function toText(stdout: string): string {
  if (!stdout.startsWith("{")) return stdout;
  const reply = JSON.parse(stdout);
  return reply.hookSpecificOutput?.additionalContext ?? reply.additional_context ??
    reply.additionalContext;
}

/** Creates a repository of files. */
export function makeRepository(files: Readonly<Record<string, string>> = FILES): TempWorkspace {
  const workspace = new TempWorkspace();
  for (const [path, text] of Object.entries(files)) workspace.write(path, text);
  workspace.git("init", "-q");
  return workspace;
}

/** Returns the recorded events of a session, oldest first. */
export async function listActivity(
  { root }: Pick<TempWorkspace, "root">,
  session = "s1",
): Promise<string[]> {
  using state = await openState(`${root}/.dossier/state`);
  return (await readActivity(state, session, 0)).events.map(({ kind, value }) =>
    `${kind} ${value}`.trim()
  );
}

/** Returns the problems of hooks. */
export function readHookLog({ root }: TempWorkspace): string {
  return Deno.readTextFileSync(`${root}/.dossier/state/hook.log`);
}
