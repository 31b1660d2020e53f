import assert from "node:assert/strict";
import {
  FILES,
  listActivity,
  makeRepository,
  openHost,
  runInput,
  TASK,
} from "../../../tests/hooked_session.ts";

Deno.test("a file that a session has read whole is not given again as long as it stays as it is", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  const read = (path: string) =>
    send("PostToolUse", {
      "tool_name": "Read",
      "tool_input": { file_path: `${workspace.root}/${path}` },
    });
  const ask = (prompt: string) => send("UserPromptSubmit", { prompt });
  assert.equal(await read("upload.py"), "");
  assert.doesNotMatch(await ask(TASK), /upload\.py/);
  // The session knows its own changes of a text that it has.
  workspace.write("upload.py", "def retry_upload(file, wait):\n    return None\n");
  const edited = {
    "tool_name": "Edit",
    "tool_input": { file_path: `${workspace.root}/upload.py` },
  };
  await send("PostToolUse", edited);
  assert.doesNotMatch(await ask(`${TASK} of a second`), /upload\.py/);
});

Deno.test("a file is known in a tree that the host names by a link", async () => {
  using workspace = makeRepository();
  const link = `${workspace.root}-link`;
  Deno.symlinkSync(workspace.root, link);
  const fields = {
    cwd: link,
    "tool_name": "Read",
    "tool_input": { file_path: `${link}/upload.py` },
  };
  await openHost(workspace)("PostToolUse", fields);
  assert.deepEqual((await listActivity(workspace)).at(-1), "read upload.py");
});

Deno.test("when the event of a prompt accepts no text, the first tool gets the context for the prompt, once", async () => {
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

Deno.test("rules of the project and reminders apply to an action, once", async () => {
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
  assert.equal(await runInput(workspace, { text, showsReminders: false }), "");
  assert.match(await write("eval(x)"), /eval\(\) runs everything in its text/);
  assert.equal(await write("eval(y)"), "");
});

Deno.test("a subagent is told what a profile says that is called like it, and else the map and how to ask", async () => {
  using workspace = makeRepository({
    ...FILES,
    ".dossier/profiles/reviewer.md": "---\nname: reviewer\n---\nLook at the tests first.\n",
  });
  const send = openHost(workspace);
  const start = (type: string) => send("SubagentStart", { "agent_id": "a", "agent_type": type });
  assert.match(await start("reviewer"), /moment="subagent-start"[^]*Look at the tests first\./);
  for (const type of ["Explore", "../../secret"]) {
    assert.match(await start(type), /Map of the repository[^]*retry_upload[^]*names/);
  }
});

Deno.test("the changes of a subagent are recorded, and its tools get no text", async () => {
  using workspace = makeRepository();
  const send = openHost(workspace);
  const tool = (name: string) =>
    send("PostToolUse", {
      "agent_id": "a",
      "tool_name": name,
      "tool_input": { file_path: "upload.py" },
    });
  assert.equal(await tool("Read") + await tool("Edit"), "");
  assert.deepEqual(await listActivity(workspace), [
    ...["tool Read", "file upload.py", "tool Edit", "file upload.py", "edit upload.py"],
  ]);
});
