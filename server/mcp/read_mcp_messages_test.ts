import fc from "fast-check";
import assert from "node:assert/strict";
import { LineSplitter } from "./line_splitter.ts";
import { readMcpLine, readMcpMessages } from "./read_mcp_messages.ts";

const encoder = new TextEncoder();

/**
 * Returns the result for the only message of a line: its refusal, the message itself, or nothing.
 */
function read(line: string | Uint8Array) {
  const bytes = typeof line === "string" ? encoder.encode(line) : line;
  const { messages: [only, ...others] } = readMcpMessages(bytes);
  assert.equal(others.length, 0);
  if (only === undefined) return {};
  if ("message" in only) return { message: only.message };
  const { answer } = only.refusal;
  return { answer: answer === undefined ? undefined : JSON.parse(answer) };
}

Deno.test("readMcpMessages() accepts other spellings of a message", () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const call = (args: unknown, method = "tools/call") => ({
    ...list,
    method,
    params: { name: "x", arguments: args },
  });
  const cases: readonly (readonly [unknown, object])[] = [
    [{ ...list, params: null }, list],
    [{ ...list, params: [] }, list],
    [{ ...list, meta: {}, extra: 1 }, list],
    [{ id: 1, method: "tools/list" }, list],
    [{ ...list, jsonrpc: 2.0 }, list],
    [{ ...list, params: { cursor: null, _meta: null } }, { ...list, params: {} }],
    [{ ...list, params: { _meta: { progressToken: null } } }, { ...list, params: { _meta: {} } }],
    [call([]), call({})],
    [call('{"a":null}'), call({ a: null })],
    [call({ a: null }), call({ a: null })],
    [call({ a: null, b: 7, c: ["d"] }, "prompts/get"), call({ b: "7", c: "d" }, "prompts/get")],
    [{ id: null, method: "notifications/initialized", params: null }, {
      jsonrpc: "2.0",
      method: "notifications/initialized",
    }],
    [{ jsonrpc: "2.0", id: 4, result: {}, error: null }, { jsonrpc: "2.0", id: 4, result: {} }],
  ];
  for (const [given, message] of cases) {
    const line = JSON.stringify(given);
    for (const written of [line, `\ufeff${line}`, ` ${line}\r`]) {
      assert.deepEqual(read(written), { message }, written);
    }
  }
  assert.deepEqual([read(""), read(" \r"), read("\ufeff")], [{}, {}, {}]);
});

Deno.test("readMcpMessages() answers an invalid message with its id, when the id can be read", () => {
  const deep = "[".repeat(100_000);
  const cases: readonly (readonly [string | Uint8Array, number, unknown])[] = [
    ['{"jsonrpc":"2.0","id":7,"method":123}', -32600, 7],
    ['{"jsonrpc":"1.0","id":"a","method":"ping"}', -32600, "a"],
    ['{"jsonrpc":"2.0","id":7}', -32600, 7],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, 1.5],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
    ['{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}', -32600, null],
    ['{"jsonrpc":"2.0","id":[7],"method":"ping"}', -32600, null],
    ['{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', -32602, 7],
    ['{"jsonrpc":"2.0","id":7,"method":"ping","params":"x"}', -32602, 7],
    ['{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":1}}', -32602, 7],
    ['{"id":7,"method":"ping","params":{"_meta":{"progressToken":{}}}}', -32602, 7],
    ['{"jsonrpc":"2.0","id":7,"method":"ping",}', -32700, 7],
    ['{"jsonrpc":"2.0","params":{"id":8},"id":"x\\"y","method', -32700, 'x"y'],
    ['{"jsonrpc":"2.0","id":7,"method":"a\u0000b"}', -32700, 7],
    ['{"jsonrpc":"2.0","\\u0069d":5,"method":"ping",}', -32700, 5],
    ['{"\\u0069\\x":5,"method":"ping"}', -32700, null],
    [`{"id":7,"method":"ping","params":${deep}`, -32600, 7],
    [Uint8Array.from([...encoder.encode('{"id":7,"method":"'), 0xff, 0x22, 0x7d]), -32700, 7],
    ["[]", -32600, null],
    [`[${"7,".repeat(100)}7]`, -32600, null],
    ["nonsense", -32700, null],
  ];
  for (const [line, code, id] of cases) {
    const { answer } = read(line);
    const shown = String(line).slice(0, 80);
    assert.deepEqual([answer?.id, answer?.error.code], [id, code], shown);
    assert.match(answer.error.message, /^Cannot read a [^\n]{1,250}[^.]$/, shown);
  }
  const long = readMcpMessages(encoder.encode('{"id":12345678901234567890,"method":"ping"}'));
  assert.match(JSON.stringify(long), /\\"id\\":12345678901234567890,/, "no digit is lost");
});

Deno.test("readMcpMessages() answers neither notifications nor responses, no matter what is wrong with them", () => {
  for (
    const line of [
      '{"method":"notifications/initialized","params":7}',
      '{"jsonrpc":"1.0","method":"notifications/cancelled"}',
      '{"id":null,"method":"notifications/progress","params":[1]}',
      '{"jsonrpc":"2.0","id":{},"result":7}',
      '{"jsonrpc":"2.0","id":1,"error":"x"}',
    ]
  ) assert.deepEqual(read(line), { answer: undefined }, line);
});

Deno.test("readMcpMessages() reads each message of a list", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const { messages, isBatch } = readMcpMessages(encoder.encode(JSON.stringify([ping, 7, {}])));
  assert.ok(isBatch);
  assert.deepEqual(messages[0], { message: ping });
  for (const each of messages.slice(1)) {
    assert.match(JSON.stringify(each), /\\"id\\":null,\\"error\\"/);
  }
});

Deno.test("readMcpLine() reads each of several messages of a line, also beside a malformed one", () => {
  const ids = (line: string) =>
    readMcpLine(encoder.encode(line)).map((each) => {
      if ("message" in each) return "id" in each.message ? each.message.id : undefined;
      const { id, error } = JSON.parse(each.refusal.answer ?? "{}");
      return [id, error?.code];
    });
  const ping = (id: unknown) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
  assert.deepEqual(ids(ping(1) + ping("}{")), [1, "}{"]);
  assert.deepEqual(ids(`\ufeff ${ping(1)} ${ping('"')}\t[${ping(3)}]\r`), [1, '"', 3]);
  assert.deepEqual(ids(`{"id":1,}${ping(2)}{"id":3,`), [[1, -32700], 2, [3, -32700]]);
  assert.deepEqual(ids(`${ping(1)}x`), [[1, -32700]]);
  assert.deepEqual(ids(ping(1).repeat(101)), [[1, -32700]]);
  assert.deepEqual(ids(" "), []);
});

/** Any value, and the usual values of a member of a message. */
const member = (...usual: readonly unknown[]) =>
  fc.oneof(fc.constantFrom(...usual), fc.jsonValue({ maxDepth: 2 }));

const MESSAGES = fc.record({
  jsonrpc: member("2.0", null),
  id: member(1, "a", null),
  method: member("ping", "tools/call", "notifications/initialized"),
  params: member(null, [], {}, { _meta: { progressToken: null } }, { arguments: "{}" }),
  other: fc.jsonValue({ maxDepth: 1 }),
}, { requiredKeys: [] });

Deno.test("readMcpMessages() passes on or answers every message with an id that is not a response, and uses that id", () => {
  fc.assert(fc.property(MESSAGES, (members) => {
    const { message, answer } = read(JSON.stringify(members));
    const { id } = members;
    if (typeof id !== "string" && typeof id !== "number") return;
    const answered = message === undefined ? answer?.id : "id" in message ? message.id : undefined;
    assert.equal(answered, JSON.parse(JSON.stringify(id)));
  }));
});

Deno.test("LineSplitter returns the same lines for any parts of their bytes, and the id of a long line", () => {
  const long = `{"text":"${"x".repeat(40)}","id":"é"}`;
  const lines = ["", "one", "zwölf", long, "ends \r", "last"];
  const bytes = encoder.encode(lines.join("\n"));
  for (const size of [1, 2, 7, 1000]) {
    const splitter = new LineSplitter(30);
    const split = [];
    for (let at = 0; at < bytes.length; at += size) {
      split.push(...splitter.push(bytes.subarray(at, at + size)));
    }
    split.push(splitter.end());
    const read = split.map((line) =>
      "bytes" in line ? new TextDecoder().decode(line.bytes) : { id: line.idOfLong }
    );
    assert.deepEqual(read, lines.map((line) => line === long ? { id: '"é"' } : line), `${size}`);
  }
});
