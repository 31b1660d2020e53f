import assert from "node:assert/strict";
import { looksRandom } from "./looks_random.ts";

Deno.test("looksRandom() tells a password from a name of several words", () => {
  const options = { minLength: 8 };
  assert.equal(looksRandom("tR7kq9Zw2xLm", options), true);
  assert.equal(looksRandom("accessTokenProvider2", options), false);
  assert.equal(looksRandom("tR7kq9Z", options), false);
});
