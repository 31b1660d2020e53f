import assert from "node:assert/strict";
import { findQuotations } from "./find_quotations.ts";

function quotationsIn(line: string): readonly string[] {
  return findQuotations(line, 0).map(({ start, end }) => line.slice(start, end));
}

Deno.test("findQuotations() finds what stands in the quotation marks of several languages", () => {
  assert.deepEqual(quotationsIn("says \"file not found\" or 'no such key'"), [
    "file not found",
    "no such key",
  ]);
  assert.deepEqual(quotationsIn("“one two” „drei vier“ «cinq six» 「検索 語」"), [
    "one two",
    "drei vier",
    "cinq six",
    "検索 語",
  ]);
});

Deno.test("findQuotations() takes no apostrophe for a mark", () => {
  assert.deepEqual(quotationsIn("it doesn't work, the users' list isn't shown"), []);
  assert.deepEqual(quotationsIn("says 'it doesn't work' twice"), ["it doesn't work"]);
});

Deno.test("findQuotations() leaves out what is empty, open or too long", () => {
  assert.deepEqual(quotationsIn('"" and " " and "open'), []);
  assert.deepEqual(quotationsIn(`"${"x ".repeat(101)}"`), []);
});
