import assert from "node:assert/strict";
import fc from "fast-check";
import { splitControls, type TextRun } from "./split_controls.ts";

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

Deno.test("splitControls() keeps line breaks and tabs when it is asked to, and no carriage return", () => {
  const runs = splitControls("a\tb\r\nc", { keepsLines: true });
  assert.deepEqual(runs, [
    { kind: "text", text: "a\tb" },
    { kind: "control", codePoints: [0x0d], name: "␍" },
    { kind: "text", text: "\nc" },
  ]);
});

Deno.test("splitControls() makes one run of controls that follow each other", () => {
  assert.deepEqual(splitControls("a\u0001\u001b\u202eb"), [
    { kind: "text", text: "a" },
    { kind: "control", codePoints: [0x01, 0x1b, 0x202e], name: "␁␛U+202E" },
    { kind: "text", text: "b" },
  ]);
});
