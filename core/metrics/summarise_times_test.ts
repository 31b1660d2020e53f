import assert from "node:assert/strict";
import { summariseTimes } from "./summarise_times.ts";

Deno.test("summariseTimes() takes the time in the middle, of two the lower", () => {
  assert.deepEqual(summariseTimes([30, 10, 20]), { count: 3, median: 20, max: 30 });
  assert.deepEqual(summariseTimes([9, 100, 20, 10]), { count: 4, median: 10, max: 100 });
  assert.equal(summariseTimes([]), undefined);
});
