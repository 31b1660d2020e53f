import fc from "fast-check";
import assert from "node:assert/strict";
import {
  type HistoryItem,
  normaliseHistory,
  removeFirst,
  toMessageItem,
  toPromptMessages,
} from "./item.ts";

const ABORTED = { content: "aborted" };

/** Returns items from a short notation: the first letters of the kind, then the id of the call. */
function write(written: string): readonly HistoryItem[] {
  const output = { content: "done" };
  return written.split(" ").map((word): HistoryItem => {
    const [kind, callId = ""] = word.split("-");
    const id = callId === "" ? {} : { callId };
    switch (kind) {
      case "call":
        return { kind: "function_call", callId, name: "cat", arguments: "{}" };
      case "out":
        return { kind: "function_call_output", callId, output };
      case "custom":
        return { kind: "custom_tool_call", callId, name: "patch", input: "" };
      case "customout":
        return { kind: "custom_tool_call_output", callId, output };
      case "shell":
        return { kind: "local_shell_call", ...id, action: {} };
      case "search":
        return { kind: "tool_search_call", ...id, arguments: {} };
      case "searchout":
        return { kind: "tool_search_output", ...id, status: "completed", tools: [] };
      case "ghost":
        return { kind: "ghost_snapshot", commit: "c0ffee" };
      default:
        return toMessageItem("user", word);
    }
  });
}

const aborted = (items: readonly HistoryItem[]) =>
  items.map((item) =>
    "output" in item && item.output.content === "done"
      ? item
      : "output" in item
      ? { ...item, output: ABORTED }
      : item
  );

Deno.test("C-13: normaliseHistory() adds a missing output directly after its call", () => {
  const answered = normaliseHistory(write("call-1 custom-2 shell-3 search-4 hello"));
  const outputs = { 1: "out-1", 3: "customout-2", 5: "out-3", 7: "searchout-4" };
  assert.equal(answered.length, 9);
  for (const [index, written] of Object.entries(outputs)) {
    const [expected] = write(written);
    const given = answered[Number(index)]!;
    assert.equal(given.kind, expected!.kind);
    assert.deepEqual("output" in given ? given.output : ABORTED, ABORTED);
  }
  assert.deepEqual(aborted(answered), answered);
  // A shell's call without an id cannot be answered.
  assert.deepEqual(normaliseHistory(write("shell search")), write("shell search"));
});

Deno.test("C-13: normaliseHistory() removes outputs without a call, or for another kind of call", () => {
  assert.deepEqual(normaliseHistory(write("out-1 hello customout-2")), write("hello"));
  assert.deepEqual(normaliseHistory(write("shell-1 hello out-1")), write("shell-1 hello out-1"));
  const crossed = normaliseHistory(write("call-1 customout-1"));
  assert.deepEqual(crossed.map(({ kind }) => kind), ["function_call", "function_call_output"]);
  // The server's own searches have no id.
  assert.deepEqual(normaliseHistory(write("searchout searchout-1")), write("searchout"));
  // An output before its call does not count.
  const early = normaliseHistory(write("out-1 call-1"));
  assert.deepEqual(early.map(({ kind }) => kind), ["function_call", "function_call_output"]);
});

Deno.test("C-13: normaliseHistory() removes snapshots, and images for a model that reads none", () => {
  const image = { kind: "image", url: "data:image/png;base64,AAAA" } as const;
  const items: readonly HistoryItem[] = [
    ...write("ghost call-1"),
    { kind: "message", role: "user", content: [{ kind: "text", text: "See" }, image] },
    { kind: "function_call_output", callId: "1", output: { content: "", parts: [image] } },
  ];
  assert.deepEqual(normaliseHistory(items), items.slice(1));
  const blind = normaliseHistory(items, { images: false });
  assert.doesNotMatch(JSON.stringify(blind), /base64/);
  assert.equal(JSON.stringify(blind).match(/an image is left out/g)?.length, 2);
});

const histories = fc.array(
  fc.constantFrom(
    ...["call-1", "out-1", "call-2", "out-2", "shell-1", "shell", "custom-1", "customout-1"],
    ...["search-3", "searchout-3", "searchout", "ghost", "hello"],
  ),
  { minLength: 1, maxLength: 12 },
).map((words) => write(words.join(" ")));

Deno.test("C-13: normaliseHistory() twice is as good as once", () => {
  fc.assert(fc.property(histories, (items) => {
    const once = normaliseHistory(items);
    assert.deepEqual(normaliseHistory(once), once);
    const kinds = once.map(({ kind }) => kind);
    assert.ok(!kinds.includes("ghost_snapshot"));
  }));
});

Deno.test("C-14: removeFirst() also removes the other side of a pair, in both directions", () => {
  assert.deepEqual(removeFirst([]), []);
  assert.deepEqual(removeFirst(write("hello call-1")), write("call-1"));
  assert.deepEqual(removeFirst(write("call-1 hello out-1 out-2")), write("hello out-2"));
  assert.deepEqual(removeFirst(write("out-1 hello shell-1")), write("hello"));
  assert.deepEqual(removeFirst(write("custom-1 out-1 customout-1")), write("out-1"));
  assert.deepEqual(removeFirst(write("call-1 hello")), write("hello"));
});

Deno.test("toPromptMessages() renders calls and outputs as text, and omits hidden items", () => {
  const messages = toPromptMessages([
    toMessageItem("user", "Go"),
    { kind: "reasoning", summary: ["Hm"], encryptedContent: "x" },
    { kind: "function_call", callId: "1", name: "read", arguments: "a.ts" },
    { kind: "function_call_output", callId: "1", output: { content: "text" } },
    { kind: "custom_tool_call", callId: "2", name: "patch", input: "+1" },
    { kind: "custom_tool_call_output", callId: "2", output: { content: "done" } },
    { kind: "local_shell_call", action: { command: ["ls"] } },
    { kind: "web_search_call", query: "tides" },
    { kind: "ghost_snapshot", commit: "c0ffee" },
  ]);
  assert.deepEqual(messages.map(({ role, content }) => `${role}: ${content}`), [
    ...["user: Go", "assistant: read: a.ts", "tool: text", "assistant: patch: +1", "tool: done"],
    ...['assistant: shell: {"command":["ls"]}', "assistant: web search: tides"],
  ]);
});
