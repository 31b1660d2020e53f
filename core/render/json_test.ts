import assert from "node:assert/strict";
import type { Bundle } from "../pack/bundle.ts";
import { TOKEN_ESTIMATORS } from "../text/count_tokens.ts";
import { withHashes } from "../../tests/example_bundle.ts";
import { JSON_RENDERER } from "./json.ts";

const BUNDLE: Bundle = withHashes();
const { piece } = TOKEN_ESTIMATORS;

Deno.test("JSON_RENDERER renders the bundle, indented, with one newline at the end", () => {
  const text = JSON_RENDERER.render(BUNDLE, piece);
  assert.deepEqual(JSON.parse(text), BUNDLE);
  assert.match(text, /^\{\n {2}"version": 2,\n[^]*\n\}\n$/);
});

Deno.test("JSON_RENDERER includes the limit of sent tokens, if any", () => {
  const bundle: Bundle = { ...BUNDLE, budget: { ...BUNDLE.budget, maxSent: 900 } };
  assert.deepEqual(JSON.parse(JSON_RENDERER.render(bundle, piece)), bundle);
});

Deno.test("JSON_RENDERER includes the kind of the question, and the end of a section", () => {
  const [first, ...others] = BUNDLE.sections;
  const bundle: Bundle = {
    ...BUNDLE,
    question: { kind: "symbol", because: 'it names "open"' },
    sections: [{ ...first!, rule: "best-value", stop: "worth" }, ...others],
  };
  assert.deepEqual(JSON.parse(JSON_RENDERER.render(bundle, piece)), bundle);
});

Deno.test("JSON_RENDERER writes the keys in the order of the schema for any order of the fields", () => {
  const reversed = Object.fromEntries(Object.entries(BUNDLE).reverse()) as unknown as Bundle;
  assert.equal(JSON_RENDERER.render(reversed, piece), JSON_RENDERER.render(BUNDLE, piece));
  assert.deepEqual(
    Object.keys(JSON.parse(JSON_RENDERER.render(reversed, piece))),
    [
      "version",
      "query",
      "root",
      "budget",
      "index",
      "sections",
      "fragments",
      "omitted",
      "notes",
      "hash",
    ],
  );
});
