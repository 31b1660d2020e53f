import assert from "node:assert/strict";
import { splitQuotation } from "./split_quotation.ts";

Deno.test("splitQuotation() quotes each line, and splits a long text", () => {
  assert.deepEqual(splitQuotation("one\n\n## two\r\nthree", 100), ["> one\n>\n> ## two\n> three"]);
  assert.deepEqual(splitQuotation("one\ntwo\nthree", 12), ["> one\n> two", "> three"]);
  const long = splitQuotation(`${"é".repeat(30)}\nend`, 23);
  assert.deepEqual(long, [
    `> ${"é".repeat(10)}`,
    `> ${"é".repeat(10)}`,
    `> ${"é".repeat(10)}`,
    "> end",
  ]);
});

Deno.test("splitQuotation() loses nothing and keeps its limit", () => {
  for (const bytes of [10, 17, 64]) {
    const text = "a🐢é\n\nlonger than that it is\n🐢🐢🐢🐢🐢🐢🐢🐢";
    const parts = splitQuotation(text, bytes);
    assert.ok(parts.every((part) => new TextEncoder().encode(part).length <= bytes));
    const told = parts.flatMap((part) => part.split("\n")).map((line) => line.slice(2)).join("");
    assert.equal(told.replaceAll(/\s/g, ""), text.replaceAll(/\s/g, ""));
  }
});
