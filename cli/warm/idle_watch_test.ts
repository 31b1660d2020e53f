import assert from "node:assert/strict";
import { IdleWatch } from "./idle_watch.ts";

Deno.test("IdleWatch resolves when there was no request for a time, but not during one", async () => {
  using watch = new IdleWatch(60);
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const handler = watch.wrap({ kind: "x", handle: () => left });
  let isIdle = false;
  const idle = watch.idle.then(() => isIdle = true);
  const visit = handler.handle(...([] as unknown as Parameters<typeof handler.handle>));
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(isIdle, false);
  leave();
  await visit;
  const leftMs = performance.now();
  await idle;
  assert.ok(performance.now() - leftMs >= 59);
});

Deno.test("IdleWatch resolves when the trees are missing, also during a request", async () => {
  let areThere = true;
  using watch = new IdleWatch(1000, () => areThere);
  const handler = watch.wrap({ kind: "x", handle: () => new Promise(() => {}) });
  void handler.handle(...([] as unknown as Parameters<typeof handler.handle>));
  let isIdle = false;
  const idle = watch.idle.then(() => isIdle = true);
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.equal(isIdle, false);
  areThere = false;
  await idle;
});
