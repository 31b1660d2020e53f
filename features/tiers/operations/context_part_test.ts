import { TIER_CHOICES } from "../core/mod.ts";
import assert from "node:assert/strict";
import { CONTEXT_PART } from "./context_part.ts";

Deno.test("CONTEXT_PART takes the choices of tiers that core knows", () => {
  const { tiers } = CONTEXT_PART.fields["question"] ?? {};
  assert.ok(tiers?.kind === "choice");
  assert.deepEqual(tiers.choices, TIER_CHOICES);
});
