import assert from "node:assert/strict";
import { pauseAfter, retryUpload } from "./retry.ts";

const PATIENCE = { attempts: 3, firstPauseMs: 1 };

Deno.test("retryUpload() returns what the first success gives", async () => {
  let calls = 0;
  const send = () => ++calls < 2 ? Promise.reject(new Error("busy")) : Promise.resolve(calls);
  assert.equal(await retryUpload(send, PATIENCE), 2);
});

Deno.test("retryUpload() gives up after the last attempt", async () => {
  await assert.rejects(retryUpload(() => Promise.reject(new Error("busy")), PATIENCE));
});

Deno.test("pauseAfter() doubles the pause with each attempt", () => {
  assert.equal(pauseAfter(1, PATIENCE), 1);
  assert.equal(pauseAfter(3, PATIENCE), 4);
});
