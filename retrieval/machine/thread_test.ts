import { ContextError } from "@dossier/core/errors";
import { RetrievalError } from "./errors.ts";
import assert from "node:assert/strict";
import { ServerError } from "../../server/problem/server_error.ts";
import { fromPlainError, Thread, ThreadFailure, toPlainError } from "./thread.ts";

function openThread(onNotice?: (notice: unknown) => void): Thread {
  const worker = new Worker(new URL("../../tests/faulty_worker.ts", import.meta.url), {
    type: "module",
  });
  return new Thread(worker, "settings", onNotice && { onNotice });
}

Deno.test("Thread call() returns the responses of the module, for any number of concurrent calls", async () => {
  const notices: unknown[] = [];
  const thread = openThread((notice) => notices.push(notice));
  assert.equal(await thread.call("settings", undefined), "settings");
  const values = Array.from({ length: 50 }, (_, i) => ({ i, text: "\0 \ud83d\udc1e" }));
  const echoes = await Promise.all(values.map((value) => thread.call("echo", value)));
  assert.deepEqual(echoes, values);
  await thread.call("tell", "unasked");
  assert.deepEqual(notices, ["unasked"]);
  await assert.rejects(thread.call("fly", undefined), { message: "RangeError: Cannot fly" });
  await thread.close();
});

Deno.test("Thread call() passes on that it was aborted", async () => {
  const thread = openThread();
  const abort = new AbortController();
  const { signal } = abort;
  const calls = [1, 2].map(() => thread.call("until aborted", undefined, { signal }));
  abort.abort();
  calls.push(thread.call("until aborted", undefined, { signal }));
  assert.deepEqual(await Promise.all(calls), ["aborted", "aborted", "aborted"]);
  await thread.close();
});

Deno.test("Thread call() rejects when the thread fails, then and later", async () => {
  const thread = openThread();
  const waiting = thread.call("wait", undefined);
  const calls = [waiting, thread.call("die", undefined)];
  for (const call of calls) await assert.rejects(call, ThreadFailure);
  assert.equal(thread.hasFailed, true);
  await assert.rejects(thread.call("echo", 1), /as a thread has failed: .*out of luck/);
  await thread.close();
});

Deno.test("Thread close() fails pending and later calls", async () => {
  const thread = openThread();
  const waiting = assert.rejects(thread.call("wait", undefined), ThreadFailure);
  await thread.close();
  await waiting;
  await assert.rejects(thread.call("echo", 1), ThreadFailure);
});

Deno.test("Thread close() ends a thread that never closes", async () => {
  const thread = openThread();
  const spinning = assert.rejects(thread.call("spin", undefined), ThreadFailure);
  await thread.close(20);
  await spinning;
  assert.equal(thread.hasFailed, true);
});

Deno.test("fromPlainError() returns an error with the same code and message", () => {
  const errors = [
    new ServerError("overloaded", "Cannot take it"),
    new RetrievalError("round-taken", "Cannot answer"),
    new ContextError("invalid-query", "Cannot search"),
  ];
  for (const error of errors) {
    const copy = fromPlainError(structuredClone(toPlainError(error)));
    assert.ok(copy instanceof ContextError);
    assert.deepEqual([copy.code, copy.message], [error.code, error.message]);
  }
  assert.equal(fromPlainError(toPlainError("a text")).message, "a text");
});
