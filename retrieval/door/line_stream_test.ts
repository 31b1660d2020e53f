import assert from "node:assert/strict";
import { receiveLines } from "./line_stream.ts";

/** Returns a connection over which texts arrive one at a time. */
function connectionOf(texts: Iterable<string>) {
  const encoder = new TextEncoder();
  const chunks = Iterator.from(texts).map((text) => encoder.encode(text));
  return {
    read(buffer: Uint8Array): Promise<number | null> {
      const { done, value } = chunks.next();
      if (!done) buffer.set(value);
      return Promise.resolve(done ? null : value.length);
    },
  };
}

Deno.test("receiveLines() returns lines however they are split, and no incomplete line", async () => {
  const texts = ["on", "e\ntwo\nth", "", "ree\n", "\n", "fo", "ur"];
  const lines = await Array.fromAsync(receiveLines(connectionOf(texts), 100));
  assert.deepEqual(lines, ["one", "two", "three", ""]);
});

Deno.test("receiveLines() reads a long line in time proportional to its length", async () => {
  const measure = async (chunks: number) => {
    const texts = [...new Array<string>(chunks).fill("x".repeat(16_000)), "\n"];
    const startedMs = performance.now();
    const [line] = await Array.fromAsync(receiveLines(connectionOf(texts), Infinity));
    assert.equal(line!.length, chunks * 16_000);
    return performance.now() - startedMs;
  };
  await measure(100);
  const [short, long] = [await measure(100), await measure(1000)];
  assert.ok(long < 50 * Math.max(short, 1), `${long} ms for ten times what took ${short} ms`);
});

Deno.test("receiveLines() reads no more than the maximum", async () => {
  const lines = receiveLines(connectionOf(["x".repeat(60), "x".repeat(60)]), 100);
  await assert.rejects(Array.fromAsync(lines), RangeError);
});
