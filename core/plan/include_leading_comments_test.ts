import assert from "node:assert/strict";
import { outlineSymbols } from "../outline/outline_symbols.ts";
import { includeLeadingComments } from "./include_leading_comments.ts";

function rangesOf(text: string, language: string): readonly string[] {
  return includeLeadingComments(outlineSymbols(text, language), text)
    .map(({ name, startLine, endLine }) => `${name}:${startLine}-${endLine}`);
}

Deno.test("includeLeadingComments() includes the comments and decorators above, not those of others", () => {
  const python =
    "class A:\n    # Opens.\n    @cached\n    def open(self):\n        pass\n    # Ends.\n" +
    "    def end(self):\n        pass\n";
  assert.deepEqual(rangesOf(python, "python"), ["A:1-8", "open:2-5", "end:6-8"]);
  const script = "/** Adds. */\nexport function add() {\n}\n\n// Alone.\n\nfunction sub() {}\n";
  assert.deepEqual(rangesOf(script, "typescript"), ["add:1-3", "sub:7-7"]);
});

Deno.test("includeLeadingComments() returns definitions in line order, and none for none", () => {
  assert.deepEqual(includeLeadingComments([], "# text"), []);
  const text = "# b\ndef b(): pass\n# c\ndef c(): pass\n";
  const definitions = outlineSymbols(text, "python").toReversed();
  const leads = includeLeadingComments(definitions, text).map((
    { name, startLine },
  ) => [name, startLine]);
  assert.deepEqual(leads, [["b", 1], ["c", 3]]);
});
