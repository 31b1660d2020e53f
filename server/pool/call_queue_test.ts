import assert from "node:assert/strict";
import {
  startWorker,
  Thread,
  type ThreadOptions,
  type WorkerLimits,
} from "@dossier/retrieval/threads";
import { ServerError } from "../problem/server_error.ts";
import { CallQueue, type QueuedCall } from "./call_queue.ts";

/** Time limits of a queue under test, in milliseconds; by default it has none. */
type Patience =
  & Pick<ThreadOptions, "abortMs">
  & Partial<Pick<WorkerLimits, "heapMegabytes">>
  & Pick<ConstructorParameters<typeof CallQueue>[0], "closeMs">;

interface RequestOptions
  extends Partial<Pick<QueuedCall, "key" | "isReadOnly" | "signal" | "undo">> {
  readonly request?: unknown;
}

/** Queue whose threads follow instructions of the test. */
class TestQueue implements AsyncDisposable {
  readonly threads: Thread[] = [];
  readonly queue: CallQueue;

  constructor(
    size: number,
    maxWaitMs = 100,
    { abortMs, closeMs = 600_000, heapMegabytes }: Patience = {},
  ) {
    const openThread = () => {
      const url = new URL("../../tests/faulty_worker.ts", import.meta.url);
      const worker = startWorker(url, heapMegabytes === undefined ? undefined : { heapMegabytes });
      const thread = new Thread(worker, undefined, { abortMs });
      this.threads.push(thread);
      return thread;
    };
    this.queue = new CallQueue({ size, maxWaitMs, openThread, closeMs });
  }

  request(
    method: string,
    { request, isReadOnly = true, key, signal, undo }: RequestOptions = {},
  ): Promise<unknown> {
    const prepare = () => Promise.resolve(request);
    return this.queue.run({ method, key, isReadOnly, signal, undo, prepare });
  }

  /** Ends the calls that wait in the threads, without the queue. */
  async release(): Promise<void> {
    for (const thread of this.threads) {
      if (!thread.hasFailed) await thread.call("release", undefined);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.queue.close();
  }
}

/** Waits until all pending work that needs no further event is done. */
function flushEvents(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

Deno.test("CallQueue run() refuses a call with too long a wait, and accepts calls again afterwards", async () => {
  await using test = new TestQueue(1, 25);
  const { queue } = test;
  const running = test.request("wait");
  // It has taken longer than calls are expected to take, so no wait is expected for it.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const waiting = [1, 2, 3].map((request) => test.request("echo", { request }));
  await flushEvents();
  assert.deepEqual([queue.running, queue.waiting], [1, 3]);
  await assert.rejects(
    test.request("echo"),
    (error) =>
      error instanceof ServerError && error.code === "overloaded" && error.retrySeconds === 1 &&
      error.message ===
        "Cannot accept the request as it would wait 30 ms in the queue: try again in 1 s",
  );
  await test.release();
  await running;
  assert.deepEqual(await Promise.all(waiting), [1, 2, 3]);
  assert.equal(await test.request("echo", { request: 4 }), 4);
  assert.deepEqual([queue.running, queue.waiting], [0, 0]);
});

Deno.test("CallQueue run() estimates the wait by the duration of earlier calls of a method, and says when to retry", async () => {
  await using test = new TestQueue(1, 1000);
  const slow = test.request("wait");
  await new Promise((resolve) => setTimeout(resolve, 400));
  await test.release();
  await slow;
  // The first call took 400 ms, of which an eighth counts.
  const running = test.request("wait");
  await flushEvents();
  const waiting = Array.from({ length: 30 }, () => test.request("wait").catch((error) => error));
  const last = await waiting.at(-1)!;
  assert.ok(last instanceof ServerError && last.retrySeconds === 2, String(last));
  // Quick calls still fit after a free thread.
  let isDone = false;
  void Promise.all([running, ...waiting]).then(() => isDone = true);
  while (!isDone) {
    await test.release();
    await flushEvents();
  }
  assert.equal(await test.request("echo", { request: 1 }), 1);
});

Deno.test("CallQueue run() counts waiting calls with the same key, which no other thread may answer", async () => {
  await using test = new TestQueue(4, 25);
  const held = [1, 2, 3].map(() => test.request("wait", { key: "s" }));
  await assert.rejects(test.request("echo", { key: "s" }), { code: "overloaded" });
  assert.equal(await test.request("echo", { key: "t", request: 1 }), 1);
  let isDone = false;
  void Promise.allSettled(held).then(() => isDone = true);
  while (!isDone) {
    await test.release();
    await flushEvents();
  }
});

Deno.test("CallQueue run() rejects an aborted call at once, waiting or running", async () => {
  await using test = new TestQueue(1);
  const abort = new AbortController();
  const reason = new Error("gone");
  const { signal } = abort;
  const running = test.request("until aborted", { signal });
  await flushEvents();
  const waiting = test.request("echo", { signal });
  const other = test.request("echo", { request: "other" });
  abort.abort(reason);
  for (const call of [running, waiting]) await assert.rejects(call, reason);
  assert.equal(await other, "other");
  await assert.rejects(test.request("echo", { signal }), reason);
});

Deno.test("CallQueue run() never overlaps calls of one key, and lets others pass", async () => {
  await using test = new TestQueue(2);
  const first = test.request("wait", { key: "s" });
  await flushEvents();
  let isSecondDone = false;
  const second = test.request("echo", { key: "s" }).then(() => isSecondDone = true);
  assert.equal(await test.request("echo", { key: "t", request: 1 }), 1);
  assert.equal(await test.request("echo", { request: 2 }), 2);
  assert.equal(isSecondDone, false);
  await test.release();
  await Promise.all([first, second]);
});

Deno.test("CallQueue run() replaces a thread that fails, and repeats calls that change nothing", async () => {
  await using test = new TestQueue(1);
  const failed = { name: "ContextError", code: "internal", message: /out of luck/ };
  await assert.rejects(test.request("die", { isReadOnly: false }), failed);
  assert.equal(test.threads.length, 2);
  assert.equal(await test.request("echo", { request: 1 }), 1);
  // A call on which every thread fails is repeated once and no more.
  await assert.rejects(test.request("die"), failed);
  assert.equal(test.threads.length, 4);
  // A thread that fails while it is idle is replaced before the next call.
  await assert.rejects(test.threads.at(-1)!.call("die", undefined));
  assert.equal(await test.request("echo", { request: 2, isReadOnly: false }), 2);
});

Deno.test("CallQueue close() refuses waiting calls and finishes running ones", async () => {
  const test = new TestQueue(1);
  const running = test.request("wait");
  await flushEvents();
  const waiting = test.request("echo");
  const closed = test.queue.close();
  await assert.rejects(waiting, { code: "stopping" });
  await assert.rejects(test.request("echo"), { code: "stopping" });
  await test.release();
  await Promise.all([running, closed]);
});

Deno.test("CallQueue run() replaces a thread that never ends an aborted call", async () => {
  await using test = new TestQueue(1, 100, { abortMs: 20 });
  const abort = new AbortController();
  const spinning = test.request("spin", { signal: abort.signal });
  await flushEvents();
  const waiting = test.request("echo", { request: 1 });
  abort.abort(new Error("gone"));
  await assert.rejects(spinning, { message: "gone" });
  assert.equal(await waiting, 1);
  assert.deepEqual(test.threads.map(({ hasFailed }) => hasFailed), [true, false]);
});

Deno.test("CallQueue close() ends a thread that never finishes, and starts no other", async () => {
  const test = new TestQueue(2, 100, { closeMs: 50 });
  const failed = assert.rejects(test.request("spin"), {
    code: "internal",
    message: /did not finish within 50 ms/,
  });
  await flushEvents();
  await test.queue.close();
  await failed;
  assert.equal(test.threads.length, 2);
});

Deno.test("CallQueue run() undoes an aborted delivery before other calls of its key begin", async () => {
  await using test = new TestQueue(2);
  const stop = new AbortController();
  const undone: unknown[] = [];
  const undo = (result: unknown) => {
    undone.push(result);
    return { method: "wait", request: undefined };
  };
  const left = test.request("until aborted", { key: "a", signal: stop.signal, undo });
  const next = test.request("echo", { key: "a", request: "next" });
  let isAnswered = false;
  void next.then(() => isAnswered = true);
  await flushEvents();
  stop.abort();
  await assert.rejects(left);
  // Another key has one thread to itself; the undo uses the other.
  assert.equal(await test.request("echo", { key: "b", request: 1, undo }), 1);
  while (undone.length === 0) await flushEvents();
  assert.deepEqual([undone, isAnswered], [["aborted"], false]);
  while (!isAnswered) {
    await test.release();
    await flushEvents();
  }
  assert.equal(await next, "next");
});

Deno.test("CallQueue run() fails only the call that needs too much memory, and continues with another thread", async () => {
  await using test = new TestQueue(1, 100, { heapMegabytes: 48 });
  assert.equal(await test.request("echo", { request: 1 }), 1);
  const [eaten, echoed] = await Promise.allSettled([
    test.request("eat"),
    test.request("echo", { request: 2 }),
  ]);
  assert.equal(eaten.status, "rejected");
  assert.equal(eaten.reason.code, "memory-exceeded");
  assert.match(eaten.reason.message, /^Cannot answer within the memory limit of an answer/);
  assert.deepEqual(echoed, { status: "fulfilled", value: 2 });
  // It is not repeated, as it would end the next thread as well.
  assert.deepEqual(test.threads.map(({ hasFailed }) => hasFailed), [true, false]);
});
