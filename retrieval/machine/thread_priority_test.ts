import assert from "node:assert/strict";
import { PendingCallCounter, waitForPendingCalls } from "./thread_priority.ts";
import { startWorker, type WorkerThread } from "./start_worker.ts";

const URLS = {
  priority: import.meta.resolve("./thread_priority.ts"),
  startWorker: import.meta.resolve("./start_worker.ts"),
};

/**
 * Worker that reports for each message whether and how long it waited for pending calls, in
 * milliseconds.
 */
const WAITING = `
  import { waitForPendingCalls } from ${JSON.stringify(URLS.priority)};
  import { lowerPriorityAsStarted } from ${JSON.stringify(URLS.startWorker)};
  await lowerPriorityAsStarted();
  self.onmessage = () => {
    const start = performance.now();
    const wasAsked = waitForPendingCalls();
    postMessage({ wasAsked, ms: performance.now() - start });
  };
  postMessage("loaded");
`;

function moduleOf(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

/** Thread of low priority that starts another one with a memory limit. */
const STARTING = moduleOf(`
  import { lowerPriority } from ${JSON.stringify(URLS.priority)};
  import { startWorker } from ${JSON.stringify(URLS.startWorker)};
  self.onmessage = async ({ data }) => {
    await lowerPriority(data);
    const inner = startWorker(${JSON.stringify(moduleOf(WAITING))}, { heapMegabytes: 64 });
    inner.onmessage = ({ data }) => postMessage(data);
    self.onmessage = () => inner.postMessage("work");
  };
`);

function hear(worker: WorkerThread): Promise<unknown> {
  return new Promise((resolve) => worker.onmessage = ({ data }) => resolve(data));
}

Deno.test({
  name:
    "waitForPendingCalls() waits while calls are pending, also in threads that work for one of low priority",
  // The threads run sources.
  permissions: { read: true },
  async fn() {
    const count = new PendingCallCounter();
    const worker = startWorker(STARTING);
    try {
      worker.postMessage(count.shared);
      assert.equal(await hear(worker), "loaded");
      const work = async () => {
        const heard = hear(worker);
        worker.postMessage("work");
        return await heard as { readonly wasAsked: boolean; readonly ms: number };
      };
      assert.equal((await work()).wasAsked, false);
      count.begin();
      count.begin();
      const bounded = await work();
      assert.ok(bounded.wasAsked && bounded.ms >= 25, JSON.stringify(bounded));
      count.finish();
      assert.equal((await work()).wasAsked, true);
      count.finish();
      assert.equal((await work()).wasAsked, false);
    } finally {
      worker.terminate();
    }
  },
});

Deno.test("waitForPendingCalls() does not wait in a thread without calls to wait for", () => {
  assert.equal(waitForPendingCalls(), false);
});
