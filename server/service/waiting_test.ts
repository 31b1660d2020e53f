import assert from "node:assert/strict";
import { abortable, withTimeout } from "./waiting.ts";

Deno.test("abortable() waits for the result of interrupted work, but only for a limited time", async () => {
  const reason = new Error("stopped");
  const never = () => new Promise<string>(() => {});
  const untilAborted = (signal: AbortSignal) => () =>
    new Promise<string>((resolve) =>
      signal.addEventListener("abort", () => setTimeout(() => resolve("some of it")))
    );
  const abort = new AbortController();
  const { signal } = abort;
  const patient = abortable(signal, untilAborted(signal), 600_000);
  const refused = [abortable(signal, never, 1), abortable(signal, never)]
    .map((call) => assert.rejects(call, reason));
  abort.abort(reason);
  assert.equal(await patient, "some of it");
  await Promise.all(refused);
  await assert.rejects(abortable(signal, never, 600_000), reason);
});

Deno.test("withTimeout() returns the late value instead, and passes on a failure in time", async () => {
  const never = new Promise<string>(() => {});
  assert.equal(await withTimeout(Promise.resolve("soon"), 600_000, () => "late"), "soon");
  assert.equal(await withTimeout(never, 1, () => "late"), "late");
  await assert.rejects(
    withTimeout(Promise.reject(new Error("full")), 600_000, () => "late"),
    /full/,
  );
  const refuse = () => {
    throw new Error("too late");
  };
  await assert.rejects(withTimeout(never, 1, refuse), /too late/);
});
