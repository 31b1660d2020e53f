import assert from "node:assert/strict";
import fc from "fast-check";
import {
  explainProduct,
  explainSum,
  explainValue,
  type Explanation,
  renderExplanation,
  verifyExplanation,
} from "./explanation.ts";

const EXAMPLE = explainProduct("score", [
  explainSum("fields", [explainValue("body", 2), explainValue("path\nwords", 0.5)]),
  explainValue("test file", 0.4),
]);

Deno.test("explainSum() and explainProduct() compute the value from the details", () => {
  assert.equal(EXAMPLE.value, 1);
  assert.equal(explainSum("nothing", []).value, 0);
  assert.equal(explainProduct("nothing", []).value, 1);
});

Deno.test("verifyExplanation() accepts any tree made by the helpers", () => {
  const leaf = fc.record({
    value: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    description: fc.string(),
  });
  const { tree } = fc.letrec<{ tree: Explanation }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie("tree"), { maxLength: 4 }).map((details) => explainSum("sum", details)),
      fc.array(tie("tree"), { maxLength: 2 }).map((details) => explainProduct("product", details)),
    ),
  }));
  fc.assert(fc.property(tree, (explanation) => verifyExplanation(explanation)));
});

Deno.test("verifyExplanation() rejects a value that differs from its details, at any depth", () => {
  const wrong: Explanation = { ...explainSum("sum", [explainValue("a", 1)]), value: 1.001 };
  assert.equal(verifyExplanation(wrong), false);
  assert.equal(verifyExplanation(explainProduct("outer", [wrong])), false);
  assert.equal(verifyExplanation(explainValue("not a number", NaN)), false);
  assert.equal(
    verifyExplanation({ value: 1, description: "unsaid", details: [explainValue("a", 1)] }),
    false,
  );
});

Deno.test("verifyExplanation() allows rounding in the last bits", () => {
  const details = [0.1, 0.2, 0.3].map((value) => explainValue("part", value));
  assert.equal(
    verifyExplanation({ value: 0.6, description: "sum", operation: "sum", details }),
    true,
  );
});

Deno.test("renderExplanation() indents details and keeps a description on one line", () => {
  assert.equal(
    renderExplanation(EXAMPLE),
    "1 score, product of:\n  2.5 fields, sum of:\n    2 body\n    0.5 path words\n  0.4 test file",
  );
});
