import assert from "node:assert/strict";
import { findWorkType } from "./work_type.ts";

Deno.test("the kind of work is detected by the type of an issue, then by its labels", () => {
  assert.equal(findWorkType({ type: "Bug" }), "bug_fix");
  assert.equal(findWorkType({ type: "task", labels: ["area/api", "kind/feature"] }), "feature");
  assert.equal(findWorkType({ labels: ["type: chore", "bug"] }), "chore");
  assert.equal(findWorkType({ labels: ["tech-debt"] }), "refactor");
  assert.equal(findWorkType({ type: "debugging", labels: ["prefix"] }), "other");
  assert.equal(findWorkType({}), "other");
});
