import assert from "node:assert/strict";
import { findHookHost, HOOK_TEXT_BYTES } from "@dossier/core/host";
import { openState, readActivity } from "../delivery/state/mod.ts";
import { DatabaseSync } from "node:sqlite";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { answerHook } from "./answer_hook.ts";
import { type HookCall, runHook } from "./run_hook.ts";

const FILES = {
  "upload.py":
    'def retry_upload(file):\n    """Retries a failed upload."""\n    return send(file)\n',
  "README.md": "# Uploads\n\nRetry failed uploads three times.\n",
};

const TASK = "Retry failed uploads with a delay";

/** Returns a function that sends an event of a session and gives what the session is told. */
function openHost(
  workspace: TempWorkspace,
  host = "claude-code",
  { session = "s1", deadlineMs }: { readonly session?: string; readonly deadlineMs?: number } = {},
) {
  const { root } = workspace;
  return async (name: string, fields: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const input = { "session_id": session, cwd: root, "hook_event_name": name, ...fields };
    return toText(await run(workspace, { host, text: JSON.stringify(input), deadlineMs }));
  };
}

function run(
  { root }: TempWorkspace,
  call: Partial<HookCall> & Pick<HookCall, "text">,
): Promise<string> {
  const places = { folder: root, cache: undefined, home: undefined };
  const made = { host: "claude-code", ...places, ...call };
  // A thread takes time to begin, and has its tests below.
  return call.deadlineMs === undefined ? runHook(made, answerHook) : runHook(made);
}

/** Returns the text for the agent in a reply. */
function toText(stdout: string): string {
  if (!stdout.startsWith("{")) return stdout;
  const reply = JSON.parse(stdout);
  return reply.hookSpecificOutput?.additionalContext ?? reply.additional_context ??
    reply.additionalContext;
}

function makeRepository(files: Readonly<Record<string, string>> = FILES): TempWorkspace {
  const workspace = new TempWorkspace();
  for (const [path, text] of Object.entries(files)) workspace.write(path, text);
  workspace.git("init", "-q");
  return workspace;
}

function listActivity({ root }: TempWorkspace, session = "s1"): string[] {
  using state = openState(`${root}/.dossier/state`);
  return readActivity(state, session, 0).events.map(({ kind, value }) => `${kind} ${value}`.trim());
}

function readLog({ root }: TempWorkspace): string {
  return Deno.readTextFileSync(`${root}/.dossier/state/hook.log`);
}

Deno.test("a session begins with a map, in the same bytes wherever and whenever that is", async () => {
  using one = makeRepository();
  using other = makeRepository();
  const text = await openHost(one)("SessionStart", { source: "startup" });
  assert.match(text, /^<dossier-context version="1" moment="session-start" id="[0-9a-f]{12}">\n/);
  assert.match(text, /Map of the repository[^]*upload\.py[^]*def retry_upload\(file\)/);
  assert.equal(
    await openHost(one, "claude-code", { session: "s2" })("SessionStart", { source: "clear" }),
    text,
  );
  assert.equal(await openHost(other, "gemini")("SessionStart", { source: "startup" }), text);
  assert.equal(await openHost(other, "codex")("SessionStart", { source: "startup" }), `${text}\n`);
});

Deno.test("a session begins with what the project's manifest says of identity", async () => {
  using workspace = makeRepository({
    ...FILES,
    ".dossier/manifest.yaml": "version: 1\nidentity: ['path:voice.md']\n",
    "voice.md": "Say it plainly.\n",
  });
  const send = openHost(workspace);
  assert.match(
    await send("SessionStart", { source: "startup" }),
    /Say it plainly\.[^]*Map of the repository/,
  );
  assert.equal(await send("SessionStart", { source: "resume" }), "");
  await send("PreCompact", { trigger: "auto" });
  assert.match(await send("SessionStart", { source: "compact" }), /Say it plainly\./);
});

Deno.test("a session that goes on is told what has changed, and nothing when nothing has", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  await send("SessionStart", { source: "startup" });
  assert.equal(await send("SessionStart", { source: "resume" }), "");
  workspace.write("upload.py", "def cancel_upload(file):\n    return None\n");
  assert.match(await send("SessionStart", { source: "fork" }), /cancel_upload/);
  assert.equal(await send("SessionStart", { source: "resume" }), "");
});

Deno.test("a prompt gets what it calls for, and a session nothing twice until a compaction", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  const first = await send("UserPromptSubmit", { prompt: TASK });
  assert.match(first, /moment="prompt"[^]*def retry_upload\(file\)/);
  assert.equal(await send("UserPromptSubmit", { prompt: TASK }), "");
  assert.match(
    await openHost(workspace, "codex", { session: "s2" })("UserPromptSubmit", { prompt: TASK }),
    /def re/,
  );
  await send("PreCompact", { trigger: "auto" });
  await send("SessionStart", { source: "compact" });
  assert.match(await send("UserPromptSubmit", { prompt: TASK }), /def retry_upload\(file\)/);
});

Deno.test("a prompt that calls for nothing gets nothing, and is noted", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  for (const prompt of ["ok, go on", "thanks!", "/compact", "run the tests again", ""]) {
    assert.equal(await send("UserPromptSubmit", { prompt }), "");
  }
  assert.equal(await send("UserPromptSubmit", { prompt: "Describe the zebra crossing" }), "");
  assert.deepEqual(listActivity(workspace).slice(0, 2), ["turn", "prompt ok, go on"]);
});

Deno.test("a prompt that names an issue of the tracker gets what the issue calls for", async () => {
  const issue = {
    id: "web-7",
    title: "Uploads are given up",
    description: "Retry a failed upload.",
  };
  using workspace = makeRepository({
    ...FILES,
    ".beads/issues.jsonl": `${JSON.stringify(issue)}\n`,
  });
  const send = openHost(workspace);
  assert.match(
    await send("UserPromptSubmit", { prompt: "do web-7" }),
    /Uploads are given up[^]*upload\.py/,
  );
  assert.equal(await send("UserPromptSubmit", { prompt: "do web-8" }), "");
});

Deno.test("after a compaction a session is told what it was doing, and the same as when it began", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  const path = `${workspace.root}/upload.py`;
  await send("SessionStart", { source: "startup" });
  await send("UserPromptSubmit", { prompt: `${TASK}\nplease` });
  await send("PostToolUse", { "tool_name": "Read", "tool_input": { file_path: path, limit: 2 } });
  await send("PostToolUse", { "tool_name": "Read", "tool_input": { file_path: "README.md" } });
  await send("PostToolUse", { "tool_name": "Edit", "tool_input": { file_path: path } });
  await send("PreCompact", { trigger: "auto" });
  const text = await send("SessionStart", { source: "compact" });
  assert.match(text, /- The last prompt was: Retry failed uploads with a delay please\n/);
  assert.match(text, /- Files that were changed, the last one first: upload\.py\n/);
  assert.match(text, /- Files that were read, the last one first: README\.md\n/);
  assert.match(text, /Map of the repository/);
  assert.equal(await send("UserPromptSubmit", { prompt: "ok, go on" }), "");
});

Deno.test("a session that is condensed as it is resumed is told once", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace, "codex");
  await send("SessionStart", { source: "startup" });
  await send("UserPromptSubmit", { prompt: TASK });
  await send("PreCompact", { trigger: "auto" });
  const text = await send("SessionStart", { source: "resume" });
  assert.match(text, /- The last prompt was: [^]*Map of the repository/);
  assert.equal(await send("SessionStart", { source: "compact" }), "");
  await send("UserPromptSubmit", { prompt: "ok, go on" });
  // A compaction that nobody has told of in advance.
  assert.match(await send("SessionStart", { source: "compact" }), /Map of the repository/);
});

Deno.test("what a compaction took comes with the next prompt where the session did not begin again", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace, "codex");
  await send("SessionStart", { source: "startup" });
  await send("PreCompact", { trigger: "auto" });
  assert.match(await send("UserPromptSubmit", { prompt: "ok, go on" }), /Map of the repository/);
  assert.equal(await send("UserPromptSubmit", { prompt: "ok, go on" }), "");
});

Deno.test("a file that a session has read whole is not given again as long as it stays as it is", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  const read = (path: string) =>
    send("PostToolUse", {
      "tool_name": "Read",
      "tool_input": { file_path: `${workspace.root}/${path}` },
    });
  assert.equal(await read("upload.py"), "");
  const text = await send("UserPromptSubmit", { prompt: TASK });
  assert.match(text, /README\.md/);
  assert.doesNotMatch(text, /def retry_upload/);
  workspace.write("upload.py", "def retry_upload(file, delay):\n    return None\n");
  assert.match(await send("UserPromptSubmit", { prompt: TASK }), /def retry_upload\(file, delay\)/);
  // What the session itself changes of what it holds, it knows.
  await read("upload.py");
  workspace.write("upload.py", "def retry_upload(file, wait):\n    return None\n");
  const edited = {
    "tool_name": "Edit",
    "tool_input": { file_path: `${workspace.root}/upload.py` },
  };
  await send("PostToolUse", edited);
  assert.equal(await send("UserPromptSubmit", { prompt: TASK }), "");
});

Deno.test("where a prompt takes no text the first tool gets what it calls for, once", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace, "cursor");
  const tool = { "tool_name": "Shell", "tool_input": { command: "ls" } };
  assert.equal(await send("postToolUse", tool), "");
  assert.equal(await send("beforeSubmitPrompt", { prompt: TASK }), "");
  assert.match(await send("postToolUse", tool), /def retry_upload\(file\)/);
  assert.equal(await send("postToolUse", tool), "");
});

Deno.test("before a file is changed its rules are told, once, unless the host gave them as it was read", async () => {
  using workspace = makeRepository({
    ...FILES,
    ".claude/rules/python.md": "---\npaths: ['**/*.py']\n---\nType every function.\n",
    "docs/AGENTS.md": "Write short sentences.\n",
  });
  const edit = (path: string, content = "x") => ({
    "tool_name": "Write",
    "tool_input": { file_path: `${workspace.root}/${path}`, content },
  });
  const send = openHost(workspace);
  assert.match(await send("PreToolUse", edit("new.py")), /python\.md[^]*Type every function\./);
  assert.equal(await send("PreToolUse", edit("upload.py")), "");
  assert.equal(await send("PostToolUse", edit("upload.py")), "");
  const other = openHost(workspace, "claude-code", { session: "s2" });
  const path = `${workspace.root}/upload.py`;
  assert.equal(
    await other("PostToolUse", { "tool_name": "Read", "tool_input": { file_path: path } }),
    "",
  );
  assert.equal(await other("PreToolUse", edit("upload.py")), "");
  const codex = openHost(workspace, "codex", { session: "s3" });
  const command = { "tool_name": "Bash", "tool_input": { command: "cat docs/a.md" } };
  assert.match(await codex("PostToolUse", command), /Write short sentences\./);
});

Deno.test("rules of the project and reminders are told of what is done, once", async () => {
  using workspace = makeRepository({
    ...FILES,
    ".dossier/rules/uploads.md":
      "---\nname: uploads\nevent: file\npattern: retry_\n---\nRetries have a limit.\n",
  });
  const send = openHost(workspace);
  const write = (content: string) =>
    send("PreToolUse", {
      "tool_name": "Write",
      "tool_input": { file_path: `${workspace.root}/a.py`, content },
    });
  assert.match(await write("retry_all()"), /Retries have a limit\./);
  assert.equal(await write("retry_all()"), "");
  const evil = { "tool_name": "Write", "tool_input": { file_path: "b.py", content: "eval(x)" } };
  const text = JSON.stringify({ "session_id": "s1", "hook_event_name": "PreToolUse", ...evil });
  assert.equal(await run(workspace, { text, reminds: false }), "");
  assert.match(await write("eval(x)"), /eval\(\) runs whatever its text holds/);
  assert.equal(await write("eval(y)"), "");
});

Deno.test("of a subagent it is noted what it changes, and it is told nothing", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  const tool = (name: string) =>
    send("PostToolUse", {
      "agent_id": "a",
      "tool_name": name,
      "tool_input": { file_path: "upload.py" },
    });
  assert.equal(await tool("Read") + await tool("Edit"), "");
  assert.equal(await send("SubagentStart", { "agent_id": "a", "agent_type": "Explore" }), "");
  assert.deepEqual(listActivity(workspace), [
    ...["tool Read", "file upload.py", "tool Edit", "file upload.py", "edit upload.py"],
  ]);
});

Deno.test("no host is told more than it passes on, in whatever script", async () => {
  const lines = Array.from({ length: 400 }, (_, at) => `# 検索語の一覧を作る 関数 ${at}\n`).join(
    "",
  );
  using workspace = makeRepository({
    "検索.py": `def 検索語():\n${lines}`,
    "読.md": `# 検索語\n\n${lines}`,
  });
  const text = await openHost(workspace, "codex")("UserPromptSubmit", {
    prompt: "検索語 の 一覧 を 作る 関数",
  });
  assert.ok(text.length > 100);
  const { limit } = findHookHost("codex")!;
  assert.ok(new TextEncoder().encode(text).length <= Math.min(limit!.count, HOOK_TEXT_BYTES + 1));
});

Deno.test("what is no input is answered with nothing, and a line in the log", async () => {
  using workspace = makeRepository();
  await openHost(workspace)("SessionStart", { source: "startup" });
  const deep = `{"hook_event_name":"PostToolUse","cwd":${"[".repeat(100_000)}`;
  for (const text of ["", "null", "[]", deep, '{"hook_event_name":"Nonesuch"}', '{"session_id":']) {
    assert.equal(await run(workspace, { text }), "");
  }
  assert.equal(await run(workspace, { host: "nonesuch", text: "{}" }), "");
});

Deno.test("without a repository, in a folder that is gone, and in a home nothing is told or written", async () => {
  using workspace = new TempWorkspace();
  workspace.write("a.py", FILES["upload.py"]);
  const input = (cwd: string) =>
    JSON.stringify({
      "session_id": "s1",
      cwd,
      "hook_event_name": "UserPromptSubmit",
      prompt: TASK,
    });
  assert.equal(await run(workspace, { text: input(workspace.root) }), "");
  assert.equal(await run(workspace, { text: input(`${workspace.root}/gone`) }), "");
  assert.equal(await run(workspace, { text: input("/") }), "");
  assert.deepEqual([...Deno.readDirSync(workspace.root)].map(({ name }) => name), ["a.py"]);
});

Deno.test("a state that is damaged or held by somebody is left as it is, within the time", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  await send("SessionStart", { source: "startup" });
  const path = `${workspace.root}/.dossier/state/state.db`;
  using holder = new DatabaseSync(path);
  holder.exec("BEGIN IMMEDIATE");
  const sendNow = openHost(workspace, "claude-code", { deadlineMs: 300 });
  const started = performance.now();
  assert.equal(await sendNow("UserPromptSubmit", { prompt: TASK }), "");
  assert.ok(performance.now() - started < 1500);
  assert.match(readLog(workspace), /claude-code Stopped after 300 ms\n/);
  holder.exec("ROLLBACK");
  holder.close();
  // What could not be noted then is noted now, once.
  assert.equal(await send("UserPromptSubmit", { prompt: "ok, go on" }), "");
  assert.equal(await send("UserPromptSubmit", { prompt: "yes" }), "");
  assert.deepEqual(listActivity(workspace).filter((event) => event.startsWith("prompt")), [
    ...[`prompt ${TASK}`, "prompt ok, go on", "prompt yes"],
  ]);
  assert.deepEqual([...Deno.readDirSync(`${workspace.root}/.dossier/state/late`)], []);
  Deno.writeTextFileSync(path, "no database".repeat(1000));
  assert.equal(await send("UserPromptSubmit", { prompt: TASK }), "");
  assert.match(readLog(workspace), /claude-code Cannot [^\n]*state\.db/);
  assert.equal(Deno.readTextFileSync(path).slice(0, 11), "no database");
});
