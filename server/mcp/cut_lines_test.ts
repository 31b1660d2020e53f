import assert from "node:assert/strict";
import { countPieces } from "@dossier/core/text";
import fc from "fast-check";
import { cutLines } from "./cut_lines.ts";

Deno.test("cutLines() keeps what fits, in whole lines", () => {
  const lines = ["one two three", "four five six", "seven"];
  assert.deepEqual(cutLines(lines, 100), { text: lines.join("\n"), count: 3 });
  const cost = countPieces("one two three\n");
  assert.deepEqual(cutLines(lines, cost), { text: "one two three", count: 1 });
  assert.deepEqual(cutLines([], 100), { text: "", count: 0 });
});

Deno.test("cutLines() says how much of a line is missing that is too long alone", () => {
  const { text, count } = cutLines(["x-".repeat(1000), "b"], 10);
  assert.equal(count, 1);
  assert.equal(text, `${"x-".repeat(10)} [cut: 1980 more characters in this line]`);
});

Deno.test("cutLines() takes at least one line and never more than it may", () => {
  fc.assert(fc.property(
    fc.array(fc.string({ maxLength: 50 }), { minLength: 1 }),
    fc.integer({ min: 60, max: 200 }),
    (lines, maxTokens) => {
      const { text, count } = cutLines(lines, maxTokens);
      assert.ok(count >= 1 && count <= lines.length);
      assert.equal(text, lines.slice(0, count).join("\n"));
      assert.ok(countPieces(text) <= maxTokens);
    },
  ));
});
