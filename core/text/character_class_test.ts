import assert from "node:assert/strict";
import {
  characterClass,
  characterWidth,
  CONNECTOR,
  DIGIT,
  LETTER,
  MARK,
  SEPARATOR,
  UNSPACED,
  UPPER,
} from "./character_class.ts";

Deno.test("characterClass() distinguishes the classes of characters", () => {
  const expected: readonly (readonly [string, number])[] = [
    ["a", LETTER],
    ["é", LETTER],
    ["ª", LETTER],
    ["ا", LETTER],
    ["A", UPPER],
    ["Ж", UPPER],
    ["ǅ", UPPER],
    ["7", DIGIT],
    ["٣", DIGIT],
    ["½", DIGIT],
    ["_", CONNECTOR],
    ["$", CONNECTOR],
    ["\u0301", MARK],
    ["\ufe0f", MARK],
    ["漢", UNSPACED],
    ["か", UNSPACED],
    ["カ", UNSPACED],
    ["ー", UNSPACED],
    ["한", UNSPACED],
    ["ไ", UNSPACED],
    ["𠮷", UNSPACED],
    ["𝒜", UPPER],
    ["-", SEPARATOR],
    [" ", SEPARATOR],
    ["。", SEPARATOR],
    ["😀", SEPARATOR],
    ["\ud83d", SEPARATOR],
    ["\ude00", SEPARATOR],
  ];
  // Twice, as the second call is answered from the cache.
  for (const [character, found] of [...expected, ...expected]) {
    assert.equal(characterClass(character, 0), found, JSON.stringify(character));
  }
});

Deno.test("characterClass() is a separator for all that is no letter, number, mark or connector in Unicode", () => {
  for (let unit = 0x80; unit < 0x3000; unit++) {
    const character = String.fromCharCode(unit);
    const isSeparator = !/[\p{L}\p{N}\p{M}]/u.test(character);
    assert.equal(characterClass(character, 0) === SEPARATOR, isSeparator, unit.toString(16));
  }
});

Deno.test("characterClass() classifies a lead surrogate by the unit after it", () => {
  assert.equal(characterClass("\ud842x", 0), SEPARATOR);
  assert.equal(characterClass("\ud842\udfb7", 0), UNSPACED);
  assert.equal(characterClass("\ud842", 0), SEPARATOR);
});

Deno.test("characterWidth() is 2 for surrogate pairs only", () => {
  assert.equal(characterWidth("a", 0), 1);
  assert.equal(characterWidth("漢", 0), 1);
  assert.equal(characterWidth("😀", 0), 2);
  assert.equal(characterWidth("😀", 1), 1);
  assert.equal(characterWidth("\ud83dx", 0), 1);
});
