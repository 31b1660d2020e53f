import assert from "node:assert/strict";
import fc from "fast-check";
import { analyzeQuery } from "../text/analyze_query.ts";
import { decodeFileName, encodeFileName, fileName, nameShare, nameTerms } from "./file_name.ts";

function termsOf(query: string): Set<string> {
  return new Set(analyzeQuery(query).map(({ term }) => term));
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

Deno.test("decodeFileName() gives back the terms that encodeFileName() wrote", () => {
  const path = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("HTTPServer", "a b", ""));
  fc.assert(fc.property(path, (path) => {
    assert.deepEqual(decodeFileName(encodeFileName(path)), nameTerms(fileName(path)));
  }));
});

Deno.test("nameShare() gives the share of the name that the query has", () => {
  const query = termsOf("null-safe string operations");
  assert.equal(nameShare(nameTerms("StringUtils"), query), 1 / 2);
  assert.equal(nameShare(nameTerms("Tokenizer"), query), 0);
  assert.equal(nameShare(nameTerms(""), query), 0);
});

Deno.test("nameShare() knows an identifier of the query however the name is written", () => {
  for (const query of ["where is HTTPServer", "httpserver settings"]) {
    for (const name of ["HTTPServer", "http_server", "http-server"]) {
      assert.equal(nameShare(nameTerms(name), termsOf(query)), 1, `${name} in ${query}`);
    }
  }
  assert.equal(nameShare(nameTerms("httpserver"), termsOf("HTTPServer")), 1);
});

Deno.test("nameShare() is between 0 and 1 for any name and query", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string(), (name, text) => {
    const share = nameShare(nameTerms(name), termsOf(`${text} ${name}`));
    assert.ok(share >= 0 && share <= 1);
  }));
});

Deno.test("fileName() leaves out endings, and calls index files after their folder", () => {
  const names = {
    "src/router.ts": "router",
    "src/router.test.ts": "router",
    "a/__init__.py": "a",
    "index.js": "index",
    ".gitignore": ".gitignore",
    "SqlMapper.TypeHandler.cs": "SqlMapper.TypeHandler",
    "Makefile": "Makefile",
  };
  for (const [path, name] of Object.entries(names)) assert.equal(fileName(path), name, path);
});
