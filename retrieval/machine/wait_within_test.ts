import assert from "node:assert/strict";
import { waitWithin } from "./wait_within.ts";

Deno.test("waitWithin() gives what comes in time, and undefined for what does not", async () => {
  assert.equal(await waitWithin(Promise.resolve(7), 1000), 7);
  const never = Promise.withResolvers<number>();
  assert.equal(await waitWithin(never.promise, 1), undefined);
  await assert.rejects(waitWithin(Promise.reject(new RangeError("no")), 1000), RangeError);
});
