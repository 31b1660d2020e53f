import assert from "node:assert/strict";
import { SharedResource } from "./shared_resource.ts";

Deno.test("SharedResource retire() closes the value after its last use, and at once when it is unused", async () => {
  let closed = 0;
  const open = () => new SharedResource({ [Symbol.dispose]: () => void closed++ });
  const shared = open();
  const ends = [1, 2].map(() => Promise.withResolvers<void>());
  const uses = ends.map(({ promise }) => shared.use(() => promise));
  shared.retire();
  ends[0]!.resolve();
  await uses[0];
  assert.equal(closed, 0);
  ends[1]!.reject(new Error("failed"));
  await assert.rejects(uses[1]!, /failed/);
  assert.equal(closed, 1);
  open().retire();
  assert.equal(closed, 2);
});
