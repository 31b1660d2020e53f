import assert from "node:assert/strict";
import { worthFloor, worthOfLook } from "./appetite.ts";

Deno.test("worthFloor() is highest at the usual limit, falls in proportion above it, and to a half below", () => {
  assert.equal(worthFloor("normal", 4000), 0.06);
  assert.equal(worthFloor("normal", 8000), 0.03);
  assert.equal(worthFloor("lean", 3000), 0.2 * 0.75);
  assert.equal(worthFloor("normal", 1000), 0.03);
  assert.equal(worthFloor("lean", 4000), 0.2);
  assert.equal(worthFloor("generous", 16_000), 0.0025);
  assert.equal(worthFloor("normal", 0), 0.03);
});

Deno.test("worthOfLook() is the chance at which what is shown costs as much as a look that it saves", () => {
  assert.equal(worthOfLook(0), 0);
  assert.equal(worthOfLook(50).toFixed(3), "0.048");
  assert.equal(worthOfLook(150).toFixed(2), "0.13");
  assert.equal(worthOfLook(1000), 0.5);
});
