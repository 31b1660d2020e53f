import assert from "node:assert/strict";
import fc from "fast-check";
import { TOKEN_ESTIMATORS } from "../text/count_tokens.ts";
import { cutMiddle } from "./cut_middle.ts";

Deno.test("cutMiddle() never exceeds the tokens, keeps both ends and reports the omitted text", () => {
  const arbitrary = fc.string({ unit: fc.constantFrom("a", " ", "\n", "word ", "\u{1f9ea}") });
  fc.assert(fc.property(
    arbitrary,
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 0, max: 90 }),
    (part, times, tokens) => {
      const text = part.repeat(times);
      for (const estimator of Object.values(TOKEN_ESTIMATORS)) {
        const cut = cutMiddle(text, { tokens, estimator });
        assert.ok(estimator.count(cut) <= tokens);
        assert.ok(cut.isWellFormed());
        if (estimator.count(text) <= tokens) assert.equal(cut, text);
        else if (cut !== "") {
          const [, head = "", left, tail = ""] =
            /^([^]*?)\n?\[cut: (\d+) of \d+ characters omitted\]\n([^]*)$/.exec(cut)!;
          assert.ok(text.startsWith(head.replace(/\ufffd$/, "")));
          assert.ok(text.endsWith(tail.replace(/^\ufffd/, "")));
          assert.ok(Math.abs(head.length + Number(left) + tail.length - text.length) <= 1);
        }
      }
    },
  ));
});

Deno.test("cutMiddle() does not cut a long text with few tokens", () => {
  const estimator = TOKEN_ESTIMATORS.piece;
  assert.equal(cutMiddle(" ".repeat(17), { tokens: 1, estimator }), " ".repeat(17));
});

Deno.test("cutMiddle() cuts one line of a megabyte", () => {
  const estimator = TOKEN_ESTIMATORS.piece;
  const text = `first ${"x y ".repeat(250_000)}last`;
  const cut = cutMiddle(text, { tokens: 3000, estimator });
  assert.match(cut, /^first [^]*\n\[cut: \d+ of 1000010 characters omitted\]\n[^]*last$/);
});
