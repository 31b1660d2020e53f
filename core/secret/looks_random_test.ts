import assert from "node:assert/strict";
import { looksRandom } from "./looks_random.ts";

Deno.test("looksRandom() distinguishes a password from a name of several words", () => {
  const options = { minLength: 8 };
  assert.equal(looksRandom("tR7kq9Zw2xLm", options), true);
  assert.equal(looksRandom("accessTokenProvider2", options), false);
  assert.equal(looksRandom("tR7kq9Z", options), false);
  assert.equal(looksRandom("tR7xxxkq9Zw2xLm", options), true, "crosses among random letters");
  for (const value of ["xxx-R7kq9Zw2xLm", "tR7kq9Zw2xxx", "tR7xxxxxkq9Zw2"]) {
    assert.equal(looksRandom(value, options), false, value);
  }
});
