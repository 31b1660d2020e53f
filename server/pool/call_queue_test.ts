import assert from "node:assert/strict";
import {
  startWorker,
  Thread,
  type ThreadOptions,
  type WorkerLimits,
} from "@dossier/retrieval/threads";
import { ServerError } from "../problem/server_error.ts";
import { CallQueue, type QueuedCall } from "./call_queue.ts";

/** How soon a queue under test gives up, in milliseconds; by default it does not. */
type Patience =
  & Pick<ThreadOptions, "abortMs">
  & Partial<Pick<WorkerLimits, "heapMegabytes">>
  & Pick<ConstructorParameters<typeof CallQueue>[0], "closeMs">;

interface AskOptions extends Partial<Pick<QueuedCall, "key" | "isRead" | "signal" | "undo">> {
  readonly request?: unknown;
}

/** A queue whose threads do as they are told. */
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

  ask(
    method: string,
    { request, isRead = true, key, signal, undo }: AskOptions = {},
  ): Promise<unknown> {
    const prepare = () => Promise.resolve(request);
    return this.queue.run({ method, key, isRead, signal, undo, prepare });
  }

  /** Ends the calls that wait in the threads, past the queue. */
  async release(): Promise<void> {
    for (const thread of this.threads) if (!thread.hasDied) await thread.call("release", undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.queue.close();
  }
}

/** Lets everything happen that waits for nothing else. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

Deno.test("CallQueue run() refuses what would wait too long, and answers again afterwards", async () => {
  await using test = new TestQueue(1, 25);
  const { queue } = test;
  const running = test.ask("wait");
  // It has taken longer by now than calls are taken to last: nothing of it is left to wait for.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const waiting = [1, 2, 3].map((request) => test.ask("echo", { request }));
  await settle();
  assert.deepEqual([queue.running, queue.waiting], [1, 3]);
  await assert.rejects(
    test.ask("echo"),
    (error) =>
      error instanceof ServerError && error.code === "overloaded" && error.retrySeconds === 1 &&
      error.message ===
        "Cannot accept the request as it would wait 30 ms in the queue: try again in 1 s",
  );
  await test.release();
  await running;
  assert.deepEqual(await Promise.all(waiting), [1, 2, 3]);
  assert.equal(await test.ask("echo", { request: 4 }), 4);
  assert.deepEqual([queue.running, queue.waiting], [0, 0]);
});

Deno.test("CallQueue run() goes by how long calls of a method have taken, and says when to come again", async () => {
  await using test = new TestQueue(1, 1000);
  const slow = test.ask("wait");
  await new Promise((resolve) => setTimeout(resolve, 400));
  await test.release();
  await slow;
  // The first took 400 ms, an eighth of which counts.
  const running = test.ask("wait");
  await settle();
  const waiting = Array.from({ length: 30 }, () => test.ask("wait").catch((error) => error));
  const last = await waiting.at(-1)!;
  assert.ok(last instanceof ServerError && last.retrySeconds === 2, String(last));
  // Calls that take no time still fit behind a free thread.
  let isDone = false;
  void Promise.all([running, ...waiting]).then(() => isDone = true);
  while (!isDone) {
    await test.release();
    await settle();
  }
  assert.equal(await test.ask("echo", { request: 1 }), 1);
});

Deno.test("CallQueue run() counts what waits for the same key, which no other thread takes", async () => {
  await using test = new TestQueue(4, 25);
  const held = [1, 2, 3].map(() => test.ask("wait", { key: "s" }));
  await assert.rejects(test.ask("echo", { key: "s" }), { code: "overloaded" });
  assert.equal(await test.ask("echo", { key: "t", request: 1 }), 1);
  let isDone = false;
  void Promise.allSettled(held).then(() => isDone = true);
  while (!isDone) {
    await test.release();
    await settle();
  }
});

Deno.test("CallQueue run() lets go of an aborted call at once, waiting or running", async () => {
  await using test = new TestQueue(1);
  const abort = new AbortController();
  const reason = new Error("gone");
  const { signal } = abort;
  const running = test.ask("until aborted", { signal });
  await settle();
  const waiting = test.ask("echo", { signal });
  const other = test.ask("echo", { request: "other" });
  abort.abort(reason);
  for (const call of [running, waiting]) await assert.rejects(call, reason);
  assert.equal(await other, "other");
  await assert.rejects(test.ask("echo", { signal }), reason);
});

Deno.test("CallQueue run() never overlaps calls of one key, and lets others pass", async () => {
  await using test = new TestQueue(2);
  const first = test.ask("wait", { key: "s" });
  await settle();
  let isSecondDone = false;
  const second = test.ask("echo", { key: "s" }).then(() => isSecondDone = true);
  assert.equal(await test.ask("echo", { key: "t", request: 1 }), 1);
  assert.equal(await test.ask("echo", { request: 2 }), 2);
  assert.equal(isSecondDone, false);
  await test.release();
  await Promise.all([first, second]);
});

Deno.test("CallQueue run() replaces a thread that fails, and asks again for what changes nothing", async () => {
  await using test = new TestQueue(1);
  const failed = { name: "ContextError", code: "internal", message: /out of luck/ };
  await assert.rejects(test.ask("die", { isRead: false }), failed);
  assert.equal(test.threads.length, 2);
  assert.equal(await test.ask("echo", { request: 1 }), 1);
  // A call that every thread fails on is asked twice and no more.
  await assert.rejects(test.ask("die"), failed);
  assert.equal(test.threads.length, 4);
  // One that fails with nothing to do is replaced before the next call.
  await assert.rejects(test.threads.at(-1)!.call("die", undefined));
  assert.equal(await test.ask("echo", { request: 2, isRead: false }), 2);
});

Deno.test("CallQueue close() refuses what waits and finishes what is running", async () => {
  const test = new TestQueue(1);
  const running = test.ask("wait");
  await settle();
  const waiting = test.ask("echo");
  const closed = test.queue.close();
  await assert.rejects(waiting, { code: "stopping" });
  await assert.rejects(test.ask("echo"), { code: "stopping" });
  await test.release();
  await Promise.all([running, closed]);
});

Deno.test("CallQueue run() takes another thread for one that goes on with an aborted call for ever", async () => {
  await using test = new TestQueue(1, 100, { abortMs: 20 });
  const abort = new AbortController();
  const spinning = test.ask("spin", { signal: abort.signal });
  await settle();
  const waiting = test.ask("echo", { request: 1 });
  abort.abort(new Error("gone"));
  await assert.rejects(spinning, { message: "gone" });
  assert.equal(await waiting, 1);
  assert.deepEqual(test.threads.map(({ hasDied }) => hasDied), [true, false]);
});

Deno.test("CallQueue close() ends a thread that never finishes, and starts no other", async () => {
  const test = new TestQueue(2, 100, { closeMs: 50 });
  const failed = assert.rejects(test.ask("spin"), {
    code: "internal",
    message: /did not finish within 50 ms/,
  });
  await settle();
  await test.queue.close();
  await failed;
  assert.equal(test.threads.length, 2);
});

Deno.test("CallQueue run() has undone what nobody waits for any more, before others of its key begin", async () => {
  await using test = new TestQueue(2);
  const stop = new AbortController();
  const undone: unknown[] = [];
  const undo = (result: unknown) => {
    undone.push(result);
    return { method: "wait", request: undefined };
  };
  const left = test.ask("until aborted", { key: "a", signal: stop.signal, undo });
  const next = test.ask("echo", { key: "a", request: "next" });
  let isAnswered = false;
  void next.then(() => isAnswered = true);
  await settle();
  stop.abort();
  await assert.rejects(left);
  // Another key has a thread to itself; what is undone has the other.
  assert.equal(await test.ask("echo", { key: "b", request: 1, undo }), 1);
  while (undone.length === 0) await settle();
  assert.deepEqual([undone, isAnswered], [["aborted"], false]);
  while (!isAnswered) {
    await test.release();
    await settle();
  }
  assert.equal(await next, "next");
});

Deno.test("CallQueue run() fails a call alone that wants too much memory, and goes on with another thread", async () => {
  await using test = new TestQueue(1, 100, { heapMegabytes: 48 });
  assert.equal(await test.ask("echo", { request: 1 }), 1);
  const [eaten, echoed] = await Promise.allSettled([
    test.ask("eat"),
    test.ask("echo", { request: 2 }),
  ]);
  assert.equal(eaten.status, "rejected");
  assert.equal(eaten.reason.code, "memory-exceeded");
  assert.match(eaten.reason.message, /^Cannot answer within the memory limit of an answer/);
  assert.deepEqual(echoed, { status: "fulfilled", value: 2 });
  // It is not asked again, as it would end the next thread as well.
  assert.deepEqual(test.threads.map(({ hasDied }) => hasDied), [true, false]);
});
