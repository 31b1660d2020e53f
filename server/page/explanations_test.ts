import { explainProduct, explainSum, explainValue, type Explanation } from "@dossier/core/rank";
import fc from "fast-check";
import assert from "node:assert/strict";
import { splitScore } from "./explanations.ts";

const LABELS = ["chunks", "text", "meaning", "phrase", "weight", "evidence", "freshness"];

const LEAF = fc.record({
  description: fc.constantFrom(...LABELS),
  value: fc.double({ min: -4, max: 4, noNaN: true }),
}).map(({ description, value }) => explainValue(description, value));

const { tree: TREE } = fc.letrec<{ tree: Explanation; node: Explanation; leaf: Explanation }>(
  (tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("node")),
    leaf: LEAF,
    node: fc.tuple(
      fc.constantFrom(explainSum, explainProduct),
      fc.constantFrom(...LABELS),
      fc.array(tie("tree"), { minLength: 1, maxLength: 4 }),
    ).map(([explain, description, details]) => explain(description, details)),
  }),
);

Deno.test("splitScore() returns parts that add up to the score of any tree", () => {
  fc.assert(fc.property(TREE, (tree) => {
    const { parts } = splitScore(tree);
    const sum = parts.reduce((total, { value }) => total + value, 0);
    const scale = parts.reduce((total, { value }) => total + Math.abs(value), 1);
    assert.ok(Math.abs(sum - tree.value) <= 1e-9 * scale, `${sum} is not ${tree.value}`);
  }));
});

Deno.test("splitScore() keeps a step of the ranking as one part, no matter how deep it is", () => {
  const text = explainProduct("text", [explainValue("weight", .5), explainValue("share", 2)]);
  const evidence = explainSum("evidence", [text, explainValue("name", .25)]);
  const file = explainProduct("file", [evidence, explainValue("aside: a test", .4)]);
  const phrase = explainProduct("phrase", [explainValue("weight", 1), explainValue("best", 3)]);
  const score = explainSum("score", [
    explainProduct("score", [file, explainValue("file saturation: chunk 2 of its file", .5)]),
    phrase,
  ]);
  assert.deepEqual(splitScore(score), {
    parts: [
      { label: "text", value: .2 },
      { label: "name", value: .05 },
      { label: "phrase", value: 3 },
    ],
    factors: [
      { label: "aside: a test", value: .4 },
      { label: "file saturation: chunk 2 of its file", value: .5 },
    ],
  });
});

Deno.test("splitScore() splits only the first sum when no step is named", () => {
  const relevance = explainSum("relevance", [
    explainValue("words", .5),
    explainValue("linked", .25),
  ]);
  const document = explainProduct("document a.md", [relevance, explainValue("freshness", .5)]);
  assert.deepEqual(splitScore(document), {
    parts: [{ label: "words", value: .25 }, { label: "linked", value: .125 }],
    factors: [{ label: "freshness", value: .5 }],
  });
  assert.deepEqual(splitScore(explainValue("named", 1)), {
    parts: [{ label: "named", value: 1 }],
    factors: [],
  });
});
