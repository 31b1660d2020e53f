import fc from "fast-check";
import assert from "node:assert/strict";
import { measureUtf8 } from "../../../../core/text/utf8.ts";
import type { ContentPart } from "./item.ts";
import {
  addTruncationHeader,
  truncateLegacy,
  truncateParts,
  truncateText,
  type TruncationPolicy,
} from "./truncate.ts";

const LONG = "this is an example of a long output that should be truncated";
const TWO_LINES = `${LONG}\nalso some other line`;
const FACES = "😀".repeat(10);

const bytes = (limit: number): TruncationPolicy => ({ kind: "bytes", limit });
const tokens = (limit: number): TruncationPolicy => ({ kind: "tokens", limit });

Deno.test("C-15: truncateText() returns the nine golden values", () => {
  const golden: readonly (readonly [string, TruncationPolicy, string])[] = [
    ["example output", bytes(1), "…13 chars truncated…t"],
    ["example output", tokens(1), "ex…3 tokens truncated…ut"],
    [LONG, tokens(5), "this is an…10 tokens truncated… truncated"],
    [LONG, bytes(30), "this is an exam…30 chars truncated…ld be truncated"],
    [TWO_LINES, bytes(30), "this is an exam…51 chars truncated…some other line"],
    [TWO_LINES, tokens(10), "this is an example o…11 tokens truncated…also some other line"],
    [`${FACES}\nsecond line with text\n`, bytes(20), "😀😀…21 chars truncated…with text\n"],
    ["😀😀😀", bytes(0), "…3 chars truncated…"],
    ["😀abc", bytes(3), "…2 chars truncated…bc"],
  ];
  for (const [text, policy, cut] of golden) assert.equal(truncateText(text, policy), cut);
});

Deno.test("C-15: truncateText() does not change a text that fits, even exactly", () => {
  assert.equal(truncateText("", bytes(0)), "");
  assert.equal(truncateText("😀", bytes(4)), "😀");
  assert.equal(truncateText("😀", tokens(1)), "😀");
  assert.equal(truncateText("12345678", tokens(0)), "…2 tokens truncated…");
});

Deno.test("C-15: truncateText() keeps a beginning and an end that fit, and divides no character", () => {
  fc.assert(fc.property(
    fc.string({ unit: fc.constantFrom("a", "\n", "é", "…", "😀"), maxLength: 60 }),
    fc.constantFrom("bytes", "tokens"),
    fc.nat(40),
    (text, kind, limit) => {
      const cut = truncateText(text, { kind, limit });
      const budget = kind === "bytes" ? limit : 4 * limit;
      const { bytes, characters } = measureUtf8(text);
      if (bytes <= budget) return assert.equal(cut, text);
      assert.ok(cut.isWellFormed());
      const marks = [...cut.matchAll(/…(\d+) (?:chars|tokens) truncated…/g)];
      const mark = marks.find(({ 0: { length }, index }) =>
        text.startsWith(cut.slice(0, index)) && text.endsWith(cut.slice(index + length))
      );
      assert.ok(mark !== undefined);
      const kept = measureUtf8(cut).bytes - measureUtf8(mark[0]).bytes;
      assert.ok(kept <= budget);
      const removed = kind === "bytes"
        ? characters - (measureUtf8(cut).characters - measureUtf8(mark[0]).characters)
        : Math.ceil((bytes - budget) / 4);
      assert.equal(Number(mark[1]), removed);
    },
  ));
});

Deno.test("C-15: addTruncationHeader() states the number of lines of a cut text", () => {
  const cut = (text: string, policy: TruncationPolicy) =>
    addTruncationHeader(text, truncateText(text, policy));
  assert.equal(
    cut(TWO_LINES, bytes(30)),
    "Total output lines: 2\n\nthis is an exam…51 chars truncated…some other line",
  );
  assert.equal(cut(TWO_LINES, bytes(99)), TWO_LINES);
  assert.match(cut("a\nb\n", bytes(1)), /^Total output lines: 2\n\n…/);
  assert.match(cut("\n\n", bytes(1)), /^Total output lines: 2\n\n…/);
  assert.equal(
    addTruncationHeader("example output", "ex…ut", { tokens: true }),
    "Warning: this output is truncated, it had about 4 tokens\nTotal output lines: 1\n\nex…ut",
  );
});

Deno.test("C-15: a limit that is not a whole number is rejected", () => {
  for (const limit of [-1, 1.5, Number.NaN]) {
    assert.throws(() => truncateText("a", bytes(limit)), RangeError);
    assert.throws(() => truncateParts([], bytes(limit)), RangeError);
  }
});

const text = (text: string): ContentPart => ({ kind: "text", text });
const image: ContentPart = { kind: "image", url: "data:image/png;base64,AAAA" };

Deno.test("C-16: truncateParts() shares one budget, keeps images, and counts what it drops", () => {
  const parts = [text("1234"), image, text("abcdefghij"), text("gone"), image, text("too")];
  assert.deepEqual(truncateParts(parts, bytes(8)), [
    text("1234"),
    image,
    text("ab…6 chars truncated…ij"),
    image,
    text("[omitted 2 text items ...]"),
  ]);
  assert.deepEqual(truncateParts(parts, tokens(2)), [
    text("1234"),
    image,
    text("ab…2 tokens truncated…ij"),
    image,
    text("[omitted 2 text items ...]"),
  ]);
  assert.deepEqual(truncateParts(parts, bytes(21)), parts);
  // When the budget is used up exactly, nothing is cut, and the rest is dropped.
  assert.deepEqual(truncateParts([text("1234"), text("5"), text("")], bytes(4)), [
    text("1234"),
    text(""),
    text("[omitted 1 text items ...]"),
  ]);
});

Deno.test("truncateLegacy() keeps 128 lines from each end", () => {
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index + 1}`);
  const cut = truncateLegacy(`${lines.join("\n")}\n`);
  const mark = "[... omitted 44 of 300 lines ...]";
  assert.equal(cut, [...lines.slice(0, 128), mark, "", ...lines.slice(172), ""].join("\n"));
  assert.equal(truncateLegacy(lines.slice(0, 256).join("\n")), lines.slice(0, 256).join("\n"));
});

Deno.test("truncateLegacy() keeps 10 KiB at most, marks included", () => {
  assert.match(
    truncateLegacy("😀".repeat(5000)),
    /^😀+\n\[\.\.\. output truncated to fit 10240 bytes \.\.\.\]\n\n😀+$/u,
  );
  fc.assert(
    fc.property(
      fc.nat(500),
      fc.nat(200),
      fc.constantFrom("a", "é", "😀"),
      (count, width, character) => {
        const cut = truncateLegacy(`${character.repeat(width)}\n`.repeat(count));
        assert.ok(measureUtf8(cut).bytes <= 10_240 && cut.isWellFormed());
      },
    ),
    { numRuns: 30 },
  );
});
