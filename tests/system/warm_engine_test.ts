import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { permissionFlags, type PermissionSet } from "@dossier/retrieval/permissions";
import { openMcpSession } from "../mcp_session.ts";
import { LOCKED, TempWorkspace } from "../temp_workspace.ts";

const MAIN = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));

/** Question of a session to which one passage is very likely the answer. */
const PROMPT = "Why does retry_upload in upload.py give up after the first failure? Fix it.";

function makeRepository(): TempWorkspace {
  const workspace = new TempWorkspace({
    "upload.py": "def retry_upload(file):\n    return send(file)\n",
    "notes.md": "# Notes\n\nUploads are sent once.\n",
  });
  workspace.initialize();
  return workspace;
}

/** Returns the command line of a command with the permissions of its task, except some. */
function commandLine(command: PermissionSet, args: readonly string[] = [], without = /^$/) {
  const flags = permissionFlags(command).filter((flag) => !without.test(flag));
  return [Deno.execPath(), "run", ...LOCKED, "--no-prompt", ...flags, MAIN, command, ...args];
}

/** Returns the output of a hook without its own index. */
async function askHook(
  workspace: TempWorkspace,
  fields: Readonly<Record<string, unknown>>,
): Promise<string> {
  const [program = "", ...args] = commandLine(
    "hook",
    ["--host", "claude-code"],
    /^--allow-(?:write|run)/,
  );
  const child = new Deno.Command(program, {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    cwd: workspace.root,
    env: workspace.environment(),
  }).spawn();
  const writer = child.stdin.getWriter();
  const input = { "session_id": "s1", cwd: workspace.root, ...fields };
  await writer.write(new TextEncoder().encode(JSON.stringify(input)));
  await writer.close();
  const { stdout, stderr } = await child.output();
  assert.equal(new TextDecoder().decode(stderr), "");
  return new TextDecoder().decode(stdout);
}

Deno.test("mcp is the engine of its host's hooks, and does not repeat their texts", async () => {
  using workspace = makeRepository();
  await using session = await openMcpSession("2025-11-25", {
    commandLine: commandLine("mcp", ["--root", workspace.root]),
    environment: { ...workspace.environment(), CLAUDE_CODE_SESSION_ID: "s1" },
  });
  const ask = async () => {
    const { content } = await session.callTool("context", { query: PROMPT });
    return content.map(({ text }) => text).join("\n");
  };
  // It waits for the first index; and no hook has reported a session yet, so the session counts as
  // new.
  assert.match(await ask(), /def retry_upload/);
  assert.match(await ask(), /def retry_upload/);
  const given = await askHook(workspace, { "hook_event_name": "UserPromptSubmit", prompt: PROMPT });
  assert.match(given, /def retry_upload/);
  assert.doesNotMatch(await ask(), /def retry_upload/);
  // A subagent has none of the texts of its session.
  const agent = { "agent_id": "a", "agent_type": "Explore" };
  await askHook(workspace, { "hook_event_name": "SubagentStart", ...agent });
  assert.match(await ask(), /def retry_upload/);
  await askHook(workspace, { "hook_event_name": "SubagentStop", ...agent });
  assert.doesNotMatch(await ask(), /def retry_upload/);
});
