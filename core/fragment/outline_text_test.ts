import assert from "node:assert/strict";
import { removeOutlineEntries, renderOutline } from "./outline_text.ts";

const OUTLINE = renderOutline([
  { line: 3, text: "class Store\n  Keeps it.\n  12: not an entry" },
  { line: 9, text: "  open(): void" },
  { line: 21, text: "function main()" },
]);

Deno.test("removeOutlineEntries() removes the entries of some lines with their further lines", () => {
  assert.equal(removeOutlineEntries(OUTLINE, []), OUTLINE);
  assert.equal(
    removeOutlineEntries(OUTLINE, [{ startLine: 1, endLine: 3 }]),
    "9:   open(): void\n21: function main()",
  );
  assert.equal(
    removeOutlineEntries(OUTLINE, [{ startLine: 9, endLine: 9 }, { startLine: 20, endLine: 30 }]),
    "3: class Store\n  Keeps it.\n  12: not an entry",
  );
  assert.equal(removeOutlineEntries(OUTLINE, [{ startLine: 1, endLine: 99 }]), "");
  assert.equal(removeOutlineEntries("", [{ startLine: 1, endLine: 99 }]), "");
});
