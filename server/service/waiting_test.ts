import assert from "node:assert/strict";
import { heedSignal, inTime } from "./waiting.ts";

Deno.test("heedSignal() waits for what work returns when it is stopped, but not for ever", async () => {
  const reason = new Error("stopped");
  const never = () => new Promise<string>(() => {});
  const untilAborted = (signal: AbortSignal) => () =>
    new Promise<string>((resolve) =>
      signal.addEventListener("abort", () => setTimeout(() => resolve("some of it")))
    );
  const abort = new AbortController();
  const { signal } = abort;
  const patient = heedSignal(signal, untilAborted(signal), 600_000);
  const refused = [heedSignal(signal, never, 1), heedSignal(signal, never)]
    .map((call) => assert.rejects(call, reason));
  abort.abort(reason);
  assert.equal(await patient, "some of it");
  await Promise.all(refused);
  await assert.rejects(heedSignal(signal, never, 600_000), reason);
});

Deno.test("inTime() gives what is late instead, and passes on what fails in time", async () => {
  const never = new Promise<string>(() => {});
  assert.equal(await inTime(Promise.resolve("soon"), 600_000, () => "late"), "soon");
  assert.equal(await inTime(never, 1, () => "late"), "late");
  await assert.rejects(inTime(Promise.reject(new Error("full")), 600_000, () => "late"), /full/);
  const refuse = () => {
    throw new Error("too late");
  };
  await assert.rejects(inTime(never, 1, refuse), /too late/);
});
