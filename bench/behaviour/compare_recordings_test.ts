import assert from "node:assert/strict";
import type { CanonicalAnswer, RecordedAnswer } from "./behaviour_request.ts";
import { canonicalBundle } from "./canonical.ts";
import { compareRecordings } from "./compare_recordings.ts";
import { EXAMPLE_BUNDLE } from "../../tests/example_bundle.ts";

const ANSWER = canonicalBundle(EXAMPLE_BUNDLE, "# Context\n");

function recording(answer: CanonicalAnswer): RecordedAnswer[] {
  return [{ request: { id: "a/1", tree: "a", kind: "context", text: "", options: {} }, answer }];
}

Deno.test("compareRecordings() treats answers as equal when only the last bits of sums differ", () => {
  const moved = ANSWER.passages!.map((one) => ({ ...one, score: one.score * (1 + 1e-12) }));
  const compared = compareRecordings(recording(ANSWER), recording({ ...ANSWER, passages: moved }));
  assert.deepEqual(compared, { alike: 1, requests: 1, alikeTexts: 1, texts: 1, differences: [] });
});

Deno.test("compareRecordings() reports the path and both values of a difference", () => {
  const [first, ...others] = ANSWER.passages!;
  const passages = [{ ...first!, startLine: 7, role: "read" }, ...others];
  const { alike, differences } = compareRecordings(
    recording(ANSWER),
    recording({ ...ANSWER, passages, notes: [] }),
  );
  assert.equal(alike, 0);
  assert.deepEqual(differences.slice(0, 2), [
    `a/1 passages.0.startLine: ${first!.startLine} → 7`,
    'a/1 passages.0.role: nothing → "read"',
  ]);
  assert.ok(differences.some((line) => line.startsWith("a/1 notes.0: ")));
});

Deno.test("compareRecordings() compares texts separately, and reports requests in only one recording", () => {
  const other = compareRecordings(recording(ANSWER), recording({ ...ANSWER, rendered: "0" }));
  assert.deepEqual([other.alike, other.alikeTexts, other.texts], [1, 0, 1]);
  assert.deepEqual(compareRecordings(recording(ANSWER), []).differences, [
    "a/1 is only in the first recording",
  ]);
});

Deno.test("canonicalBundle() refuses a bundle of an unknown version", () => {
  assert.throws(() => canonicalBundle({ ...EXAMPLE_BUNDLE, version: 99 }, undefined), /version 99/);
});
