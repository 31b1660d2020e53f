import assert from "node:assert/strict";
import { refused } from "../../tests/composed_policies.ts";
import { makeTree } from "../../tests/temp_tree.ts";
import { textHash } from "../machine/mod.ts";
import { readTranscript, type TranscriptCheck } from "./read_transcript.ts";

async function read(text: string, check: TranscriptCheck = "strict") {
  using tree = makeTree({ "thread.jsonl": text });
  return await readTranscript(`${tree.root}/thread.jsonl`, { check });
}

const say = (role: string, content: unknown) => `${JSON.stringify({ role, content })}\n`;

/** Returns a text with a checkpoint below it. */
async function sealed(text: string): Promise<string> {
  const payload = {
    "byte_offset": new TextEncoder().encode(text).length,
    hash: await textHash(text),
  };
  return `${text}${JSON.stringify({ "event_type": "checkpoint", payload })}\n`;
}

Deno.test("readTranscript() joins contents in parts, and omits empty ones", async () => {
  const parts = [{ type: "text", text: "a" }, { type: "image" }, { type: "text", text: "b" }];
  const { messages } = await read(say("user", parts) + say("assistant", " ") + say("user", "é"));
  assert.deepEqual(messages, [{ role: "user", content: "a\nb" }, { role: "user", content: "é" }]);
});

Deno.test("readTranscript() checks only the last checkpoint, which covers everything above it", async () => {
  const text = await sealed(await sealed(say("user", "é")) + say("assistant", "b"));
  assert.deepEqual(await read(text), {
    messages: [{ role: "user", content: "é" }, { role: "assistant", content: "b" }],
    notes: [],
  });
  const changed = text.replace("é", "è");
  await assert.rejects(read(changed), refused("tampered-item", /checkpoint in line 4/));
  await assert.rejects(read(changed, "lenient"), refused("tampered-item", /in line 4/));
});

Deno.test("readTranscript() accepts lines after the last checkpoint only when lenient, even an incomplete one", async () => {
  const text = await sealed(say("user", "a"));
  const more = text + say("assistant", "b");
  await assert.rejects(read(more), refused("tampered-item", /after its last checkpoint/));
  assert.equal((await read(more, "lenient")).messages.length, 2);
  const torn = `${more}{"role": "us`;
  await assert.rejects(read(torn), refused("invalid-transcript", /line 4 is not valid JSON/));
  const { messages, notes } = await read(torn, "lenient");
  assert.equal(messages.length, 2);
  assert.match(notes.join(), /The last line .* is not valid JSON/);
  await assert.rejects(read(`${torn}\n`, "lenient"), refused("invalid-transcript", /line 4/));
});

Deno.test("readTranscript() notes a transcript without messages", async () => {
  const { messages, notes } = await read('{"event_type": "thread_started"}\n\n');
  assert.deepEqual(messages, []);
  assert.match(notes.join(), /contains no message/);
});

Deno.test("readTranscript() reads many checkpoints quickly", async () => {
  const text = say("user", "x".repeat(4_000_000));
  const checkpoint = '{"event_type": "checkpoint"}\n'.repeat(5000);
  const { messages } = await read(await sealed(text + checkpoint));
  assert.equal(messages.length, 1);
});
