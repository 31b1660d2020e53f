import { FIELD_UNITS } from "@dossier/core/rank";
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createPostingBuffer,
  decodePostings,
  hasPosting,
  MAX_POSTING_BYTES,
  writePosting,
} from "./posting_codec.ts";

function encode(postings: readonly (readonly [chunk: number, packed: number])[]): Uint8Array {
  const bytes = new Uint8Array(postings.length * MAX_POSTING_BYTES);
  let offset = 0;
  let previous = -1;
  for (const [chunk, packed] of postings) {
    offset = writePosting(bytes, offset, chunk - previous, packed);
    previous = chunk;
  }
  return bytes.slice(0, offset);
}

function decode(data: Uint8Array, dead?: Uint8Array): [number, number][] {
  const buffer = createPostingBuffer(1);
  decodePostings(data, buffer, { deleted: dead });
  return Array.from({ length: buffer.length }, (_, i) => [buffer.chunks[i]!, buffer.packed[i]!]);
}

Deno.test("writePosting() takes one byte for one occurrence in the body of a near chunk", () => {
  assert.deepEqual([...encode([[0, 1], [1, 1], [32, 1]])], [0, 0, 30 << 2]);
});

Deno.test("writePosting() writes frequencies only where they differ from one in the body", () => {
  assert.deepEqual([...encode([[0, 3]])], [1, 3]);
  assert.deepEqual([...encode([[0, 1 | FIELD_UNITS.symbols[0]]])], [2, 1]);
  assert.deepEqual([...encode([[0, FIELD_UNITS.path[0]]])], [3, 0, 64]);
});

Deno.test("decodePostings() returns the postings that writePosting() wrote, for any postings", () => {
  const postings = fc.uniqueArray(
    fc.tuple(fc.nat(0x0fff_ffff), fc.integer({ min: 0, max: 0xffff })),
    { selector: ([chunk]) => chunk, minLength: 1, maxLength: 60 },
  );
  fc.assert(fc.property(postings, (list) => {
    const sorted = list.toSorted((a, b) => a[0] - b[0]);
    assert.deepEqual(decode(encode(sorted)), sorted);
  }));
});

Deno.test("decodePostings() omits deleted chunks and adds the base to the others", () => {
  const buffer = createPostingBuffer(1);
  decodePostings(encode([[0, 1], [3, 2], [9, 1]]), buffer, {
    base: 100,
    deleted: new Uint8Array([0b1000, 0]),
  });
  assert.deepEqual([...buffer.chunks.subarray(0, buffer.length)], [100, 109]);
});

Deno.test("hasPosting() agrees with decodePostings(), for any postings and deleted chunks", () => {
  const chunk = fc.integer({ min: 0, max: 40 });
  const postings = fc.uniqueArray(fc.tuple(chunk, fc.integer({ min: 0, max: 0xffff })), {
    selector: ([chunk]) => chunk,
    minLength: 1,
  });
  fc.assert(
    fc.property(postings, fc.uniqueArray(chunk), fc.uniqueArray(chunk), (list, dead, wanted) => {
      const data = encode(list.toSorted((a, b) => a[0] - b[0]));
      const bits = new Uint8Array(6);
      for (const chunk of dead) bits[chunk >>> 3]! |= 1 << (chunk & 7);
      const accepted = new Uint8Array(100);
      for (const chunk of wanted) accepted[50 + chunk] = 1;
      const expected = decode(data, bits).some(([chunk]) => wanted.includes(chunk));
      assert.equal(hasPosting(data, { base: 50, deleted: bits }, accepted), expected);
    }),
  );
});

Deno.test("decodePostings() reports damage for no bytes, an incomplete posting and a missing chunk", () => {
  const read = (bytes: readonly number[], chunkCount?: number) => () =>
    decodePostings(
      Uint8Array.from(bytes),
      createPostingBuffer(),
      chunkCount === undefined ? {} : { chunkCount },
    );
  for (const bytes of [[], [0xff, 0xff], [0, 0x80], [1], [2], [3, 4]]) {
    assert.throws(read(bytes), { code: "index-damaged" }, `${bytes}`);
  }
  assert.throws(read([0, 0], 1), { code: "index-damaged" });
  assert.doesNotThrow(read([0, 0], 2));
});
