import assert from "node:assert/strict";
import { createSubjectAnalyzer } from "./subject_terms.ts";

function termsOf(subject: string): string[] {
  return [...createSubjectAnalyzer()(subject)];
}

Deno.test("createSubjectAnalyzer() returns each term of the index once, without stop words", () => {
  assert.deepEqual(termsOf("Retry the retries of HTTPServer"), [
    "retri",
    "httpserver",
    "http",
    "server",
  ]);
});

Deno.test("createSubjectAnalyzer() omits issue numbers, and no other numbers", () => {
  assert.deepEqual(termsOf("Fixed #12345 -- names in 404 pages (#678)"), [
    "fix",
    "name",
    "404",
    "page",
  ]);
});

Deno.test("createSubjectAnalyzer() keeps the words that name the area of a change", () => {
  assert.deepEqual(termsOf("net: bridge: drop"), ["net", "bridg", "drop"]);
});

Deno.test("createSubjectAnalyzer() returns nothing for a subject without meaning", () => {
  for (const subject of ["", "...", "#12", "of the", "\u{1f4a9}"]) {
    assert.deepEqual(termsOf(subject), [], subject);
  }
});

Deno.test("createSubjectAnalyzer() reads only the start of a very long subject", () => {
  const terms = termsOf("word ".repeat(1000) + "last");
  assert.deepEqual(terms, ["word"]);
});
