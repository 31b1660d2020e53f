import assert from "node:assert/strict";
import fc from "fast-check";
import { analyzeQuery } from "../text/analyze_query.ts";
import { decodeName, encodeNames } from "./document_names.ts";
import { openNamesMatcher } from "./match_names.ts";
import { agreement, matchName, nameTerms } from "./name_match.ts";
import { profileQuery } from "./query_profile.ts";

function profile(text: string) {
  return profileQuery(analyzeQuery(text).map((term) => ({ ...term, weight: 1 })));
}

Deno.test("decodeName() gives back the terms that encodeNames() wrote", () => {
  const name = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("HTTPServer", "a b", ""));
  fc.assert(fc.property(fc.array(name), (definitions) => {
    const lines = encodeNames({ path: "src/a.py", definitions }).split("\n");
    assert.deepEqual(lines.slice(1).map(decodeName), definitions.map(nameTerms));
  }));
});

Deno.test("openNamesMatcher() finds the definition that a look at each one finds", () => {
  const word = fc.constantFrom("retry", "retries", "upload", "uploads", "fly", "Send", "all", "_x");
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join("_"));
  fc.assert(fc.property(fc.array(name), fc.array(word), (definitions, words) => {
    const query = profile(words.join(" "));
    const found = openNamesMatcher(query)(encodeNames({ path: "a.py", definitions }));
    const all = definitions.map((each) => agreement(matchName(nameTerms(each), query)));
    assert.equal(agreement(found.definition), Math.max(0, ...all));
  }));
});

Deno.test("openNamesMatcher() compares the name by which the file is known", () => {
  const match = openNamesMatcher(profile("http router"));
  const { name } = match(encodeNames({ path: "http/router/mod.rs", definitions: [] }));
  assert.deepEqual(name, { coverage: 0.5, precision: 1 });
});

Deno.test("openNamesMatcher() takes names and queries of any characters", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(fc.property(text, text, (name, query) => {
    const names = encodeNames({ path: name, definitions: [name] });
    const { definition } = openNamesMatcher(profile(query))(names);
    assert.ok(definition.coverage >= 0 && definition.coverage <= 1);
  }));
});

Deno.test("openNamesMatcher() leaves out each term that has more than letters and numbers", () => {
  const term = { count: 1, position: 0, part: false, pieces: [], weight: 1 };
  // A pattern that had the second would be an error.
  const query = profileQuery(["1⁄4", "(x", "retri"].map((text) => ({ ...term, term: text })));
  const { definition } = openNamesMatcher(query)("a\nretri");
  assert.deepEqual(definition, { coverage: 1 / 3, precision: 1 });
});
