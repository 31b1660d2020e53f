import assert from "node:assert/strict";
import fc from "fast-check";
import { EXAMPLE_BUNDLE } from "../../tests/example_bundle.ts";
import { TOKEN_ESTIMATORS, type TokenEstimator } from "../text/count_tokens.ts";
import { fitFooter } from "./fit_footer.ts";

function bundleOf(limit: number) {
  return { ...EXAMPLE_BUNDLE, budget: { ...EXAMPLE_BUNDLE.budget, limit } };
}

Deno.test("fitFooter() counts the text a few times for any number of footer lines", () => {
  let counts = 0;
  const estimator: TokenEstimator = {
    name: "chars4",
    count: (text) => {
      counts++;
      return text.length;
    },
  };
  const footer = Array.from({ length: 10_000 }, () => "line\n");
  const text = fitFooter({ body: "body\n", footer, end: "end\n" }, {
    bundle: bundleOf(5 + 4 + 5 * 1234 + 3),
    estimator,
  });
  assert.equal(text, `body\n${"line\n".repeat(1234)}end\n`);
  // One for the whole, and log2(10,000) halvings.
  assert.ok(counts <= 1 + 14, String(counts));
});

Deno.test("fitFooter() returns the whole footer, some first lines or none, as the budget allows", () => {
  const parts = { body: "b\n", footer: ["one\n", "two\n", "three\n"], end: "e\n" };
  const estimator: TokenEstimator = { name: "chars4", count: (text) => text.length };
  const at = (limit: number) => fitFooter(parts, { bundle: bundleOf(limit), estimator });
  assert.equal(at(18), "b\none\ntwo\nthree\ne\n");
  assert.equal(at(17), "b\none\ntwo\ne\n");
  assert.equal(at(8), "b\none\ne\n");
  assert.equal(at(7), "b\ne\n");
  assert.equal(at(3), "b\ne\n");
  const empty = { ...bundleOf(3), fragments: [] };
  assert.equal(fitFooter(parts, { bundle: empty, estimator }), "");
});

Deno.test("fitFooter() returns a footer only within the budget, for any estimator", () => {
  // It falls and rises with the length, unlike any count of tokens.
  const uneven: TokenEstimator = { name: "chars4", count: (text) => (text.length * 37) % 101 };
  fc.assert(
    fc.property(
      fc.array(fc.string().map((line) => `${line}\n`), { maxLength: 20 }),
      fc.nat(120),
      fc.constantFrom(uneven, ...Object.values(TOKEN_ESTIMATORS)),
      (footer, limit, estimator) => {
        const text = fitFooter({ body: "b\n", footer, end: "e\n" }, {
          bundle: bundleOf(limit),
          estimator,
        });
        assert.ok(text === "b\ne\n" || estimator.count(text) <= limit);
      },
    ),
  );
});
