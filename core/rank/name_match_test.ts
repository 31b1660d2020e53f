import assert from "node:assert/strict";
import fc from "fast-check";
import { analyzeQuery } from "../text/analyze_query.ts";
import { agreement, matchName, nameTerms } from "./name_match.ts";
import { profileQuery } from "./query_profile.ts";

/** The query with every term weighing 1. */
function profile(text: string) {
  return profileQuery(analyzeQuery(text).map((term) => ({ ...term, weight: 1 })));
}

Deno.test("nameTerms() takes identifiers, file names and paths apart", () => {
  assert.deepEqual(nameTerms("retryUploads"), {
    whole: "retryupload",
    pieces: ["retri", "upload"],
  });
  assert.deepEqual(nameTerms("router"), { whole: undefined, pieces: ["router"] });
  assert.deepEqual(nameTerms("SqlMapper.TypeHandler").pieces, ["sql", "mapper", "type", "handler"]);
  assert.deepEqual(nameTerms("…"), { whole: undefined, pieces: [] });
});

Deno.test("matchName() gives the share of the query and the share of the name", () => {
  const query = profile("null-safe string operations");
  assert.deepEqual(matchName(nameTerms("StringUtils"), query), {
    coverage: 1 / 4,
    precision: 1 / 2,
  });
  assert.deepEqual(matchName(nameTerms("Tokenizer"), query), { coverage: 0, precision: 0 });
});

Deno.test("matchName() knows an identifier of the query however the name is written", () => {
  const query = profile("where is HTTPServer");
  for (const name of ["HTTPServer", "http_server", "http-server", "httpserver"]) {
    assert.deepEqual(matchName(nameTerms(name), query), { coverage: 1, precision: 1 }, name);
  }
  const joined = profile("httpserver settings");
  assert.deepEqual(matchName(nameTerms("HttpServer"), joined), { coverage: 1 / 2, precision: 1 });
});

Deno.test("matchName() gives shares between 0 and 1 for any name and query", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string(), (name, text) => {
    const { coverage, precision } = matchName(nameTerms(name), profile(`${text} ${name}`));
    assert.ok(coverage >= 0 && coverage <= 1 && precision >= 0 && precision <= 1);
  }));
});

Deno.test("agreement() is 1 only where the name says all of the query and nothing else", () => {
  assert.equal(agreement({ coverage: 0.5, precision: 0.5 }), 0.25);
  assert.equal(agreement({ coverage: 1, precision: 1 }), 1);
});
