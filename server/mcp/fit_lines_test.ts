import { estimateMaxJsonTokens } from "@dossier/core/text";
import fc from "fast-check";
import assert from "node:assert/strict";
import { fitLines } from "./fit_lines.ts";

const TEXT = fc.oneof(fc.string(), fc.string({ unit: "binary", maxLength: 60 }));

Deno.test("fitLines() keeps the whole lines that fit", () => {
  const lines = ["one two three", "four five six", "seven"];
  assert.deepEqual(fitLines(lines, 100), { text: lines.join("\n"), count: 3 });
  const cost = estimateMaxJsonTokens("one two three\n");
  assert.deepEqual(fitLines(lines, cost), { text: "one two three", count: 1 });
  assert.deepEqual(fitLines([], 100), { text: "", count: 0 });
});

Deno.test("fitLines() says how much of a line is missing when the line alone is too long", () => {
  const line = "ab ".repeat(1000);
  const { text, count, cutAt = 0 } = fitLines([line, "b"], 200);
  assert.equal(count, 1);
  assert.ok(cutAt > 0 && cutAt < 3000);
  const notice = ` [cut: ${3000 - cutAt} more characters in this line]`;
  assert.equal(text, line.slice(0, cutAt) + notice);
  assert.ok(estimateMaxJsonTokens(text) <= 200);
});

Deno.test("fitLines() cuts no character in half, and cuts a line of megabytes quickly", () => {
  for (const line of ["x" + "🚀".repeat(10_000), "🚀".repeat(2_000_000)]) {
    const { cutAt = 0 } = fitLines([line]);
    assert.ok(cutAt > 0);
    assert.ok(line.slice(0, cutAt).isWellFormed());
    assert.ok(line.slice(cutAt).isWellFormed());
  }
});

Deno.test("fitLines() returns at least one line and never more than the limit", () => {
  fc.assert(fc.property(
    fc.array(TEXT, { minLength: 1 }),
    fc.integer({ min: 300, max: 500 }),
    (lines, maxTokens) => {
      const { text, count, cutAt } = fitLines(lines, maxTokens);
      assert.ok(count >= 1 && count <= lines.length);
      if (cutAt === undefined) assert.equal(text, lines.slice(0, count).join("\n"));
      assert.ok(estimateMaxJsonTokens(text) <= maxTokens);
    },
  ));
});
