import assert from "node:assert/strict";
import { toPromptMessages } from "../core/conversation/mod.ts";
import { makeTree } from "../../../tests/temp_tree.ts";
import { readConversation } from "./read_conversation.ts";

async function read(text: string) {
  using tree = makeTree({ "thread.jsonl": text });
  const { items, ...rest } = await readConversation(`${tree.root}/thread.jsonl`);
  const given = await readConversation({ text });
  assert.deepEqual({ ...given, notes: given.notes.length }, {
    items,
    ...rest,
    notes: rest.notes.length,
  });
  return {
    said: toPromptMessages(items).map(({ role, content }) => `${role}: ${content}`),
    ...rest,
  };
}

const write = (...lines: readonly unknown[]) =>
  lines.map((line) => JSON.stringify(line)).join("\n");

Deno.test("readConversation() tells lines of messages and events of Rye from what hosts write", async () => {
  const said = write({ role: "user", content: "Go" }, { role: "assistant", content: "Gone" });
  assert.deepEqual((await read(`\n${said}`)).said, ["user: Go", "assistant: Gone"]);
  const rye = write({ event_type: "cognition_in", payload: { text: "Go" } });
  assert.deepEqual((await read(rye)).said, ["user: Go"]);
  const claude = write(
    { type: "user", sessionId: "s", cwd: "/r", message: { role: "user", content: "Fix it" } },
    { type: "assistant", message: { content: [{ type: "text", text: "Fixed" }] } },
  );
  const { said: fixed, host, folder, notes } = await read(claude);
  assert.deepEqual(fixed, ["user: Fix it", "assistant: Fixed"]);
  assert.deepEqual([host, folder, notes], ["claude-code", "/r", []]);
});

Deno.test("readConversation() takes a transcript of a host that is being written, and says so", async () => {
  const line = write({ type: "user", sessionId: "s", message: { content: "Fix it" } });
  const { said, notes } = await read(`${line}\n{"type": "assist`);
  assert.deepEqual(said, ["user: Fix it"]);
  assert.match(notes.join(), /last line is cut short/);
});

Deno.test("readConversation() takes a transcript of a host whose first line is cut, and says so", async () => {
  const line = write({ type: "user", sessionId: "s", message: { content: "Fix it" } });
  const { said, notes, host } = await read(`"message": {"content": "Go"}}\n${line}\n`);
  assert.deepEqual([said, host], [["user: Fix it"], "claude-code"]);
  assert.match(notes.join(), /1 line is not a JSON object and skipped/);
});

Deno.test("readConversation() refuses what is no transcript", async () => {
  const invalid = { code: "invalid-transcript" };
  await assert.rejects(read("{"), invalid);
  await assert.rejects(read(write({ type: "unheard" })), invalid);
  await assert.rejects(readConversation("/nowhere.jsonl"), invalid);
  using tree = makeTree({ "folder/a": "" });
  await assert.rejects(readConversation(`${tree.root}/folder`), invalid);
  assert.deepEqual((await read("")).said, []);
});
