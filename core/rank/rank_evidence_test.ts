import assert from "node:assert/strict";
import { analyzeQuery } from "../text/analyze_query.ts";
import { queryTraits } from "./rank_evidence.ts";

Deno.test("queryTraits() finds the requested kinds in the title of an issue, not in its other words", () => {
  const ask = (title: string, prose: string) => {
    const heavy = analyzeQuery(title).map((term) => ({ ...term, weight: 2 }));
    return [...queryTraits({ terms: [...heavy, ...analyzeQuery(prose)] }).requestedKinds];
  };
  assert.deepEqual(ask("the router fails", "tests and docs"), []);
  assert.deepEqual(ask("tests of the router fail", "docs"), ["test"]);
});

Deno.test("queryTraits() finds the requested kinds in all words of a question", () => {
  const { requestedKinds } = queryTraits({ terms: analyzeQuery("router tests and docs") });
  assert.deepEqual([...requestedKinds], ["test", "document"]);
});

Deno.test("queryTraits() requests documents for a question about usage", () => {
  const terms = analyzeQuery("deploy behind a proxy");
  assert.deepEqual([...queryTraits({ terms, asksForDocuments: true }).requestedKinds], [
    "document",
  ]);
});
