import assert from "node:assert/strict";
import { diagnose, type SessionFacts } from "./diagnose.ts";

const NOTHING: SessionFacts = { calls: [], modified: ["a.ts"], errors: [] };

function failing(message: string) {
  return [{ message, tool: "bash", isRecoverable: true }];
}

Deno.test("M-22: diagnose() names the first category that matches", () => {
  const calls = [{ tool: "Vitest", isSuccess: false }];
  const cases: readonly (readonly [Partial<SessionFacts>, string])[] = [
    [{ calls, errors: failing("ESLint: 3 problems") }, "test_failure"],
    [{ calls: [{ tool: "go_test", isSuccess: false }] }, "test_failure"],
    [{ calls: [{ tool: "npm run test:unit", isSuccess: false }] }, "test_failure"],
    [{ calls: [{ tool: "make check", isSuccess: false }] }, "other"],
    [{ calls: [{ tool: "pytest", isSuccess: true }] }, "other"],
    [{ errors: failing("Prettier would change it; this broke") }, "style"],
    [{ errors: failing("worked PREVIOUSLY"), modified: [] }, "regression"],
    [{ errors: failing("cannot find x"), modified: [] }, "incomplete"],
    [{ errors: failing("cannot find x") }, "wrong_approach"],
    [{}, "other"],
  ];
  for (const [facts, category] of cases) {
    assert.equal(diagnose("rejected", { ...NOTHING, ...facts }).category, category);
  }
});

Deno.test("M-22: diagnose() keeps a light record of a session that was accepted", () => {
  const calls = [{ tool: "pytest", isSuccess: false }];
  const facts = { calls, modified: ["a.ts"], errors: failing("x") };
  assert.deepEqual(diagnose("accepted", facts), {
    outcome: "accepted",
    calls: [],
    modified: ["a.ts"],
    errors: [],
  });
});
