import assert from "node:assert/strict";
import fc from "fast-check";
import { analyzeQuery } from "../text/analyze_query.ts";
import { openDefinitionMatcher } from "./match_definitions.ts";
import { matchName, nameTerms } from "./name_match.ts";
import { profileQuery } from "./query_profile.ts";

function profile(text: string) {
  return profileQuery(analyzeQuery(text).map((term) => ({ ...term, weight: 1 })));
}

Deno.test("openDefinitionMatcher() finds what a look at every name finds", () => {
  const word = fc.constantFrom("retry", "retries", "upload", "uploads", "fly", "Send", "all", "_x");
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join("_"));
  fc.assert(fc.property(fc.array(name), fc.array(word), (names, words) => {
    const query = profile(words.join(" "));
    const products = names.map((each) => {
      const { coverage, precision } = matchName(nameTerms(each), query);
      return coverage * precision;
    });
    const { coverage, precision } = openDefinitionMatcher(query)(names.join("\n"));
    assert.equal(coverage * precision, Math.max(0, ...products));
  }));
});

Deno.test("openDefinitionMatcher() takes names and queries of any characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (names, query) => {
      const { coverage } = openDefinitionMatcher(profile(query))(names);
      assert.ok(coverage >= 0 && coverage <= 1);
    }),
  );
});
