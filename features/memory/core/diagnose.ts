import type { Outcome } from "./learn.ts";

/** The reason why a session failed. */
export type FailureCategory =
  | "test_failure"
  | "style"
  | "regression"
  | "incomplete"
  | "wrong_approach"
  | "other";

/** A call of a tool in a session. */
export interface SessionCall {
  readonly tool: string;
  readonly file?: string | undefined;
  readonly isSuccess: boolean;
}

/** An error in a session. */
export interface SessionError {
  readonly message: string;
  readonly tool: string;
  readonly isRecoverable: boolean;
}

/** The activity of a session. */
export interface SessionFacts {
  readonly calls: readonly SessionCall[];
  /** Paths relative to the root. */
  readonly modified: readonly string[];
  readonly errors: readonly SessionError[];
}

/** The diagnosis of a session. */
export interface Diagnosis extends SessionFacts {
  readonly outcome: Outcome;
  /** Undefined for an accepted session. */
  readonly category?: FailureCategory | undefined;
}

/** Programs that run tests. */
const TEST_RUNNER_REGEXP = new RegExp(
  "\\b(?:jest|vitest|mocha|pytest|unittest|go[_ ]test|cargo[_ ]test|deno[_ ]test|rspec|phpunit" +
    "|tox|nox|ctest|runtests|(?:npm|pnpm|yarn|bun|deno|make|mvnw?|gradlew?|dotnet|mix|swift|rake)" +
    "(?: run| task)?[ :_]tests?)\\b",
  "i",
);

const STYLE_REGEXP = /lint|format|prettier|eslint/i;
const REGRESSION_REGEXP = /regression|broke|previously/i;

/** The test of each category, in order; the last one is the fallback. */
const CATEGORIES: readonly (readonly [FailureCategory, (facts: SessionFacts) => boolean])[] = [
  [
    "test_failure",
    ({ calls }) => calls.some(({ tool, isSuccess }) => !isSuccess && TEST_RUNNER_REGEXP.test(tool)),
  ],
  ["style", ({ errors }) => errors.some(({ message }) => STYLE_REGEXP.test(message))],
  ["regression", ({ errors }) => errors.some(({ message }) => REGRESSION_REGEXP.test(message))],
  ["incomplete", ({ modified }) => modified.length === 0],
  ["wrong_approach", ({ errors }) => errors.length > 0],
  ["other", () => true],
];

/** Returns the diagnosis of a session: an accepted one has neither calls nor errors. */
export function diagnose(outcome: Outcome, facts: SessionFacts): Diagnosis {
  if (outcome === "accepted") return { outcome, calls: [], modified: facts.modified, errors: [] };
  const [category] = CATEGORIES.find(([, matches]) => matches(facts))!;
  return { outcome, ...facts, category };
}
