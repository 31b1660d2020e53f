import assert from "node:assert/strict";
import { buildSessionId } from "./session_id.ts";

Deno.test("B-15: the id of a session has repository, realm and twelve letters or digits", () => {
  const random = "a1B2c3D4e5F6";
  assert.equal(buildSessionId("My Repo!", random), `my-repo--default-${random}`);
  assert.equal(buildSessionId("", random, "prod"), `unknown-prod-${random}`);
  assert.equal(buildSessionId("x".repeat(40), random), `${"x".repeat(32)}-default-${random}`);
  assert.throws(() => buildSessionId("x", "short"), RangeError);
});
