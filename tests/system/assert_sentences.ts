import assert from "node:assert/strict";
import type { RunResult } from "../temp_workspace.ts";

/** Text that a user must never see: a stack, internals of the program, the class of an error. */
const INSIDES_REGEXP =
  /^\s+at |\bfile:\/\/|\.ts:\d|os error|(?:Internal|Unexpected) error|Uncaught|\b\w*Error\b: |undefined|\[object/m;

/** Sentence without its full stop; a remark on a file begins with the location. */
const SENTENCE_REGEXP = /^dossier: (?:\S+:\d+:\d+: )?[A-Z"0-9].*[^.]$/;

/**
 * Asserts that standard error contains sentences for people: each line begins with the program's
 * name and contains no internals.
 */
export function assertSentences({ stderr }: RunResult): void {
  assert.doesNotMatch(stderr, INSIDES_REGEXP);
  for (const line of stderr.split("\n").slice(0, -1)) assert.match(line, SENTENCE_REGEXP);
}

/** Asserts that the program failed with one sentence that matches, and no result. */
export function assertFailure(
  result: RunResult,
  { code, message }: { readonly code: number; readonly message: RegExp },
): void {
  assertSentences(result);
  assert.equal(result.stdout, "");
  assert.match(result.stderr, message);
  assert.equal(result.stderr.split("\n").length, 2, result.stderr);
  assert.equal(result.code, code);
}

/** Asserts that the program succeeded, and returns its result. */
export function assertSuccess(result: RunResult): string {
  assertSentences(result);
  assert.equal(result.code, 0, result.stderr);
  return result.stdout;
}
