import { RetrievalError } from "@dossier/retrieval";
import assert from "node:assert/strict";
import type { Check, Patient } from "./check.ts";
import { runChecks } from "./run_checks.ts";

const PATIENT: Patient = {
  root: "/r",
  state: "/r/.dossier/state",
  home: undefined,
  codexHome: undefined,
};

Deno.test("runChecks() lists what checks find in their order, and goes on when one fails", async () => {
  const checks: readonly Check[] = [
    { name: "a", run: () => Promise.reject(new Error("no luck")) },
    {
      name: "b",
      run: () => Promise.reject(new RetrievalError("invalid-config", "line 1 is wrong")),
    },
    { name: "c", run: ({ root }) => Promise.resolve([{ level: "ok", message: root }]) },
  ];
  const findings = await runChecks(checks, PATIENT);
  assert.deepEqual(findings.map(({ check, level }) => [check, level]), [
    ["a", "problem"],
    ["b", "note"],
    ["c", "ok"],
  ]);
  assert.deepEqual(findings.map(({ message }) => message).at(-1), "/r");
});

Deno.test("runChecks() gives up a check that hangs, and tells it so", async () => {
  let isStopped = false;
  const hanging: Check = {
    name: "slow",
    run: (_, signal) => new Promise(() => signal.addEventListener("abort", () => isStopped = true)),
  };
  const [finding] = await runChecks([hanging], PATIENT, { maxMs: 1 });
  assert.equal(finding?.level, "warning");
  assert.ok(isStopped);
});
