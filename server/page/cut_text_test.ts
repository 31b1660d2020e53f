import fc from "fast-check";
import assert from "node:assert/strict";
import { cutLines, cutText, splitControls, type TextRun } from "./cut_text.ts";

Deno.test("cutText() returns a beginning of any text, and splits no character", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.nat(60), (text, maxWeight) => {
    const shown = cutText(text, maxWeight);
    assert.ok(text.startsWith(shown));
    assert.ok(shown.length <= maxWeight);
    assert.ok(shown.isWellFormed());
    if (text.length * 40 <= maxWeight) assert.equal(shown, text);
  }));
});

Deno.test("cutText() counts a control character as the size that it is shown with", () => {
  assert.equal(cutText("\u0001".repeat(100), 400).length, 10);
  assert.equal(cutText("a\u0001".repeat(100), 410).length, 20);
  assert.equal(cutText("\n\t".repeat(100), 150).length, 150);
});

Deno.test("cutLines() cuts long lines and omits lines beyond the limit, and counts what is omitted", () => {
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

Deno.test("cutLines() shows at least one line, so that the reader can go on", () => {
  assert.equal(cutLines("abc\ndef", { maxWeight: 1 }).lines.length, 1);
});

function textOf(run: TextRun): string {
  return run.kind === "text" ? run.text : String.fromCodePoint(...run.codePoints);
}

Deno.test("splitControls() loses nothing of any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, keepsLines) => {
    const runs = splitControls(text, { keepsLines });
    assert.equal(runs.map(textOf).join(""), text);
    assert.ok(runs.every((run) => run.kind === "control" || run.text !== ""));
  }));
});

Deno.test("splitControls() names what would not show and leaves what does", () => {
  const name = (text: string) =>
    splitControls(text).map((run) => run.kind === "text" ? run.text : `<${run.name}>`).join("");
  assert.equal(name("a\nb\0c\u007f"), "a<␊>b<␀>c<␡>");
  assert.equal(name("a\u202eb\u2066c\u200bd\ufeffe"), "a<U+202E>b<U+2066>c<U+200B>d<U+FEFF>e");
  assert.equal(name("half \ud800 \u{e0041}"), "half <U+D800> <U+E0041>");
  assert.equal(name("Grüße 你好 👩‍💻 नमस्ते"), "Grüße 你好 👩‍💻 नमस्ते");
});

Deno.test("splitControls() keeps line breaks and tabs when requested, and no carriage return", () => {
  const runs = splitControls("a\tb\r\nc", { keepsLines: true });
  assert.deepEqual(runs, [
    { kind: "text", text: "a\tb" },
    { kind: "control", codePoints: [0x0d], name: "␍" },
    { kind: "text", text: "\nc" },
  ]);
});

Deno.test("splitControls() makes one run of successive controls", () => {
  assert.deepEqual(splitControls("a\u0001\u001b\u202eb"), [
    { kind: "text", text: "a" },
    { kind: "control", codePoints: [0x01, 0x1b, 0x202e], name: "␁␛U+202E" },
    { kind: "text", text: "b" },
  ]);
});
