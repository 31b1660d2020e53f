import assert from "node:assert/strict";
import { mapBatches } from "./map_batches.ts";

Deno.test("mapBatches() keeps the order, and works on no more at once than files may be open", async () => {
  let open = 0;
  let most = 0;
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const doubled = await mapBatches(numbers, async (number) => {
    most = Math.max(most, open += 1);
    await Promise.resolve();
    open -= 1;
    return number * 2;
  });
  assert.deepEqual(doubled, numbers.map((number) => number * 2));
  assert.equal(most, 32);
  assert.deepEqual(await mapBatches([], () => Promise.resolve(1)), []);
});
