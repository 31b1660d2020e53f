import { TIER_CHOICES } from "../core/mod.ts";
import assert from "node:assert/strict";
import { TIERS_PART } from "./context_part.ts";

Deno.test("TIERS_PART accepts the choices of tiers that core defines", () => {
  const { tiers } = TIERS_PART.fields["question"] ?? {};
  assert.ok(tiers?.kind === "choice");
  assert.deepEqual(tiers.choices, TIER_CHOICES);
});
