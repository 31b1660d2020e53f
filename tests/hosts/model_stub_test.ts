// deno-lint-ignore-file camelcase -- the names that both services have

import assert from "node:assert/strict";
import { listModelTexts, ModelStub } from "./model_stub.ts";

const PROMPT = 'Look: [[Read {"file_path": "a.ts"}]] [[Bash {"command": "ls"}]]';
const TOOL_RESULT = { type: "tool_result", tool_use_id: "toolu_1", content: "text of a" };

/** Sends a request and returns the events of the answer. */
async function ask(url: string, body: unknown): Promise<readonly Record<string, unknown>[]> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const events = (await response.text()).trimEnd().split("\n\n");
  return events.map((event) => {
    const [, name, data = ""] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
    assert.equal(JSON.parse(data).type, name);
    return JSON.parse(data);
  });
}

Deno.test("ModelStub makes the calls in a prompt one after the other, in the format of Messages", async () => {
  await using stub = new ModelStub();
  const send = (...messages: readonly unknown[]) =>
    ask(`${stub.url}/v1/messages?beta=true`, { model: "m", stream: true, messages });
  const user = (content: unknown) => ({ role: "user", content });
  const said = (content: unknown) => ({ role: "assistant", content });

  const first = await send(user(PROMPT));
  assert.deepEqual(first.map(({ type }) => type), [
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  assert.deepEqual(first[1]!["content_block"], {
    type: "tool_use",
    id: "toolu_1",
    name: "Read",
    input: {},
  });
  const result = user([TOOL_RESULT, { type: "text", text: "told by a hook" }]);
  const second = await send(user(PROMPT), { role: "system", content: "told" }, said([]), result);
  assert.equal((second[1]!["content_block"] as { name: string }).name, "Bash");
  const third = await send(user(PROMPT), said([]), result, said([]), result);
  assert.deepEqual(third[2]!["delta"], { type: "text_delta", text: "The work is done." });
  const done = [said([]), result, said([]), result, said("done")];
  const next = await send(user(PROMPT), ...done, user("thanks"));
  assert.deepEqual(next[4]!["delta"], { stop_reason: "end_turn", stop_sequence: null });
  const condensed = await send(user(PROMPT), user("A summary"), user("thanks"));
  assert.deepEqual(condensed[4]!["delta"], { stop_reason: "end_turn", stop_sequence: null });
  const summary = await send(user(PROMPT), user("Your task is to create a detailed summary"));
  assert.match(JSON.stringify(summary[2]), /<summary>/);
  assert.deepEqual(listModelTexts(stub.requests[1]!), [
    { role: "user", text: PROMPT },
    { role: "system", text: "told" },
    { role: "user", text: "text of a" },
    { role: "user", text: "told by a hook" },
  ]);
});

Deno.test("ModelStub makes the planned calls of a prompt each time it is sent", async () => {
  await using stub = new ModelStub();
  stub.plan("Look around.", [{ name: "Bash", input: { command: "ls" } }]);
  const user = (content: unknown) => ({ role: "user", content });
  const send = async (...messages: readonly unknown[]) => {
    const [, block] = await ask(`${stub.url}/v1/messages`, { model: "m", messages });
    return (block!["content_block"] as { readonly type: string }).type;
  };
  const done = [user("Look around."), { role: "assistant", content: [] }, user([TOOL_RESULT])];
  assert.equal(await send(user("Look around.")), "tool_use");
  assert.equal(await send(...done), "text");
  assert.equal(await send(...done, user("thanks")), "text");
  assert.equal(await send(...done, user("Look around.")), "tool_use");
  stub.plan(
    "Look around.",
    [{ name: "Bash", input: { command: "ls" } }],
    (request) => listModelTexts(request).some(({ text }) => text === "told"),
  );
  assert.equal(await send(user("Look around.")), "tool_use");
  assert.equal(await send(user("told"), user("Look around.")), "text");
});

Deno.test("ModelStub makes the calls in a prompt one after the other, in the format of Responses", async () => {
  await using stub = new ModelStub();
  const send = (...input: readonly unknown[]) =>
    ask(`${stub.url}/v1/responses`, { model: "m", instructions: "base", input });
  const message = (role: string, text: string) => ({
    type: "message",
    role,
    content: [{ type: "input_text", text }],
  });
  const prompt = message("user", '[[exec_command {"cmd": "ls"}]]');

  const [created, item, completed] = await send(prompt, message("developer", "told"));
  assert.equal(created!["type"], "response.created");
  assert.deepEqual(item!["item"], {
    type: "function_call",
    id: "fc_1",
    call_id: "call_1",
    name: "exec_command",
    arguments: '{"cmd":"ls"}',
  });
  assert.equal(completed!["type"], "response.completed");
  const call = item!["item"];
  const output = { type: "function_call_output", call_id: "call_1", output: "a.ts" };
  const [, last] = await send(prompt, call, message("developer", "told"), output);
  assert.match(JSON.stringify(last), /"output_text","text":"The work is done\."/);
  assert.deepEqual(listModelTexts(stub.requests[1]!).map(({ role }) => role), [
    ...["instructions", "user", "developer", "function_call_output"],
  ]);
});
