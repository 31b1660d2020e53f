import assert from "node:assert/strict";
import { CLASSIFICATIONS, OBSERVATION_KINDS, OUTCOMES } from "../core/mod.ts";
import { REFRESH_OPERATION } from "./injects.ts";
import { REMEMBER_OPERATION } from "./observations.ts";
import { OUTCOME_OPERATION } from "./outcome.ts";

Deno.test("requests accept the values that core defines", () => {
  const { kind, classification } = REMEMBER_OPERATION.fields;
  assert.ok(kind?.kind === "choice" && classification?.kind === "choice");
  assert.deepEqual(kind.choices, OBSERVATION_KINDS);
  assert.deepEqual(classification.choices, CLASSIFICATIONS);
  const { outcome } = OUTCOME_OPERATION.fields;
  assert.ok(outcome?.kind === "choice");
  assert.deepEqual(outcome.choices, OUTCOMES);
  assert.equal(REFRESH_OPERATION.fields["undeliverable"]?.kind, "object");
});
