import assert from "node:assert/strict";
import { analyzeQuery } from "../text/analyze_query.ts";
import { queryTraits } from "./rank_evidence.ts";

Deno.test("queryTraits() takes the title of an issue for what it asks for, not its other words", () => {
  const ask = (title: string, prose: string) => {
    const heavy = analyzeQuery(title).map((term) => ({ ...term, weight: 2 }));
    return [...queryTraits({ terms: [...heavy, ...analyzeQuery(prose)] }).requestedKinds];
  };
  assert.deepEqual(ask("the router fails", "tests and docs"), []);
  assert.deepEqual(ask("tests of the router fail", "docs"), ["test"]);
});

Deno.test("queryTraits() takes all words of a question for what it asks for", () => {
  const { requestedKinds } = queryTraits({ terms: analyzeQuery("router tests and docs") });
  assert.deepEqual([...requestedKinds], ["test", "document"]);
});

Deno.test("queryTraits() knows that a question of what people are told asks for documents", () => {
  const terms = analyzeQuery("deploy behind a proxy");
  assert.deepEqual([...queryTraits({ terms, asksForDocuments: true }).requestedKinds], [
    "document",
  ]);
});
