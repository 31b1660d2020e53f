import assert from "node:assert/strict";
import fc from "fast-check";
import { analyzeQuery } from "../text/analyze_query.ts";
import { nameTerms } from "./file_name.ts";
import { createNameScorer } from "./name_scorer.ts";

/** Returns the share of a name that a query has, with the same idf for all but some terms. */
function shareOf(name: string, query: string, idfs: Readonly<Record<string, number>> = {}): number {
  const terms = analyzeQuery(query);
  const known = new Map(terms.map(({ term }) => [term, idfs[term] ?? 1]));
  return createNameScorer(terms, known)(nameTerms(name));
}

Deno.test("createNameScorer() returns the share of the name that the query has", () => {
  assert.equal(shareOf("StringUtils", "null-safe string operations"), 1 / 2);
  assert.equal(shareOf("Tokenizer", "null-safe string operations"), 0);
  assert.equal(shareOf("", "null-safe string operations"), 0);
});

Deno.test("createNameScorer() matches an identifier of the query in any notation of the name", () => {
  for (const query of ["where is HTTPServer", "httpserver settings"]) {
    for (const name of ["HTTPServer", "http_server", "http-server"]) {
      assert.equal(shareOf(name, query), 1, `${name} in ${query}`);
    }
  }
  assert.equal(shareOf("httpserver", "HTTPServer"), 1);
});

Deno.test("createNameScorer() matches agent nouns with their verbs, and words that end in s", () => {
  const known = ["routing: router", "format: Formatter", "extraction: extractor", "alias: aliases"];
  for (const pair of known) {
    const [query = "", name = ""] = pair.split(": ");
    assert.equal(shareOf(name, query), 1, pair);
  }
  assert.equal(shareOf("order", "ordinal numbers"), 0);
});

Deno.test("createNameScorer() lowers a name whose words are common relative to the query's other words", () => {
  // The idfs are 1, 4 and 4, on average 3.
  const idfs = { clap: 1, parser: 4, error: 4 };
  assert.equal(shareOf("clap", "clap parser error", idfs), Math.sqrt(1 / 3));
  assert.equal(shareOf("parser", "clap parser error", idfs), 1);
  assert.equal(shareOf("clap_parser", "clap parser error", idfs), 1);
});

Deno.test("createNameScorer() is between 0 and 1 for any name and query", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string(), (name, text) => {
    const share = shareOf(name, `${text} ${name}`);
    assert.ok(share >= 0 && share <= 1);
  }));
});
