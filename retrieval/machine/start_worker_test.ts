import assert from "node:assert/strict";
import { getPriority } from "node:os";
import { startWorker, type WorkerThread } from "./start_worker.ts";

const MODULE = import.meta.resolve("./start_worker.ts");
const PRIORITY = import.meta.resolve("./thread_priority.ts");

/** Returns the URL of a module with a text. */
function moduleOf(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

/** Worker that answers each message with its double, fails at 13, and reports when it is loaded. */
const DOUBLING = moduleOf(`
  self.onmessage = ({ data }) => {
    if (data === 13) throw new RangeError("unlucky");
    postMessage(2 * data);
  };
  postMessage("loaded");
`);

/**
 * Worker that starts another one with startWorker(), without being able to start one itself, and
 * relays it.
 */
const STARTING = moduleOf(`
  import { startWorker } from ${JSON.stringify(MODULE)};
  self.Worker = class { constructor() { throw new Error("A thread has started a thread"); } };
  const inner = startWorker(${JSON.stringify(DOUBLING)});
  inner.onmessage = ({ data }) => postMessage({ inner: data });
  inner.onerror = (event) => {
    event.preventDefault();
    postMessage({ failure: event.message });
  };
  self.onmessage = ({ data }) => {
    if (data === "end") {
      inner.terminate();
      postMessage("ended");
    } else inner.postMessage(data);
  };
`);

function listenTo(worker: WorkerThread) {
  const heard: unknown[] = [];
  let next = Promise.withResolvers<void>();
  worker.onmessage = ({ data }) => {
    heard.push(data);
    next.resolve();
  };
  return async (count: number) => {
    while (heard.length < count) {
      await next.promise;
      next = Promise.withResolvers();
    }
    return heard.splice(0);
  };
}

Deno.test("startWorker() lets the main thread start the worker of a worker, and relays messages and failures", async () => {
  const worker = startWorker(STARTING);
  const hear = listenTo(worker);
  assert.deepEqual(await hear(1), [{ inner: "loaded" }]);
  worker.postMessage(21);
  worker.postMessage(4);
  assert.deepEqual(await hear(2), [{ inner: 42 }, { inner: 8 }]);
  worker.postMessage(13);
  const [{ failure }] = await hear(1) as [{ failure: string }];
  assert.match(failure, /unlucky/);
  worker.postMessage("end");
  assert.deepEqual(await hear(1), ["ended"]);
  worker.terminate();
});

Deno.test("terminate() ends the workers of a worker too", async () => {
  // Deno's test runner fails a test that leaves a worker or a port open.
  const worker = startWorker(STARTING);
  assert.deepEqual(await listenTo(worker)(1), [{ inner: "loaded" }]);
  worker.terminate();
});

Deno.test("startWorker() starts workers itself in a worker of another library", async () => {
  const text = decodeURIComponent(STARTING.split(",")[1]!).replace(/self\.Worker = .*\n/, "");
  const worker = new Worker(moduleOf(text), { type: "module" });
  const hear = listenTo(worker);
  assert.deepEqual(await hear(1), [{ inner: "loaded" }]);
  worker.postMessage(1);
  assert.deepEqual(await hear(1), [{ inner: 2 }]);
  worker.terminate();
});

Deno.test({
  name: "a thread that works for one of low priority has low priority too",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const job = moduleOf(`
      import { lowerPriorityAsStarted } from ${JSON.stringify(MODULE)};
      import { getPriority } from "node:os";
      await lowerPriorityAsStarted();
      postMessage(getPriority(0));
    `);
    const worker = startWorker(moduleOf(`
      import { startWorker } from ${JSON.stringify(MODULE)};
      import { lowerPriority } from ${JSON.stringify(PRIORITY)};
      await lowerPriority();
      startWorker(${JSON.stringify(job)}).onmessage = ({ data }) => postMessage(data);
    `));
    assert.deepEqual(await listenTo(worker)(1), [10]);
    worker.terminate();
  },
});

Deno.test("startWorker() starts a worker with a memory limit, which receives earlier messages", async () => {
  const late = moduleOf(`
    await new Promise((resolve) => setTimeout(resolve, 50));
    self.onmessage = ({ data }) => postMessage(2 * data);
  `);
  const worker = startWorker(late, { heapMegabytes: 64 });
  const hear = listenTo(worker);
  worker.postMessage(1);
  worker.postMessage(2);
  assert.deepEqual(await hear(2), [2, 4]);
  worker.terminate();
});

Deno.test("a worker with a memory limit starts and ends workers like any other", async () => {
  const worker = startWorker(STARTING, { heapMegabytes: 64 });
  const hear = listenTo(worker);
  assert.deepEqual(await hear(1), [{ inner: "loaded" }]);
  worker.postMessage(21);
  assert.deepEqual(await hear(1), [{ inner: 42 }]);
  worker.postMessage("end");
  assert.deepEqual(await hear(1), ["ended"]);
  worker.terminate();
});

Deno.test("startWorker() limits the workers of a worker too", async () => {
  const measuring = moduleOf(`
    import { getHeapStatistics } from "node:v8";
    postMessage(getHeapStatistics().heap_size_limit / 2 ** 20);
  `);
  const limits = { heapMegabytes: 64, youngMegabytes: 8 };
  const relaying = moduleOf(`
    import { startWorker } from ${JSON.stringify(MODULE)};
    const inner = startWorker(${JSON.stringify(measuring)}, ${JSON.stringify(limits)});
    inner.onmessage = ({ data }) => postMessage(data);
  `);
  for (const worker of [startWorker(measuring, limits), startWorker(relaying)]) {
    const [limit] = await listenTo(worker)(1) as [number];
    assert.ok(limit >= 64 && limit <= 64 + 3 * 8, `${limit}`);
    worker.terminate();
  }
});

Deno.test({
  name: "lowerPriority() slows the thread that calls it, and no other",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const before = getPriority(0);
    const source = `import { lowerPriority } from ${JSON.stringify(PRIORITY)};
      import { getPriority } from "node:os";
      await lowerPriority();
      postMessage(getPriority(0));`;
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(url, { type: "module" });
    const priority = await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
    });
    worker.terminate();
    URL.revokeObjectURL(url);
    assert.deepEqual([priority, getPriority(0)], [10, before]);
  },
});
