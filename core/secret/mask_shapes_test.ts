import assert from "node:assert/strict";
import { maskShapes } from "./mask_shapes.ts";

Deno.test("maskShapes() masks what looks like a secret, without a detector", () => {
  const address = ["redis://:", "n7Qx2", "vL9", "@cache"].join("");
  assert.equal(maskShapes(address), "redis://«masked: url-credentials»@cache");
  assert.equal(maskShapes("redis://cache"), "redis://cache");
});
