import assert from "node:assert/strict";
import fc from "fast-check";
import { cutLines, cutText } from "./cut_text.ts";

Deno.test("cutText() returns a begin of any text that tears no character apart", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.nat(60), (text, most) => {
    const shown = cutText(text, most);
    assert.ok(text.startsWith(shown));
    assert.ok(shown.length <= most);
    assert.ok(shown.isWellFormed());
    if (text.length * 40 <= most) assert.equal(shown, text);
  }));
});

Deno.test("cutText() counts a control as what it takes to be shown", () => {
  assert.equal(cutText("\u0001".repeat(100), 400).length, 10);
  assert.equal(cutText("a\u0001".repeat(100), 410).length, 20);
  assert.equal(cutText("\n\t".repeat(100), 150).length, 150);
});

Deno.test("cutLines() cuts long lines and leaves out what is too much, and says how much", () => {
  assert.deepEqual(cutLines("a\nb"), {
    lines: [{ text: "a", rest: 0 }, { text: "b", rest: 0 }],
    total: 2,
  });
  assert.deepEqual(cutLines("x".repeat(5000)).lines.map(({ rest }) => rest), [1000]);
  const short = cutLines("a\n".repeat(9999));
  assert.deepEqual([short.lines.length, short.total], [500, 10_000]);
  const heavy = cutLines(`${"\u0001".repeat(99)}\n`.repeat(400));
  assert.deepEqual([heavy.lines.length, heavy.total], [50, 401]);
});

Deno.test("cutLines() shows one line at least, so that there is a way on", () => {
  assert.equal(cutLines("abc\ndef", { most: 1 }).lines.length, 1);
});
