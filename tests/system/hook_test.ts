import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { openState, readActivity } from "../../retrieval/delivery/state/mod.ts";
import { permissionFlags } from "@dossier/retrieval/permissions";
import { SERVED_URL_REGEXP, ServeTask } from "../serve_task.ts";
import { LOCKED, type RunResult, TempWorkspace } from "../temp_workspace.ts";

/** Number of processes that are started at the same time. */
const CROWD = 8;

/** Number of attempts for a hook with a limit of one second on a machine that may be busy. */
const MAX_TRIES = 4;

const NOTHING: RunResult = { code: 0, stdout: "", stderr: "" };

function makeRepository(): TempWorkspace {
  const workspace = new TempWorkspace({
    "upload.py": "def retry_upload(file):\n    return send(file)\n",
  });
  workspace.initialize();
  return workspace;
}

function hookInput(name: string, fields: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ "session_id": "s1", "hook_event_name": name, ...fields });
}

async function listPrompts({ root }: TempWorkspace): Promise<string[]> {
  using state = await openState(`${root}/.dossier/state`);
  return (await readActivity(state, "s1", 0)).events
    .flatMap(({ kind, value }) => kind === "prompt" ? [value] : []).sort();
}

Deno.test("hook prints only the texts for a starting session of Claude Code", async () => {
  using workspace = makeRepository();
  const input = hookInput("SessionStart", { source: "startup", cwd: workspace.root });
  const { code, stdout, stderr } = await workspace.run(["hook", "--host", "claude-code"], {
    input,
  });
  assert.deepEqual([code, stderr], [0, ""]);
  // On a machine that is too busy for the five seconds it correctly prints nothing.
  if (stdout === "") return;
  const { hookSpecificOutput } = JSON.parse(stdout);
  assert.equal(hookSpecificOutput.hookEventName, "SessionStart");
  assert.match(hookSpecificOutput.additionalContext, /upload\.py: retry_upload 1\n/);
});

Deno.test("a hook prints the answer of a server with an open index, and the same without one", async () => {
  using workspace = makeRepository();
  await using task = new ServeTask(workspace, ["--port", "0", "--watch"]);
  const url = await task.read(SERVED_URL_REGEXP);
  while (!await isReady(url)) await new Promise((resolve) => setTimeout(resolve, 50));
  const flags = permissionFlags("hook");
  // A hook without permission to write has no index.
  const bare = flags.filter((flag) => !/^--allow-(?:write|run)/.test(flag));
  const served = await askPatiently(workspace, "s1", bare);
  assert.match(served, /def retry_upload\(file\)/);
  task.kill("SIGTERM");
  assert.equal(await task.end(), 0);
  assert.equal(await askHook(workspace, "s2", bare), "");
  assert.equal(await askPatiently(workspace, "s2", flags), served);
  assert.deepEqual([...Deno.readDirSync(`${workspace.cache}/dossier/servers`)], []);
});

/**
 * Returns the result of {@link askHook}; repeats it for another session when a busy machine caused
 * a timeout.
 */
async function askPatiently(
  workspace: TempWorkspace,
  session: string,
  flags: readonly string[],
): Promise<string> {
  for (let tries = 1;; tries++) {
    const said = await askHook(workspace, tries === 1 ? session : `${session}-${tries}`, flags);
    if (said !== "" || tries === MAX_TRIES) return said;
  }
}

/** Returns the output of a hook for a prompt, with the permissions in the runtime's options. */
async function askHook(
  workspace: TempWorkspace,
  session: string,
  flags: readonly string[],
): Promise<string> {
  const prompt = "Retry failed uploads with a delay";
  const fields = { "session_id": session, prompt, cwd: workspace.root };
  const main = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...LOCKED, "--no-prompt", ...flags, main, "hook", "--host", "codex"],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    cwd: workspace.root,
    env: workspace.environment(),
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(hookInput("UserPromptSubmit", fields)));
  await writer.close();
  const { stdout, stderr } = await child.output();
  assert.equal(new TextDecoder().decode(stderr), "");
  return new TextDecoder().decode(stdout);
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`);
  await response.body?.cancel();
  return response.ok;
}

Deno.test("hook exits with 0 for any wrong arguments and input", async () => {
  using workspace = makeRepository();
  const input = hookInput("UserPromptSubmit", { prompt: "Retry failed uploads" });
  const runs = [
    workspace.run(["hook"], { input }),
    workspace.run(["hook", "--host", "nonesuch"], { input }),
    workspace.run(["hook", "--nonesuch", "words"], { input }),
    workspace.run(["hook", "--host", "codex"], { input: "" }),
    workspace.run(["hook", "--host", "codex"], { input: input.slice(0, -4) }),
    workspace.run(["hook", "--host", "codex"], { input: `{"prompt":"${"x".repeat(50_000_000)}"}` }),
    workspace.run(["hook", "--host", "codex"], { input: '{"a":'.repeat(200_000) }),
    workspace.run(["hook", "--host", "codex"], { input: hookInput("Stop", { cwd: "/nonesuch" }) }),
  ];
  for (const result of await Promise.all(runs)) assert.deepEqual(result, NOTHING);
});

Deno.test("hook does not wait forever for an endless input", async () => {
  using workspace = makeRepository();
  const child = workspace.start(["hook", "--host", "claude-code"]);
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode('{"hook_event_name":'));
  const { code, stdout } = await child.output();
  assert.deepEqual([code, stdout.length], [0, 0]);
  await writer.abort().catch(() => {});
});

Deno.test("simultaneous hooks all record their events", async () => {
  using workspace = makeRepository();
  const prompts = Array.from({ length: CROWD }, (_, at) => `ok ${at}`);
  const run = (prompt: string) =>
    workspace.run(["hook", "--host", "gemini"], {
      input: hookInput("BeforeAgent", { prompt, cwd: workspace.root }),
    });
  for (const result of await Promise.all(prompts.map(run))) assert.deepEqual(result, NOTHING);
  // The last one records events of hooks that timed out.
  for (let tries = 0; (await listPrompts(workspace)).length < CROWD && tries < 5; tries++) {
    await run("more");
  }
  assert.deepEqual((await listPrompts(workspace)).filter((prompt) => prompt !== "more"), prompts);
});
