import assert from "node:assert/strict";
import { analyzeQuery } from "../text/analyze_query.ts";
import { idfExponent, profileQuery, verbosity } from "./query_profile.ts";

Deno.test("profileQuery() counts an identifier once, by its pieces", () => {
  const terms = analyzeQuery("how does parseUrl work").map((term) => ({ ...term, weight: 2 }));
  const { total, words, compounds, weights } = profileQuery(terms);
  assert.deepEqual([...weights.keys()], ["parseurl", "pars", "url", "work"]);
  assert.equal(total, 6);
  assert.equal(words, 2);
  assert.deepEqual([...compounds], [["parseurl", 4]]);
});

Deno.test("verbosity() grows from 8 words to 32", () => {
  assert.deepEqual([0, 8, 20, 32, 900].map(verbosity), [0, 0, 0.5, 1, 1]);
});

Deno.test("idfExponent() goes from .35 for a question to 1 for a long text", () => {
  assert.deepEqual([5, 20, 40].map(idfExponent), [0.35, 0.675, 1]);
});
