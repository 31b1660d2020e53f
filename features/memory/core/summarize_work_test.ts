import assert from "node:assert/strict";
import type { Outcome } from "./learn.ts";
import { summarizeWork } from "./summarize_work.ts";

const given = (session: string, workType: string, actualTokens: number) => ({
  session,
  workType,
  budgetTokens: 750,
  actualTokens,
});

Deno.test("summarizeWork() has the mean tokens and the accepted share of the ended sessions of each kind of work", () => {
  const outcomes = new Map<string, Outcome>([
    ["a", "accepted"],
    ["b", "rework"],
    ["c", "accepted"],
    ["d", "rejected"],
  ]);
  const log = [
    given("a", "bug_fix", 100),
    // The same session again, with another kind of work: it counts once, with the first kind.
    given("a", "feature", 60),
    given("b", "bug_fix", 240),
    given("c", "chore", 90),
    given("d", "feature", 95),
    // The outcome of this session is unknown.
    given("e", "chore", 5000),
  ];
  // bug_fix: (160 + 240) / 2 tokens, 1 of 2. chore: 90, 1 of 1. feature: 95, 0 of 1, within 10 % of 90 and worse.
  assert.deepEqual(summarizeWork(log, outcomes), [
    { name: "bug_fix", sessions: 2, tokens: 200, success: 0.5, zone: "wasteful" },
    { name: "chore", sessions: 1, tokens: 90, success: 1, zone: "efficient" },
    { name: "feature", sessions: 1, tokens: 95, success: 0, zone: "below" },
  ]);
  assert.deepEqual(summarizeWork([], outcomes), []);
});
