import assert from "node:assert/strict";
import { openEngine } from "../../../retrieval/engine.ts";
import { makeTree } from "../../../tests/temp_tree.ts";
import { HOSTS_FEATURE } from "../feature.ts";
import { wrapHookBlock } from "../core/host/mod.ts";
import { readSessionTranscript } from "./read_session_transcript.ts";

const write = (...lines: readonly unknown[]) =>
  lines.map((line) => typeof line === "string" ? line : JSON.stringify(line)).join("\n");

async function read(text: string, root?: string) {
  using tree = makeTree({ "s.jsonl": text });
  return await readSessionTranscript(`${tree.root}/s.jsonl`, { root });
}

const SESSION = { sessionId: "s1", cwd: "/r", timestamp: "2026-01-02T03:04:05Z" };

function call(id: string, name: string, input: object) {
  const content = [{ type: "tool_use", id, name, input }];
  return { type: "assistant", ...SESSION, message: { role: "assistant", content } };
}

function result(id: string, content: string, failed = false) {
  const part = { type: "tool_result", "tool_use_id": id, content, "is_error": failed };
  return { type: "user", ...SESSION, message: { role: "user", content: [part] } };
}

const CLAUDE = [
  {
    type: "user",
    ...SESSION,
    message: { content: "Fix it\n<system-reminder>x</system-reminder>" },
  },
  call("1", "Grep", { pattern: "def slugify\\(", path: "/r/src" }),
  result("1", "src/text.py:3:def slugify("),
  call("2", "Bash", { command: "cd src && python -m pytest text.py" }),
  result("2", "Exit code 1\nE   TypeError: no", true),
  call("3", "Edit", { file_path: "/r/src/text.py", old_string: "a", new_string: "b" }),
  result("3", "ok"),
];

Deno.test("readSessionTranscript() returns the events of a session of Claude Code", async () => {
  const { events, ...rest } = await read(write(...CLAUDE));
  assert.deepEqual(rest, { host: "claude-code", session: "s1", root: "/r", skipped: 0, notes: [] });
  const time = SESSION.timestamp;
  const touches = [{ path: "src/text.py", action: "edit" }];
  const searched = [{ path: "src", action: "search" }];
  assert.deepEqual(events, [
    { kind: "user", line: 1, time, text: "Fix it\n" },
    {
      kind: "call",
      line: 2,
      time,
      text: "def slugify\\(\n/r/src",
      callId: "1",
      tool: "Grep",
      touches: searched,
      terms: ["slugify"],
    },
    {
      kind: "result",
      line: 3,
      time,
      text: "src/text.py:3:def slugify(",
      callId: "1",
      tool: "Grep",
      touches: searched,
    },
    {
      kind: "call",
      line: 4,
      time,
      text: "cd src && python -m pytest text.py",
      callId: "2",
      tool: "Bash",
      command: "cd src && python -m pytest text.py",
    },
    {
      kind: "result",
      line: 5,
      time,
      text: "Exit code 1\nE   TypeError: no",
      callId: "2",
      tool: "Bash",
      failed: true,
    },
    { kind: "call", line: 6, time, text: "b", callId: "3", tool: "Edit", touches },
    { kind: "result", line: 7, time, text: "ok", callId: "3", tool: "Edit", touches },
  ]);
});

Deno.test("readSessionTranscript() tells the same of Codex", async () => {
  const item = (payload: object) => ({ type: "response_item", payload });
  const shell = { cmd: "npm test", workdir: "/r" };
  const { events, host } = await read(write(
    { type: "session_meta", payload: { id: "s2", cwd: "/r" } },
    item({ type: "message", role: "user", content: [{ type: "input_text", text: "Go" }] }),
    item({
      type: "function_call",
      name: "exec_command",
      "call_id": "c",
      arguments: JSON.stringify(shell),
    }),
    item({
      type: "function_call_output",
      "call_id": "c",
      output: "Process exited with code 1\nOutput:\nError: boom",
    }),
  ));
  assert.equal(host, "codex");
  assert.deepEqual(events.map(({ kind, command, failed }) => [kind, command, failed]), [
    ["user", undefined, undefined],
    ["call", "npm test", undefined],
    ["result", undefined, true],
  ]);
});

Deno.test("readSessionTranscript() counts lines that are damaged and the one that is being written", async () => {
  const { events, skipped, notes } = await read(
    write(CLAUDE[0], "{broken", CLAUDE[1], '{"type": "us'),
  );
  assert.equal(events.length, 2);
  assert.equal(skipped, 2);
  assert.match(notes.join(), /cut short.*1 line is not a JSON object/);
});

Deno.test("readSessionTranscript() leaves out what dossier gave, and cuts what is long", async () => {
  const block = wrapHookBlock("## src/a.ts:1-2\n\n```\na\n```", { moment: "prompt", id: "1" });
  const lines = Array.from({ length: 2000 }, (_, at) => `line ${at}`).join("\n");
  const { events } = await read(write(
    { type: "user", ...SESSION, message: { content: block } },
    { type: "user", ...SESSION, message: { content: "x".repeat(1_000_000) } },
    call("1", "Bash", { command: "cat log" }),
    result("1", lines),
  ));
  assert.deepEqual(events.map(({ kind }) => kind), ["user", "call", "result"]);
  assert.equal(events[0]!.text.length, 20_000);
  const kept = events[2]!.text.split("\n");
  assert.equal(kept[0], "line 0");
  assert.equal(kept.at(-1), "line 1999");
  assert.ok(kept.every((line) => /^(?:line \d+|…)$/.test(line)));
  assert.ok(events[2]!.text.length < 6100);
});

Deno.test("Engine.readTranscript() reads with the feature for hosts, and fails without one", async () => {
  using tree = makeTree({ "src/text.py": "", "s.jsonl": write(...CLAUDE) });
  const path = `${tree.root}/s.jsonl`;
  using engine = await openEngine({ root: tree.root, features: [HOSTS_FEATURE] });
  assert.equal((await engine.readTranscript(path)).events.length, 7);
  using bare = await openEngine({ root: tree.root });
  await assert.rejects(bare.readTranscript(path), {
    code: "invalid-transcript",
    message:
      `Cannot read the transcript "${path}" as this engine has no feature that reads transcripts`,
  });
  await assert.rejects(engine.readTranscript(`${tree.root}/none`), { code: "invalid-transcript" });
  await assert.rejects(engine.readTranscript(`${tree.root}/src/text.py`), /it is empty/);
});
