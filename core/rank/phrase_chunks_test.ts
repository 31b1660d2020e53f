import assert from "node:assert/strict";
import { findPhraseChunks } from "./phrase_chunks.ts";

const CHUNKS = ["open the store", "the store was open", "open a door", "the doors of it open"];

/** Has the terms of its chunks, each a word; all are of one file. */
const INDEX = {
  compareFiles: () => 0,
  listChunksWithAll: (terms: readonly string[]) =>
    CHUNKS.flatMap((text, chunk) =>
      terms.length > 0 && terms.every((term) => text.split(" ").includes(term)) ? [chunk] : []
    ),
};

function find(phrases: readonly string[], isAllowed: (chunk: number) => boolean = () => true) {
  const scores = Float64Array.of(1, 2, 3, 4);
  return [...findPhraseChunks(phrases, { ...INDEX, scores, isAllowed })].sort();
}

Deno.test("findPhraseChunks() gives the chunks that have all words of a phrase, stop words too", () => {
  assert.deepEqual(find(["open the store"]), [0, 1]);
  assert.deepEqual(find(["of the"]), [3]);
  assert.deepEqual(find(["open the gate"]), []);
  assert.deepEqual(find(["…"]), []);
});

Deno.test("findPhraseChunks() gives those of each of four phrases, where they may be proposed", () => {
  assert.deepEqual(find(["the store", "open door"]), [0, 1, 2]);
  assert.deepEqual(find(["the store", "open door"], (chunk) => chunk !== 1), [0, 2]);
  assert.deepEqual(find(["x y", "x y", "x y", "x y", "the store"]), []);
});

Deno.test("findPhraseChunks() gives of too many those that the query says most for", () => {
  const index = {
    ...INDEX,
    listChunksWithAll: () => Array.from({ length: 150 }, (_, chunk) => chunk),
  };
  const scores = Float64Array.from({ length: 150 }, (_, chunk) => chunk % 3);
  const found = findPhraseChunks(["a b"], { ...index, scores, isAllowed: () => true });
  assert.equal(found.size, 100);
  assert.ok([...found].every((chunk) => chunk % 3 > 0));
});

Deno.test("findPhraseChunks() takes of equal ones those of the first files by path", () => {
  const index = { listChunksWithAll: () => Array.from({ length: 150 }, (_, chunk) => chunk) };
  const found = findPhraseChunks(["a b"], {
    ...index,
    scores: new Float64Array(150),
    isAllowed: () => true,
    compareFiles: (a, b) => b - a,
  });
  assert.deepEqual([...found], Array.from({ length: 100 }, (_, i) => 149 - i));
});
