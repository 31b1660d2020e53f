import assert from "node:assert/strict";
import { worthFloor } from "./appetite.ts";

Deno.test("worthFloor() is highest at the usual limit, and falls in proportion on both sides", () => {
  assert.equal(worthFloor("normal", 4000), 0.1);
  assert.equal(worthFloor("normal", 8000), 0.05);
  assert.equal(worthFloor("normal", 1000), 0.025);
  assert.equal(worthFloor("lean", 4000), 0.2);
  assert.equal(worthFloor("generous", 16_000), 0.0025);
  assert.equal(worthFloor("normal", 0), 0);
});
