import assert from "node:assert/strict";
import { EngineDeadline } from "./connect_engine.ts";

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("EngineDeadline passes some time after the last extension, and accepts fractions of milliseconds", async () => {
  using patience = new EngineDeadline();
  const startedMs = performance.now();
  patience.extend(20.25);
  patience.extend(150.75);
  // The timer of a signal alone does not keep a process of Node alive.
  const [ended] = await Promise.all([patience.expired.then(() => performance.now()), sleep(200)]);
  assert.ok(ended - startedMs >= 150, `${ended - startedMs}`);
  assert.equal(patience.signal.aborted, true);
});

Deno.test("EngineDeadline does not pass while suspended, and passes when disposed of", async () => {
  const patience = new EngineDeadline();
  patience.extend(-1.5);
  patience.suspend();
  await sleep(60);
  assert.equal(patience.signal.aborted, false);
  patience[Symbol.dispose]();
  assert.equal(patience.signal.aborted, true);
  patience.extend(1);
  await patience.expired;
});

Deno.test("EngineDeadline in parts receives messages that arrived while this process did not run", async () => {
  using patience = new EngineDeadline();
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => patience.suspend();
  patience.extend(30, 3);
  port1.postMessage("here");
  // The process does not run meanwhile, so that both are due at once.
  for (const startedMs = performance.now(); performance.now() - startedMs < 60;);
  await sleep(60);
  port1.close();
  port2.close();
  assert.equal(patience.signal.aborted, false);
});
