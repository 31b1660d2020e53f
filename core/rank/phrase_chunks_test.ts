import assert from "node:assert/strict";
import { findPhraseChunks } from "./phrase_chunks.ts";

const CHUNKS = ["open the store", "the store was open", "open a door", "the doors of it open"];

/** Index of chunks of one file, each with its words as terms. */
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

Deno.test("findPhraseChunks() returns the chunks with all words of a phrase, including stop words", () => {
  assert.deepEqual(find(["open the store"]), [0, 1]);
  assert.deepEqual(find(["of the"]), [3]);
  assert.deepEqual(find(["open the gate"]), []);
  assert.deepEqual(find(["…"]), []);
});

Deno.test("findPhraseChunks() returns the allowed chunks of each of four phrases", () => {
  assert.deepEqual(find(["the store", "open door"]), [0, 1, 2]);
  assert.deepEqual(find(["the store", "open door"], (chunk) => chunk !== 1), [0, 2]);
  assert.deepEqual(find(["x y", "x y", "x y", "x y", "the store"]), []);
});

Deno.test("findPhraseChunks() chooses the chunks with the highest scores when there are too many", () => {
  const index = {
    ...INDEX,
    listChunksWithAll: () => Array.from({ length: 150 }, (_, chunk) => chunk),
  };
  const scores = Float64Array.from({ length: 150 }, (_, chunk) => chunk % 3);
  const found = findPhraseChunks(["a b"], { ...index, scores, isAllowed: () => true });
  assert.equal(found.size, 100);
  assert.ok([...found].every((chunk) => chunk % 3 > 0));
});

Deno.test("findPhraseChunks() chooses among equal chunks by path", () => {
  const index = { listChunksWithAll: () => Array.from({ length: 150 }, (_, chunk) => chunk) };
  const found = findPhraseChunks(["a b"], {
    ...index,
    scores: new Float64Array(150),
    isAllowed: () => true,
    compareFiles: (a, b) => b - a,
  });
  assert.deepEqual([...found], Array.from({ length: 100 }, (_, i) => 149 - i));
});
