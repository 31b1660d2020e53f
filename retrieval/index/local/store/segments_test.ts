import assert from "node:assert/strict";
import fc from "fast-check";
import { openMemoryStore } from "../../../../tests/synthetic_segment.ts";
import type { Store } from "./open_store.ts";
import {
  countLiveChunks,
  countSegments,
  deleteChunks,
  deleteSegment,
  insertSegment,
  isDeleted,
  listRuns,
  listSegments,
  type SegmentLengths,
  writeRuns,
} from "./segments.ts";

function lengthsOf(count: number, body = 1): SegmentLengths {
  return {
    body: new Uint16Array(count).fill(body),
    symbols: new Uint8Array(count).fill(2),
    heading: new Uint8Array(count).fill(3),
    path: new Uint8Array(count).fill(4),
  };
}

function addSegment(store: Store, chunkCount: number): number {
  return insertSegment(store, lengthsOf(chunkCount));
}

Deno.test("listSegments() returns lengths and runs as they were written", () => {
  const lengths = fc.record({
    body: fc.uint16Array({ minLength: 3, maxLength: 3 }),
    symbols: fc.uint8Array({ minLength: 3, maxLength: 3 }),
    heading: fc.uint8Array({ minLength: 3, maxLength: 3 }),
    path: fc.uint8Array({ minLength: 3, maxLength: 3 }),
  });
  const runs = fc.array(
    fc.record({
      document: fc.integer({ min: 1, max: 0xffff_ffff }),
      // The sum exceeds two bytes. Writing adds the lengths one by one.
      chunks: fc.integer({ min: 0, max: 0xffff }),
    }, { noNullPrototype: true }),
  );
  using store = openMemoryStore();
  fc.assert(fc.property(lengths, runs, (written, writtenRuns) => {
    const id = insertSegment(store, written);
    writeRuns(store, id, writtenRuns);
    const segment = listSegments(store).at(-1)!;
    const chunkCount = writtenRuns.reduce((sum, run) => sum + run.chunks, 0);
    assert.equal(segment.id, id);
    assert.equal(segment.chunkCount, 3);
    assert.deepEqual(listRuns({ documents: segment.documents, chunkCount }), writtenRuns);
    for (const field of ["body", "symbols", "heading", "path"] as const) {
      assert.deepEqual([...segment.lengths[field]], [...written[field]], field);
    }
    deleteSegment(store, id);
  }));
});

Deno.test("insertSegment() creates a segment whose chunks are all live", () => {
  using store = openMemoryStore();
  addSegment(store, 9);
  const [segment] = listSegments(store);
  assert.equal(segment?.deleted, undefined);
  assert.equal(segment?.deletedCount, 0);
  assert.equal(countLiveChunks(store), 9);
});

Deno.test("insertSegment() accepts a segment without chunks", () => {
  using store = openMemoryStore();
  addSegment(store, 0);
  assert.equal(listSegments(store)[0]?.lengths.body.length, 0);
  assert.equal(countSegments(store), 1);
  assert.equal(countLiveChunks(store), 0);
});

Deno.test("insertSegment() returns a number above those of all segments", () => {
  using store = openMemoryStore();
  assert.equal(addSegment(store, 1), 1);
  assert.equal(addSegment(store, 1), 2);
  deleteSegment(store, 1);
  assert.equal(addSegment(store, 1), 3);
});

Deno.test("deleteChunks() marks exactly the chunks of the range, across bytes", () => {
  using store = openMemoryStore();
  const id = addSegment(store, 20);
  deleteChunks(store, id, { first: 6, count: 4 });
  const [segment] = listSegments(store);
  assert.deepEqual([...segment!.deleted!], [0b1100_0000, 0b11, 0]);
  assert.equal(segment!.deletedCount, 4);
  assert.equal(countLiveChunks(store), 16);
});

Deno.test("deleteChunks() counts a chunk once that is deleted twice", () => {
  using store = openMemoryStore();
  const id = addSegment(store, 8);
  deleteChunks(store, id, { first: 0, count: 5 });
  deleteChunks(store, id, { first: 3, count: 5 });
  assert.equal(listSegments(store)[0]?.deletedCount, 8);
  assert.equal(countLiveChunks(store), 0);
});

Deno.test("deleteChunks() leaves other segments unchanged, and does nothing for no chunks", () => {
  using store = openMemoryStore();
  const first = addSegment(store, 3);
  const second = addSegment(store, 3);
  deleteChunks(store, second, { first: 1, count: 1 });
  deleteChunks(store, first, { first: 1, count: 0 });
  deleteChunks(store, 99, { first: 0, count: 1 });
  const [one, two] = listSegments(store);
  assert.equal(one?.deleted, undefined);
  assert.deepEqual([...two!.deleted!], [0b10]);
});

Deno.test("deleteChunks() keeps the count of deleted chunks equal to the bits set, for any ranges", () => {
  const ranges = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 8 });
  fc.assert(
    fc.property(ranges, (list) => {
      using store = openMemoryStore();
      const id = addSegment(store, 41);
      const expected = new Set<number>();
      for (const [a, b] of list) {
        const first = Math.min(a, b);
        const count = Math.abs(a - b);
        deleteChunks(store, id, { first, count });
        for (let chunk = first; chunk < first + count; chunk++) expected.add(chunk);
      }
      const segment = listSegments(store)[0]!;
      assert.equal(segment.deletedCount, expected.size);
      for (let chunk = 0; chunk < 41; chunk++) {
        assert.equal(isDeleted(segment.deleted, chunk), expected.has(chunk), `${chunk}`);
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("isDeleted() is false for all chunks where there is no bitmap", () => {
  assert.equal(isDeleted(undefined, 0), false);
  assert.equal(isDeleted(Uint8Array.of(0, 0b100), 10), true);
  assert.equal(isDeleted(Uint8Array.of(0, 0b100), 2), false);
});

Deno.test("listSegments() returns the terms of the live chunks by field, for any deletions", () => {
  using store = openMemoryStore();
  const id = addSegment(store, 10);
  assert.deepEqual(listSegments(store)[0]?.sums, { body: 10, symbols: 20, heading: 30, path: 40 });
  deleteChunks(store, id, { first: 0, count: 2 }, { first: 1, count: 3 });
  deleteChunks(store, id, { first: 9, count: 1 });
  assert.deepEqual(listSegments(store)[0]?.sums, { body: 5, symbols: 10, heading: 15, path: 20 });
});
