import assert from "node:assert/strict";
import fc from "fast-check";
import { cutDocument, DOCUMENT_CHARACTERS } from "./cut_document.ts";

Deno.test("N-4 cutDocument() shows 2000 characters and says that there are more", () => {
  const { text, cut } = cutDocument("x".repeat(2001));
  assert.equal(text, `${"x".repeat(2000)}\n[cut: 2000 of 2001 characters shown]`);
  assert.equal(cut, true);
});

Deno.test("cutDocument() leaves a text of 2000 characters as it is, whatever they are", () => {
  for (const text of ["", "x".repeat(2000), "😀".repeat(2000), "a\nb\n"]) {
    assert.equal(cutDocument(text).text, text);
    assert.equal(cutDocument(text).cut, false);
  }
  assert.deepEqual(["", "a", "a\n", "a\nb"].map((text) => cutDocument(text).endLine), [1, 1, 1, 2]);
});

Deno.test("cutDocument() falls back to the end of a line that is past the middle", () => {
  assert.equal(cutDocument("12345\n78\nabcd", 7).text, "12345\n[cut: 5 of 13 characters shown]");
  assert.equal(cutDocument("12\n45678\nabcd", 7).text, "12\n4567\n[cut: 7 of 13 characters shown]");
  assert.equal(cutDocument("12\n4567\nabcd", 7).text, "12\n4567\n[cut: 7 of 12 characters shown]");
});

Deno.test("cutDocument() tells the last line that it shows whole", () => {
  const lastOf = (text: string, limit?: number) => cutDocument(text, limit).lastWholeLine;
  assert.deepEqual(["", "a", "a\n", "a\nb"].map((text) => lastOf(text)), [1, 1, 1, 2]);
  assert.deepEqual([lastOf("x".repeat(2001)), lastOf("12\n45678\nabcd", 7)], [0, 1]);
  assert.deepEqual([lastOf("12345\n78\nabcd", 7), lastOf("12\n4567\nabcd", 7)], [1, 2]);
  assert.deepEqual([lastOf("1234  \r\n7", 5), lastOf("1234 67", 5)], [1, 0]);
});

Deno.test("cutDocument() shows a prefix within the limit that ends in whole characters", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", " ", "\n", "é", "😀"), maxLength: 60 });
  fc.assert(fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, limit) => {
    const { text: shown, cut, endLine, lastWholeLine } = cutDocument(text, limit);
    assert.equal(cut, [...text].length > limit);
    const head = cut ? shown.slice(0, shown.lastIndexOf("\n[cut: ")) : shown;
    assert.ok(text.startsWith(head));
    assert.ok([...head].length <= limit);
    assert.ok(head.isWellFormed());
    const linesOf = (text: string) =>
      text.split("\n").slice(0, lastWholeLine).map((line) => line.trimEnd());
    assert.deepEqual(linesOf(head), linesOf(text));
    assert.ok(endLine - 1 <= lastWholeLine && lastWholeLine <= endLine);
    if (cut) assert.equal(endLine, head.replace(/\n$/, "").split("\n").length);
  }));
  assert.equal(DOCUMENT_CHARACTERS, 2000);
});
