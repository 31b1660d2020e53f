import fc from "fast-check";
import assert from "node:assert/strict";
import { countBytes4, measureUtf8, takeUtf16Start, takeUtf8End, takeUtf8Start } from "./utf8.ts";

/** Texts of characters of each length. */
const TEXTS = fc.string({ unit: fc.constantFrom("a", "\n", "é", "€", "😀") });

const ENCODER = new TextEncoder();

Deno.test("measureUtf8() counts the bytes that an encoder writes, and code points", () => {
  assert.deepEqual(measureUtf8("aé€😀"), { bytes: 1 + 2 + 3 + 4, characters: 4 });
  fc.assert(fc.property(TEXTS, (text) => {
    const { bytes, characters } = measureUtf8(text);
    assert.equal(bytes, ENCODER.encode(text).length);
    assert.equal(characters, [...text].length);
  }));
  // Lone surrogates are written as U+FFFD.
  assert.deepEqual(measureUtf8("\ud800a\udc00"), { bytes: 7, characters: 3 });
});

Deno.test("takeUtf8Start() and takeUtf8End() return as many complete characters as fit", () => {
  assert.equal(takeUtf8Start("a😀b", 4), "a");
  assert.equal(takeUtf8Start("a😀b", 5), "a😀");
  assert.equal(takeUtf8End("a😀b", 4), "b");
  assert.equal(takeUtf8End("a😀b", 5), "😀b");
  fc.assert(fc.property(TEXTS, fc.nat(40), (text, bytes) => {
    const characters = [...text];
    const start = takeUtf8Start(text, bytes);
    const end = takeUtf8End(text, bytes);
    assert.ok(text.startsWith(start) && text.endsWith(end));
    for (
      const [taken, further] of [
        [start, characters[[...start].length]],
        [end, characters.at(-1 - [...end].length)],
      ] as const
    ) {
      assert.ok(taken.isWellFormed() && measureUtf8(taken).bytes <= bytes);
      assert.ok(
        taken === text || measureUtf8(taken).bytes + measureUtf8(further ?? "").bytes > bytes,
      );
    }
  }));
});

Deno.test("takeUtf16Start() returns one code unit fewer when it would divide a character", () => {
  const starts = [0, 1, 2, 3, 4, 5].map((length) => takeUtf16Start("a😀b", length));
  assert.deepEqual(starts, ["", "a", "a", "a😀", "a😀b", "a😀b"]);
});

Deno.test("countBytes4() rounds up a quarter of the bytes", () => {
  assert.deepEqual(["", "a", "abcd", "abcde", "éé", "€€"].map(countBytes4), [0, 1, 1, 2, 1, 2]);
});
