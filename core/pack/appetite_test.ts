import assert from "node:assert/strict";
import { worthFloor } from "./appetite.ts";

Deno.test("worthFloor() is highest at the usual limit, falls in proportion above it, and to a half below", () => {
  assert.equal(worthFloor("normal", 4000), 0.06);
  assert.equal(worthFloor("normal", 8000), 0.03);
  assert.equal(worthFloor("lean", 3000), 0.2 * 0.75);
  assert.equal(worthFloor("normal", 1000), 0.03);
  assert.equal(worthFloor("lean", 4000), 0.2);
  assert.equal(worthFloor("generous", 16_000), 0.0025);
  assert.equal(worthFloor("normal", 0), 0.03);
});
