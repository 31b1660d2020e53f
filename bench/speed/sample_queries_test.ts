import assert from "node:assert/strict";
import { analyzeQuery } from "@dossier/core";
import { QUERY_SIZES, QuerySampler } from "./sample_queries.ts";

Deno.test("QuerySampler returns queries of the exact numbers of terms from doc comments only", () => {
  const word = (index: number) =>
    `w${String.fromCharCode(97 + index % 26)}${"x".repeat(index / 26)}q`;
  const words = Array.from({ length: 80 }, (_, index) => word(index)).join(" ");
  const sampler = new QuerySampler();
  sampler.add(`// ${words}\nconst code = 1;\n`);
  assert.deepEqual(Object.values(sampler.queries()), QUERY_SIZES.map(() => []));

  sampler.add(`/**\n * ${words}\n * @param never this\n */\nfunction hidden() {}\n`);
  for (const [size, queries] of Object.entries(sampler.queries())) {
    assert.equal(queries.length, 1);
    assert.equal(queries[0]?.terms.length, Number(size));
    assert.deepEqual(analyzeQuery(queries[0].text).map(({ term }) => term), queries[0].terms);
    assert.doesNotMatch(queries[0].text, /hidden|never/);
  }
});
