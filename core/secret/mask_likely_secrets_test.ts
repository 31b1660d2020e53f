import assert from "node:assert/strict";
import { maskLikelySecrets } from "./mask_likely_secrets.ts";

Deno.test("maskLikelySecrets() masks text that looks like a secret, without a detector", () => {
  const address = ["redis://:", "n7Qx2", "vL9", "@cache"].join("");
  assert.equal(maskLikelySecrets(address), "redis://«masked: url-credentials»@cache");
  assert.equal(maskLikelySecrets("redis://cache"), "redis://cache");
});
