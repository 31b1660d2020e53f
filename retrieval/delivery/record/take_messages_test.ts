import assert from "node:assert/strict";
import { takeMessages } from "./take_messages.ts";

/** Runs in a process of its own, as other tests take memory as well. */
const SCRIPT = `const { takeMessages } = await import("./take_messages.ts");
const repeat = async () => { for (let i = 0; i < 4000; i++) await takeMessages(); };
await repeat();
const before = Deno.memoryUsage().rss;
await repeat();
console.log((Deno.memoryUsage().rss - before) / 1e6);`;

Deno.test("takeMessages() comes behind what this thread has been sent", async () => {
  const { port1, port2 } = new MessageChannel();
  let taken = false;
  port1.onmessage = () => taken = true;
  port2.postMessage(undefined);
  await takeMessages();
  assert.ok(taken);
  port1.close();
  port2.close();
});

Deno.test("takeMessages() leaves nothing behind", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", SCRIPT],
    cwd: import.meta.dirname!,
  }).output();
  // 20 MB when a port of each stays open.
  assert.ok(Number(new TextDecoder().decode(stdout)) < 10);
});
