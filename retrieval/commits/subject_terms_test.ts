import assert from "node:assert/strict";
import { createSubjectAnalyzer } from "./subject_terms.ts";

function termsOf(subject: string): string[] {
  return [...createSubjectAnalyzer()(subject)];
}

Deno.test("createSubjectAnalyzer() gives each term of the index once, without stop words", () => {
  assert.deepEqual(termsOf("Retry the retries of HTTPServer"), [
    "retri",
    "httpserver",
    "http",
    "server",
  ]);
});

Deno.test("createSubjectAnalyzer() leaves out numbers of issues, and no other numbers", () => {
  assert.deepEqual(termsOf("Fixed #12345 -- names in 404 pages (#678)"), [
    "fix",
    "name",
    "404",
    "page",
  ]);
});

Deno.test("createSubjectAnalyzer() keeps the words that say where a change is", () => {
  assert.deepEqual(termsOf("net: bridge: drop"), ["net", "bridg", "drop"]);
});

Deno.test("createSubjectAnalyzer() gives nothing for a subject that says nothing", () => {
  for (const subject of ["", "...", "#12", "of the", "\u{1f4a9}"]) {
    assert.deepEqual(termsOf(subject), [], subject);
  }
});

Deno.test("createSubjectAnalyzer() reads the start of a subject without an end", () => {
  const terms = termsOf("word ".repeat(1000) + "last");
  assert.deepEqual(terms, ["word"]);
});
