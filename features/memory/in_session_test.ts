import assert from "node:assert/strict";
import { openEngine } from "../../retrieval/engine.ts";
import type { Engine } from "../../retrieval/engine.ts";
import { FEATURES } from "../features.ts";
import { makeTree, writeFiles } from "../../tests/temp_tree.ts";
import { lookUpInSession, type LookUpTools } from "./in_session.ts";
import { openMemory } from "./open_memory.ts";
import { remember } from "./remember.ts";
import { listMemoryInjections, type MemoryPlace } from "./store/mod.ts";

const FILES = {
  "src/upload.py": "def retry_upload(file):\n    return send(file)\n\n\ndef stop():\n    pass\n",
  "src/limit.py": "LIMIT = 1\n",
};

/** A tree with a memory, and a tool that is used in it. */
class LookUpTrial implements AsyncDisposable {
  readonly tree = makeTree(FILES);
  engine!: Engine;
  place!: MemoryPlace;

  async open(): Promise<this> {
    this.engine = await openEngine({ root: this.tree.root, features: FEATURES });
    this.place = await openMemory(this.engine);
    return this;
  }

  async remember(content: string, path = "src/upload.py#retry_upload"): Promise<string> {
    const claim = { content, paths: [path], kind: "decision" } as const;
    return (await remember(this.engine, this.place, claim)).id;
  }

  lookUp(tools: Partial<LookUpTools> & { readonly session?: string } = {}, words = "") {
    const { session = "s1", ...more } = tools;
    const event = { event: "pre-tool-use", session, files: ["src/upload.py"], words } as const;
    return lookUpInSession(event, {
      place: this.place,
      settings: { push: true, weighting: true },
      isRunning: true,
      lease: (work) => this.engine.lease({ refresh: false }, work),
      ...more,
    });
  }

  async listLogged(): Promise<readonly (readonly string[])[]> {
    const rows = await listMemoryInjections(this.place);
    return rows.map(({ moment, observations }) => [moment, ...observations]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.engine[Symbol.dispose]();
    this.tree[Symbol.dispose]();
    return Promise.resolve();
  }
}

Deno.test("M-19 a tool gets the observations about its file once a session, and they are logged", async () => {
  await using trial = await new LookUpTrial().open();
  assert.deepEqual(await trial.lookUp(), { outcome: "no-match" });
  const id = await trial.remember("Retries go through the queue");
  await trial.remember("It holds a limit of one", "src/limit.py");
  assert.deepEqual(await trial.lookUp(), {
    outcome: "injected",
    text: "Learned by earlier sessions of src/upload.py, to be checked:\n" +
      `- [${id}] "Retries go through the queue", of src/upload.py#retry_upload`,
  });
  assert.deepEqual(await trial.lookUp(), { outcome: "duplicate" });
  assert.equal((await trial.lookUp({ session: "s2" })).outcome, "injected");
  assert.deepEqual(await trial.listLogged(), [["tool", id], ["tool", id]]);
});

Deno.test("M-19 a look-up of 101 ms is given up and logs nothing, one of 100 ms is not", async () => {
  await using trial = await new LookUpTrial().open();
  await trial.remember("Retries go through the queue");
  const look = (ms: number) => {
    let now = 0;
    const { place } = trial;
    return trial.lookUp({
      now: () => now,
      async findCiting(paths) {
        const { listCiting } = await import("./store/mod.ts");
        now += ms;
        return await listCiting(place, paths);
      },
    });
  };
  assert.deepEqual(await look(101), { outcome: "budget-exceeded" });
  assert.deepEqual(await trial.listLogged(), []);
  assert.equal((await look(100)).outcome, "injected");
});

Deno.test("M-19 a look-up that never ends holds a tool up for 100 ms, and the time to open an index does not count", async () => {
  await using trial = await new LookUpTrial().open();
  await trial.remember("Retries go through the queue");
  const startedMs = performance.now();
  const findCiting = () => new Promise<never>(() => {});
  assert.deepEqual(await trial.lookUp({ findCiting }), { outcome: "budget-exceeded" });
  assert.ok(performance.now() - startedMs < 1000);
  let now = 0;
  const told = await trial.lookUp({
    now: () => now,
    lease(work) {
      now += 500;
      return trial.engine.lease({ refresh: false }, work);
    },
  });
  assert.equal(told.outcome, "injected");
});

Deno.test("M-19 a session that is over, a closed gate and a store that fails are told apart", async () => {
  await using trial = await new LookUpTrial().open();
  await trial.remember("Retries go through the queue");
  assert.equal((await trial.lookUp({ isRunning: false })).outcome, "not-running");
  const settings = { push: false, weighting: true };
  assert.equal((await trial.lookUp({ settings })).outcome, "disabled");
  const findCiting = () => Promise.reject(new Error("gone"));
  assert.equal((await trial.lookUp({ findCiting })).outcome, "error");
  assert.deepEqual(await trial.listLogged(), []);
});

Deno.test("a tool gets two observations that still hold, those about the prompt first", async () => {
  await using trial = await new LookUpTrial().open();
  await trial.remember("The mirror of uploads is slow", "src/upload.py#stop");
  const about = await trial.remember("Deadlines are kept by the gateway", "src/upload.py#stop");
  const second = await trial.remember("Somebody stops the world here", "src/upload.py#stop");
  await trial.remember("Retries go through the queue");
  const changed = FILES["src/upload.py"].replace("send(file)", "None");
  writeFiles(trial.tree.root, { "src/upload.py": changed });
  const { text = "" } = await trial.lookUp({}, "which gateway keeps deadlines, and who stops it");
  assert.deepEqual(text.match(/\[o\d+\]/g), [`[${about}]`, `[${second}]`]);
});
