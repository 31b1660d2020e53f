import assert from "node:assert/strict";
import { RetrievalError } from "../../machine/errors.ts";
import { type CheckTarget, runChecks, type TreeCheck } from "./run_checks.ts";

const PLACE: CheckTarget = { root: "/r", state: "/r/.dossier/state" };

Deno.test("runChecks() lists findings in the order of checks, and continues when one fails", async () => {
  const checks: readonly TreeCheck[] = [
    { name: "a", run: () => Promise.reject(new Error("no luck")) },
    {
      name: "b",
      run: () => Promise.reject(new RetrievalError("invalid-config", "line 1 is wrong")),
    },
    { name: "c", run: ({ root }) => Promise.resolve([{ level: "ok", message: root }]) },
  ];
  const findings = await runChecks(checks, PLACE);
  assert.deepEqual(findings.map(({ check, level }) => [check, level]), [
    ["a", "problem"],
    ["b", "note"],
    ["c", "ok"],
  ]);
  assert.deepEqual(findings.map(({ message }) => message).at(-1), "/r");
});

Deno.test("runChecks() aborts a check that hangs", async () => {
  let isStopped = false;
  const hanging: TreeCheck = {
    name: "slow",
    run: (_, signal) => new Promise(() => signal.addEventListener("abort", () => isStopped = true)),
  };
  const [finding] = await runChecks([hanging], PLACE, { maxMs: 1 });
  assert.equal(finding?.level, "warning");
  assert.ok(isStopped);
});
