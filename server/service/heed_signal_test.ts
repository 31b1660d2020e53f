import assert from "node:assert/strict";
import { heedSignal } from "./heed_signal.ts";

Deno.test("heedSignal() waits for what work returns when it is stopped, but not for ever", async () => {
  const reason = new Error("stopped");
  const never = () => new Promise<string>(() => {});
  const untilAborted = (signal: AbortSignal) => () =>
    new Promise<string>((resolve) =>
      signal.addEventListener("abort", () => setTimeout(() => resolve("some of it")))
    );
  const abort = new AbortController();
  const { signal } = abort;
  const patient = heedSignal(signal, untilAborted(signal), { graceMs: 600_000 });
  const refused = [heedSignal(signal, never, { graceMs: 1 }), heedSignal(signal, never)]
    .map((call) => assert.rejects(call, reason));
  abort.abort(reason);
  assert.equal(await patient, "some of it");
  await Promise.all(refused);
  await assert.rejects(heedSignal(signal, never, { graceMs: 600_000 }), reason);
});
