import assert from "node:assert/strict";
import { parseAge } from "./retention.ts";

Deno.test("parseAge() reads hours, days and weeks", () => {
  const day = 24 * 60 * 60 * 1000;
  assert.deepEqual(["1h", "30d", "8w", "999999h"].map(parseAge), [
    day / 24,
    30 * day,
    56 * day,
    999_999 * day / 24,
  ]);
});

Deno.test("parseAge() reads nothing else", () => {
  for (const text of ["", "30", "0d", "-1d", "1.5d", "30 d", "30D", "1y", "1m", "d", "1000000d"]) {
    assert.equal(parseAge(text), undefined, text);
  }
});
