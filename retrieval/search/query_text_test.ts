import { analyzeQuery, parseQuery } from "@dossier/core";
import assert from "node:assert/strict";
import fc from "fast-check";
import { queryText } from "../../tests/query_text.ts";
import { QueryText } from "./query_text.ts";

Deno.test("QueryText has the terms of analyzeQuery() and the result of parseQuery()", async () => {
  await fc.assert(fc.asyncProperty(queryText(), async (text) => {
    const query = new QueryText(text);
    assert.deepEqual(query.terms, analyzeQuery(text));
    assert.deepEqual((await query.parse()).parsed, parseQuery(text));
  }));
});

Deno.test("QueryText is analyzed and parsed once, for any callers in any order", async () => {
  const query = new QueryText("`Url.parse` fails in src/url.ts:12");
  assert.equal(query.tokens, query.tokens);
  assert.equal(query.terms, query.terms);
  const [first, second] = await Promise.all([query.parse(), query.parse()]);
  assert.equal(first.parsed, second.parsed);
  assert.equal((await query.parse()).parsed, first.parsed);
});

Deno.test("QueryText is plain when it is one line of words", () => {
  assert.equal(new QueryText("how are routes registered").isPlain, true);
  assert.equal(new QueryText("how are `routes` registered").isPlain, false);
});
