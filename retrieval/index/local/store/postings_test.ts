import assert from "node:assert/strict";
import { openMemoryStore, writeSegment } from "../../../../tests/synthetic_segment.ts";
import { insertPostings, iteratePostings, listPostings } from "./postings.ts";
import { deleteSegment, insertSegment } from "./segments.ts";

const NONE = new Uint8Array(0);
const NO_LENGTHS = { body: new Uint16Array(0), symbols: NONE, heading: NONE, path: NONE };

Deno.test("listPostings() returns the lists of a term by segment, each with its own bytes", () => {
  using store = openMemoryStore();
  for (let i = 0; i < 2; i++) insertSegment(store, NO_LENGTHS);
  insertPostings(store, 2, [{ term: "upload", data: Uint8Array.of(9) }]);
  insertPostings(store, 1, [
    { term: "upload", data: Uint8Array.of(0, 255) },
    { term: "uploads", data: Uint8Array.of(5) },
  ]);
  const lists = listPostings(store, "upload");
  assert.deepEqual(lists.map(({ segment, data }) => [segment, ...data]), [[1, 0, 255], [2, 9]]);
  assert.deepEqual(listPostings(store, "uplo"), []);
});

Deno.test("iteratePostings() yields the segments of a term one after another", () => {
  using store = openMemoryStore();
  for (const [term, segment] of [["b", 2], ["a", 2], ["é", 1], ["b", 1], ["a", 1]] as const) {
    insertPostings(store, segment, [{ term, data: new Uint8Array(0) }]);
  }
  const rowsOf = (...ids: number[]) =>
    [...iteratePostings(store, ids)].map(({ term, segment }) => `${term}${segment}`);
  assert.deepEqual(rowsOf(1, 2), ["a1", "a2", "b1", "b2", "é1"]);
  assert.deepEqual(rowsOf(2), ["a2", "b2"]);
  assert.deepEqual(rowsOf(), []);
});

Deno.test("deleteSegment() leaves the postings of other segments", () => {
  using store = openMemoryStore();
  for (const segment of [1, 2]) {
    for (const term of ["a", "b"]) {
      insertPostings(store, segment, [{ term, data: Uint8Array.of(segment) }]);
    }
  }
  deleteSegment(store, 1);
  assert.deepEqual(
    [...iteratePostings(store, [1, 2])].map(({ term, segment }) => `${term}${segment}`),
    [
      "a2",
      "b2",
    ],
  );
});

/** FNV-1a hash, which is often used as a key in such indexes. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}

Deno.test("listPostings() distinguishes two terms with the same hash", () => {
  using store = openMemoryStore();
  for (const [a, b] of [["bavadof", "kufamob"], ["947356", "1061680"]] as const) {
    assert.equal(fnv1a(a), fnv1a(b));
    const first = writeSegment(store, [{ path: `${a}.1`, lines: [`${a} ${a}`, "other"] }]);
    const second = writeSegment(store, [{ path: `${b}.2`, lines: ["other", `${b} ${a}`] }]);
    assert.deepEqual(listPostings(store, a).map(({ segment }) => segment), [first, second]);
    assert.deepEqual(listPostings(store, b).map(({ segment }) => segment), [second]);
  }
});
