import assert from "node:assert/strict";
import fc from "fast-check";
import { wrapHookBlock } from "../host/hook_block.ts";
import type { JsonObject } from "../../../../core/text/json_value.ts";
import { TranscriptReader } from "./transcript_reader.ts";

const LENGTH = { name: "chars4" as const, count: (text: string) => text.length };

function readAll(lines: readonly (JsonObject | string)[], root?: string) {
  const reader = new TranscriptReader({ estimator: LENGTH, root });
  const events = lines.flatMap((line) =>
    reader.read(typeof line === "string" ? line : JSON.stringify(line))
  );
  return { reader, events };
}

/** The lines of a transcript that the host itself wrote, with neutral paths. */
function realLines(name: string): readonly string[] {
  const url = new URL(`../../../../tests/transcripts/${name}.jsonl`, import.meta.url);
  return Deno.readTextFileSync(url).split("\n");
}

/** Returns the events, with calls by their tools and files. */
function tell(events: ReturnType<typeof readAll>["events"]): readonly string[] {
  return events.filter(({ kind }) => kind !== "usage" && kind !== "instruction")
    .map(({ kind, tool, touches = [] }) =>
      [kind, tool, ...touches.map(({ action, path }) => `${action} ${path}`)]
        .filter((part) => part !== undefined).join(" ")
    );
}

Deno.test("TranscriptReader reads a transcript of Claude Code 2.1.197", () => {
  const { reader, events } = readAll(realLines("claude-code"));
  assert.equal(reader.host, "claude-code");
  assert.equal(reader.session, "101b97ca-1d58-4804-82a3-f2de66819636");
  assert.equal(reader.root, "/home/me/project");
  assert.deepEqual(reader.unread, { damaged: 0, isEndCut: false, unknown: {} });
  assert.deepEqual(tell(events), [
    ...["user", "thinking", "assistant", "call Read read src/a.ts", "output Read read src/a.ts"],
    ...["call Read read src/b.ts", "call Grep search .", "output Read read src/b.ts"],
    ...["output Grep search .", "call Glob search .", "output Glob search ."],
    "call Bash read src/c.ts read src/b.ts",
    "output Bash read src/c.ts read src/b.ts",
    ...["call Read read src/a.ts", "output Read read src/a.ts", "call Edit edit src/a.ts"],
    ...["output Edit edit src/a.ts", "call Write edit src/d.ts", "output Write edit src/d.ts"],
    ...["call Read read src/nope.ts", "output Read", "assistant", "user"],
    ...["output attached file read src/b.ts", "call Agent", "output Agent", "assistant"],
    ...["compaction", "summary", "output attached file read src/d.ts"],
    ...["output attached file read src/a.ts", "assistant", "user", "assistant"],
  ]);
  const lines = events.filter(({ kind }) => kind === "output").map(({ touches }) =>
    touches?.[0]?.lines
  );
  assert.deepEqual(lines.slice(0, 2), [{ startLine: 1, endLine: 41 }, {
    startLine: 5,
    endLine: 14,
  }]);
  const told = events.filter(({ kind }) => kind === "instruction").map(({ text }) => text);
  for (const text of ["HOOK START BLOCK\nsecond line", "HOOK PROMPT BLOCK", "HOOK READ BLOCK"]) {
    assert.ok(told.includes(text), text);
  }
});

Deno.test("TranscriptReader reads a transcript of Codex 0.169.0", () => {
  const { reader, events } = readAll(realLines("codex"));
  assert.equal(reader.host, "codex");
  assert.equal(reader.root, "/home/me/project");
  assert.deepEqual(reader.unread.unknown, {});
  assert.deepEqual(tell(events), [
    ...["user", "thinking", "assistant", "call shell read src/a.ts", "output shell"],
    "call exec_command read src/b.ts search src",
    "output exec_command read src/b.ts search src",
    ...["call shell_command read src/c.ts", "output shell_command"],
    ...["call apply_patch edit src/a.ts edit src/e.ts", "output apply_patch"],
    ...["call exec_command edit src/b.ts", "output exec_command edit src/b.ts", "assistant"],
  ]);
  const compacted = tell(readAll(realLines("codex-compacted")).events);
  assert.deepEqual(
    compacted.filter((kind) => /^(?:user|assistant|compaction|summary)$/.test(kind)),
    [
      ...["user", "compaction", "summary", "compaction", "summary", "assistant"],
    ],
  );
});

for (const name of ["claude-code-mcp", "codex-mcp"]) {
  Deno.test(`TranscriptReader reads what dossier answered in ${name}`, () => {
    const { events } = readAll(realLines(name));
    const [given] = events.filter(({ kind }) => kind === "given");
    assert.match(given!.text, /^# Context\n/);
    assert.deepEqual(given!.fragments?.map(({ path, isReference }) => [path, isReference]), [
      ...[["src/b.ts", undefined], ["src/a.ts", true], ["src/c.ts", true]],
    ]);
    const [read] = events.filter(({ kind, tool }) =>
      kind === "output" && tool === "mcp__dossier__read"
    );
    const lines = { startLine: 1, endLine: 40 };
    assert.deepEqual(read!.touches, [{ path: "src/c.ts", action: "read", lines }]);
    assert.match(read!.text, /^export const c1 = 1;/);
  });
}

for (
  const [name, ...more] of [
    [
      "claude-code-hooks",
      "Map of the repository: its most central definitions, with their lines.",
      "Before its history was condensed, in this session:",
    ],
    ["codex-hooks"],
  ] as const
) {
  Deno.test(`TranscriptReader knows the blocks again that hooks of dossier gave in ${name}`, () => {
    const given = readAll(realLines(name)).events.filter(({ kind }) => kind === "given");
    assert.deepEqual(given.map(({ text }) => text.split("\n", 1)[0]), [
      "Map of the repository: its most central definitions, with their lines.",
      "# Context",
      ...more,
    ]);
    const prompt = given.find(({ fragments = [] }) => fragments.length > 0);
    assert.deepEqual(prompt?.fragments?.map(({ path }) => path), [
      ...["src/upload.ts", "src/queue.ts", "README.md"],
    ]);
  });
}

Deno.test("TranscriptReader finds the deliveries of dossier, and removes the host's reminders", () => {
  const block = wrapHookBlock("## src/a.ts:1-2\n\n```\na\nb\n```", { moment: "prompt", id: "1" });
  const session = { sessionId: "s", cwd: "/r" };
  const result = (id: string, content: string) => ({
    type: "tool_result",
    tool_use_id: id,
    content,
  });
  const call = { type: "tool_use", id: "t1", name: "mcp__dossier__context", input: { query: "q" } };
  const { events } = readAll([
    {
      type: "attachment",
      ...session,
      attachment: { type: "hook_additional_context", content: [block] },
    },
    { type: "user", ...session, message: { content: `go\n<system-reminder>x</system-reminder>` } },
    { type: "assistant", ...session, message: { content: [call] } },
    {
      type: "user",
      ...session,
      message: { content: [result("t1", "# Context\n\n- See b.ts:3-4 f\n")] },
    },
  ]);
  assert.deepEqual(events.map(({ kind, text }) => [kind, text.slice(0, 9)]), [
    ...[["given", "## src/a."], ["user", "go\n"], ["instruction", "<system-r"]],
    ...[["call", "q"], ["given", "# Context"]],
  ]);
  assert.deepEqual(events[4]!.fragments, [
    { path: "b.ts", isReference: true, tokens: 17, lines: { startLine: 3, endLine: 4 } },
  ]);
});

Deno.test("TranscriptReader marks subagents, and returns paths relative to the requested root", () => {
  const line = {
    type: "assistant",
    sessionId: "s",
    cwd: "/r/sub",
    isSidechain: true,
    agentId: "a1",
    message: {
      content: [{ type: "tool_use", id: "1", name: "Read", input: { file_path: "/r/x/a.ts" } }],
    },
  };
  const [event] = readAll([line], "/r").events;
  assert.deepEqual([event?.agent, event?.touches?.[0]?.path], ["a1", "x/a.ts"]);
  assert.equal(readAll([line], "/other").events[0]?.touches?.[0]?.path, "/r/x/a.ts");
  const windows = { ...line, cwd: "C:\\r" };
  const read = { type: "tool_use", id: "1", name: "Read", input: { file_path: "C:\\r\\x\\a.ts" } };
  const { events } = readAll([{ ...windows, message: { content: [read] } }]);
  assert.equal(events[0]?.touches?.[0]?.path, "x/a.ts");
});

Deno.test("TranscriptReader reads the items of the first versions of Codex", () => {
  const { reader, events } = readAll([
    { id: "1", timestamp: "2025-06-01T00:00:00Z", instructions: "Be brief" },
    { type: "message", role: "user", content: [{ type: "input_text", text: "go" }] },
    {
      type: "function_call",
      call_id: "c",
      name: "shell",
      arguments: '{"command":["bash","-lc","cat a.ts"]}',
    },
    {
      type: "function_call_output",
      call_id: "c",
      output: '{"output":"x","metadata":{"exit_code":1}}',
    },
  ]);
  assert.equal(reader.host, "codex");
  assert.deepEqual(tell(events), ["user", "call shell read a.ts", "output shell"]);
  assert.deepEqual([events[2]?.text, events[2]?.failed], ["x", true]);
});

Deno.test("TranscriptReader counts unreadable lines, and continues", () => {
  const { reader, events } = readAll([
    ...[
      "",
      "no JSON",
      "[1]",
      '{"type":"other","sessionId":"s"}',
      '{"type":"user","sessionId":"s"}',
    ],
    ...['{"type":"user","message":{"content":"hi"}}', '{"type":"user","mess'],
  ]);
  assert.deepEqual(events.map(({ text }) => text), ["hi"]);
  assert.deepEqual(reader.unread, { damaged: 3, isEndCut: true, unknown: { other: 1, user: 1 } });
});

Deno.test("TranscriptReader reads lines of any shape", () => {
  const types = fc.constantFrom(
    "user",
    "assistant",
    "attachment",
    "system",
    "response_item",
    "compacted",
  );
  const line = fc.record({
    type: types,
    message: fc.jsonValue(),
    payload: fc.jsonValue(),
    attachment: fc.jsonValue(),
  }, {
    requiredKeys: ["type"],
  });
  fc.assert(fc.property(fc.array(line), (lines) => {
    const { events } = readAll(lines.map((one) => JSON.stringify(one)));
    for (const { tokens } of events) assert.ok(tokens >= 0);
  }));
});
