import assert from "node:assert/strict";
import { alignWords } from "./align_words.ts";

const [HOUSE, BOOK] = [1, 2];
const [HAUS, BUCH] = [1, 2];

Deno.test("alignWords() learns the meaning of the other word in a longer text from a text of one word", () => {
  const chances = alignWords([
    { target: Uint32Array.of(HOUSE, BOOK), source: Uint32Array.of(HAUS, BUCH) },
    { target: Uint32Array.of(HOUSE), source: Uint32Array.of(HAUS) },
  ], 3);
  // In round 1 of the longer text each word gets a third; "house" in the shorter one gives "Haus"
  // half. The counts of "Haus" are 1/3 + 1/2 and 1/3, those of "Buch" 1/3 and 1/3, and each round
  // sharpens them.
  assert.ok(chances[HAUS]!.get(HOUSE)! > 0.8);
  assert.ok(chances[BUCH]!.get(BOOK)! > 0.6);
});

Deno.test("alignWords() gives all words equal probabilities when nothing distinguishes them", () => {
  const pair = { target: Uint32Array.of(HOUSE, BOOK), source: Uint32Array.of(HAUS, BUCH) };
  const chances = alignWords([pair], 3);
  for (const source of [0, HAUS, BUCH]) {
    assert.deepEqual([...chances[source]!.values()], [0.5, 0.5]);
  }
});
