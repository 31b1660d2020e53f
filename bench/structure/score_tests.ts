import type { TestPlace } from "./caller_program.ts";

/** How much of what tests a definition is listed. */
export interface TestCounts {
  /** Tests that are listed of those that reach it. */
  readonly found: number;
  /** Tests that reach it. */
  readonly tests: number;
  /** What is listed. */
  readonly listed: number;
}

/** Returns the counts of a list of tests: a test is found by any place that shares a line with it. */
export function countTests(tests: readonly TestPlace[], listed: readonly TestPlace[]): TestCounts {
  const found = tests.filter((test) =>
    listed.some((place) =>
      place.path === test.path && place.startLine <= test.endLine &&
      test.startLine <= place.endLine
    )
  );
  return { found: found.length, tests: tests.length, listed: listed.length };
}
