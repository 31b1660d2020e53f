import assert from "node:assert/strict";
import { findMisleading } from "./find_misleading.ts";
import type { Outcome } from "./learn.ts";

Deno.test("findMisleading() names the sessions that failed since the last accepted one, and no nodes", () => {
  const step = (subject: string, session: string, outcome: Outcome) => ({
    subject,
    session,
    outcome,
  });
  const failed = ["s2", "s3", "s4"].map((session) => step("o1", session, "rejected"));
  const steps = [
    step("o1", "s1", "accepted"),
    ...failed,
    ...failed.map((one) => ({ ...one, subject: "n:1" })),
    ...["s1", "s2", "s3", "s4"].map((session) => step("o2", session, "rework")),
    ...["s1", "s2"].map((session) => step("o3", session, "rework")),
  ];
  assert.deepEqual(findMisleading(steps), [
    { id: "o2", sessions: ["s1", "s2", "s3", "s4"] },
    { id: "o1", sessions: ["s2", "s3", "s4"] },
  ]);
});
