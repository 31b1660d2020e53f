import type { TestLocation } from "./caller_program.ts";

/** Counts of the listed tests of a definition. */
export interface TestCounts {
  /** Listed tests of those that reach it. */
  readonly found: number;
  /** Tests that reach it. */
  readonly tests: number;
  /** Listed entries. */
  readonly listed: number;
}

/**
 * Returns the counts of a list of tests. A test is found by any location that shares a line with
 * it.
 */
export function countTests(
  tests: readonly TestLocation[],
  listed: readonly TestLocation[],
): TestCounts {
  const found = tests.filter((test) =>
    listed.some((place) =>
      place.path === test.path && place.startLine <= test.endLine &&
      test.startLine <= place.endLine
    )
  );
  return { found: found.length, tests: tests.length, listed: listed.length };
}
