import assert from "node:assert/strict";
import fc from "fast-check";
import { findJsonFault } from "./find_json_fault.ts";

const FAULTS: readonly (readonly [text: string, place: string])[] = [
  ["", "1:1"],
  ["{", "1:2"],
  ['{"a": 1,}', "1:9"],
  ['{\n  "a": 1\n  "b": 2\n}', "3:3"],
  ["{\r\n'a': 1}", "2:1"],
  ["[1, 2", "1:6"],
  ["[1 2]", "1:4"],
  ["[01]", "1:2"],
  ["[1.]", "1:2"],
  ["[tru]", "1:2"],
  ['["a\nb"]', "1:2"],
  ['["\\x"]', "1:2"],
  ["{} {}", "1:4"],
  ["abc", "1:1"],
];

for (const [text, place] of FAULTS) {
  Deno.test(`findJsonFault() finds where ${JSON.stringify(text)} stops being JSON`, () => {
    const fault = findJsonFault(text);
    assert.equal(`${fault?.line}:${fault?.column}`, place);
    assert.throws(() => JSON.parse(text), SyntaxError);
  });
}

Deno.test("findJsonFault() finds none in JSON", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2), (json, indent) => {
      assert.equal(findJsonFault(json), undefined);
      assert.equal(findJsonFault(JSON.stringify(JSON.parse(json), null, indent)), undefined);
    }),
  );
});

Deno.test("findJsonFault() agrees with JSON.parse() about what is JSON", () => {
  const piece = fc.constantFrom(
    ...["{", "}", "[", "]", ",", ":", '"', '"a"', "1", "-", "0", ".", "e", "true", "null", " "],
    ...["\n", "\\", "u00e9", "\u0000", "\u007f", "\u{1f9ea}", "\ud83e", "\u00a0", "\ufeff"],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      assert.equal(findJsonFault(text) === undefined, isJson, JSON.stringify(text));
    }),
    { numRuns: 5000 },
  );
});

Deno.test("findJsonFault() accepts deep and long texts", () => {
  const depth = 100_000;
  assert.equal(findJsonFault("[".repeat(depth))?.column, depth + 1);
  const long = "x".repeat(2_000_000);
  assert.deepEqual(findJsonFault(`{"a": "${long}",\n}`), { line: 2, column: 1 });
});
