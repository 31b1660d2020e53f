import assert from "node:assert/strict";
import { nameSession } from "./session_name.ts";

Deno.test("B-15: the id of a session has repository, realm and twelve letters or digits", () => {
  const random = "a1B2c3D4e5F6";
  assert.equal(nameSession("My Repo!", random), `my-repo--default-${random}`);
  assert.equal(nameSession("", random, "prod"), `unknown-prod-${random}`);
  assert.equal(nameSession("x".repeat(40), random), `${"x".repeat(32)}-default-${random}`);
  assert.throws(() => nameSession("x", "short"), RangeError);
});
