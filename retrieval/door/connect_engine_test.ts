import assert from "node:assert/strict";
import { Patience } from "./connect_engine.ts";

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("Patience is over a while after what was last said, and takes parts of milliseconds", async () => {
  using patience = new Patience();
  const startedMs = performance.now();
  patience.waitFor(20.25);
  patience.waitFor(150.75);
  // The clock of a signal alone keeps no process of Node alive.
  const [ended] = await Promise.all([patience.end.then(() => performance.now()), sleep(200)]);
  assert.ok(ended - startedMs >= 150, `${ended - startedMs}`);
  assert.equal(patience.signal.aborted, true);
});

Deno.test("Patience that rests is not over, and one that is disposed of is", async () => {
  const patience = new Patience();
  patience.waitFor(-1.5);
  patience.rest();
  await sleep(60);
  assert.equal(patience.signal.aborted, false);
  patience[Symbol.dispose]();
  assert.equal(patience.signal.aborted, true);
  patience.waitFor(1);
  await patience.end;
});

Deno.test("Patience in parts sees what has come while this process was not run", async () => {
  using patience = new Patience();
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => patience.rest();
  patience.waitFor(30, 3);
  port1.postMessage("here");
  // Nothing is run meanwhile, so that both are due at once.
  for (const startedMs = performance.now(); performance.now() - startedMs < 60;);
  await sleep(60);
  port1.close();
  port2.close();
  assert.equal(patience.signal.aborted, false);
});
