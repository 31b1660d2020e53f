import assert from "node:assert/strict";
import { scoreByKeywords, type ScoredObservation } from "./keyword_score.ts";

const NOW = Date.UTC(2026, 10, 29);
const DAY_MS = 86_400_000;

function observe(fields: Partial<ScoredObservation> = {}): ScoredObservation {
  return {
    content: "Uploads retry three times",
    kind: "pattern",
    origin: "captured",
    weight: 1,
    createdAt: NOW,
    ...fields,
  };
}

Deno.test("M-25: scoreByKeywords() returns the share of the query's words that match, also as parts of words", () => {
  assert.equal(scoreByKeywords(observe(), "upload retries", NOW), 0.5);
  assert.equal(scoreByKeywords(observe(), "retry the upload", NOW), 2 / 3);
  assert.equal(scoreByKeywords(observe(), "database", NOW), 0);
});

Deno.test("M-25: scoreByKeywords() halves the score of an observation in seven days", () => {
  const old = observe({ createdAt: NOW - 7 * DAY_MS });
  assert.equal(scoreByKeywords(old, "retry", NOW), 0.5);
  assert.equal(scoreByKeywords(observe({ createdAt: NOW - 14 * DAY_MS }), "retry", NOW), 0.25);
});

Deno.test("M-25: scoreByKeywords() counts a stated observation 1.5 times, a summary twice, and both three times", () => {
  assert.equal(scoreByKeywords(observe({ origin: "explicit" }), "retry", NOW), 1.5);
  assert.equal(scoreByKeywords(observe({ kind: "summary" }), "retry", NOW), 2);
  assert.equal(scoreByKeywords(observe({ kind: "summary", origin: "explicit" }), "retry", NOW), 3);
  assert.equal(scoreByKeywords(observe({ weight: 0.4 }), "retry", NOW), 0.4);
});

Deno.test("M-25: scoreByKeywords() scores every observation by age and weight for an empty query", () => {
  const old = observe({ createdAt: NOW - 7 * DAY_MS, weight: 0.5 });
  assert.equal(scoreByKeywords(old, "", NOW), 0.25);
  assert.equal(scoreByKeywords(old, "a ?", NOW), 0.25);
});

Deno.test("scoreByKeywords() treats an observation from the future as new", () => {
  assert.equal(scoreByKeywords(observe({ createdAt: NOW + 30 * DAY_MS }), "retry", NOW), 1);
});
