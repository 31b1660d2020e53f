import assert from "node:assert/strict";
import fc from "fast-check";
import { maskFindings } from "./mask_findings.ts";

/** Returns the text with the given parts of it masked as `x`. */
function mask(text: string, ...parts: readonly string[]): string {
  const findings = parts.map((part) => {
    const start = text.indexOf(part);
    return { rule: "x", start, end: start + part.length };
  });
  return maskFindings(text, findings).text;
}

Deno.test("maskFindings() replaces each secret by a mask, in any order", () => {
  assert.equal(mask("a=one b=two", "two", "one"), "a=«masked: x» b=«masked: x»");
  assert.equal(mask("nothing"), "nothing");
});

Deno.test("maskFindings() masks overlapping findings as one", () => {
  assert.equal(mask("abcdef", "abcd", "cdef"), "«masked: x»");
  assert.equal(mask("abcdef", "abcdef", "cd", "abc"), "«masked: x»");
  assert.equal(mask("abcdef", "abc", "def"), "«masked: x»«masked: x»");
});

Deno.test("maskFindings() keeps the line breaks within a secret", () => {
  assert.equal(mask("(one\r\ntwo\n\nthree)", "one\r\ntwo\n\nthree"), "(«masked: x»\r\n\n\n)");
});

Deno.test("maskFindings() returns the masked ranges, in order", () => {
  const text = "one\ntwo three\nfour";
  const findings = ["three", "one", "our"].map((part) => ({
    rule: part,
    start: text.indexOf(part),
    end: text.indexOf(part) + part.length,
  }));
  assert.deepEqual(maskFindings(text, findings).masked, [
    { rule: "one", start: 0, end: 3 },
    { rule: "three", start: 8, end: 13 },
    { rule: "our", start: 15, end: 18 },
  ]);
});

Deno.test("maskFindings() masks the user and password of an address, not the rest", () => {
  assert.equal(
    mask("open jdbc:mysql://u:p@h/db", "jdbc:mysql://u:p@h/db"),
    "open jdbc:mysql://«masked: x»@h/db",
  );
  assert.equal(mask("https://h/a@b", "https://h/a@b"), "«masked: x»");
});

Deno.test("maskFindings() does not mask a mask, but the text beside it", () => {
  assert.equal(mask("k=«masked: x»", "«masked: x»"), "k=«masked: x»");
  assert.equal(mask('k="«masked: x»"', '"«masked: x»"'), 'k="«masked: x»"');
  assert.equal(mask("k=«masked: x» abc", "«masked: x» abc"), "k=«masked: x»");
});

Deno.test("maskFindings() keeps all text that is not secret and the number of lines", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "é", "😀"), maxLength: 40 });
  const ranges = fc.array(fc.tuple(fc.nat(60), fc.nat(9)), { maxLength: 5 });
  fc.assert(fc.property(line, ranges, (text, ranges) => {
    const findings = ranges.map(([from, size]) => {
      const start = Math.min(from, text.length);
      return { rule: "x", start, end: Math.min(start + size, text.length) };
    }).filter(({ start, end }) => start < end);
    const { text: after, masked } = maskFindings(text, findings);
    const isShown = (at: number) => findings.every(({ start, end }) => at < start || at >= end);
    const shown = text.split("").filter((unit, at) => unit === "\n" || isShown(at)).join("");
    assert.equal(after.replaceAll("«masked: x»", ""), shown);
    assert.equal(after.split("«").length - 1, masked.length);
  }));
});

Deno.test("maskFindings() uses the more specific rule of two that find the same secret", () => {
  const findings = [
    { rule: "named-secret", start: 2, end: 9 },
    { rule: "github-token", start: 2, end: 8 },
    { rule: "named-secret", start: 10, end: 12 },
  ];
  assert.equal(
    maskFindings("= secrets. no", findings).text,
    "= «masked: github-token».«masked: named-secret»o",
  );
});
