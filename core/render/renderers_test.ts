import assert from "node:assert/strict";
import { TOKEN_ESTIMATORS } from "../text/count_tokens.ts";
import { withHashes } from "../../tests/example_bundle.ts";
import { findRenderer, RENDERERS } from "./renderers.ts";

Deno.test("RENDERERS lists Markdown first", () => {
  assert.deepEqual(RENDERERS.map(({ name }) => name), ["markdown", "json", "xml"]);
});

Deno.test("findRenderer() finds each renderer by its name and nothing else", () => {
  for (const renderer of RENDERERS) assert.equal(findRenderer(renderer.name), renderer);
  assert.equal(findRenderer("html"), undefined);
});

for (const renderer of RENDERERS) {
  Deno.test(`${renderer.name} renderer ends in exactly one newline and is deterministic`, () => {
    const bundle = withHashes();
    const text = renderer.render(bundle, TOKEN_ESTIMATORS.chars4);
    assert.match(text, /[^\n]\n$/);
    assert.equal(renderer.render(structuredClone(bundle), TOKEN_ESTIMATORS.chars4), text);
  });
}
