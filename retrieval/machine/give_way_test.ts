import assert from "node:assert/strict";
import { AnswerCount, waitForAnswers } from "./give_way.ts";
import { startWorker, type WorkerThread } from "./start_worker.ts";

const URLS = {
  giveWay: import.meta.resolve("./give_way.ts"),
  startWorker: import.meta.resolve("./start_worker.ts"),
};

/** Says for each message whether it has waited for answers, and how long, in milliseconds. */
const WAITING = `
  import { waitForAnswers } from ${JSON.stringify(URLS.giveWay)};
  import { giveWayAsStarted } from ${JSON.stringify(URLS.startWorker)};
  await giveWayAsStarted();
  self.onmessage = () => {
    const start = performance.now();
    const wasAsked = waitForAnswers();
    postMessage({ wasAsked, ms: performance.now() - start });
  };
  postMessage("loaded");
`;

function moduleOf(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

/** A thread that gives way to some calls, and has another one work for it that is limited. */
const STARTING = moduleOf(`
  import { giveWay } from ${JSON.stringify(URLS.giveWay)};
  import { startWorker } from ${JSON.stringify(URLS.startWorker)};
  self.onmessage = async ({ data }) => {
    await giveWay(data);
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
    "waitForAnswers() waits while calls are answered, in threads that work for one that gives way too",
  // The threads run sources.
  permissions: { read: true },
  async fn() {
    const count = new AnswerCount();
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
      count.end();
      assert.equal((await work()).wasAsked, true);
      count.end();
      assert.equal((await work()).wasAsked, false);
    } finally {
      worker.terminate();
    }
  },
});

Deno.test("waitForAnswers() waits for nobody in a thread that gives way to no calls", () => {
  assert.equal(waitForAnswers(), false);
});
