import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { testService } from "../../tests/conformance/service.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import type { Service } from "../service/service.ts";
import { openPooledService, type PooledServiceOptions } from "./pooled_service.ts";
import { linesOf } from "../../tests/lines_of.ts";

/** Changes are reported in order, and so trees are watched, only on Linux. */
const ignore = Deno.build.os !== "linux";

/** Number of bytes of a page of the index. The first page identifies the file. */
const PAGE_BYTES = 8192;

testService("openPooledService()", (roots) => openPooledService(roots));
// With a single thread, only tests with waiting calls can have another result.
testService(
  "openPooledService() with one thread",
  (roots) => openPooledService(roots, { threads: 1 }),
  /at once|signal|before it answers|withdrawn/,
);

/** Service over one tree, which is deleted with it. */
class PooledTree implements AsyncDisposable {
  readonly workspace: TempWorkspace;
  readonly service: Service;

  constructor(files: Readonly<Record<string, string>>, options?: PooledServiceOptions) {
    this.workspace = new TempWorkspace(files);
    this.service = openPooledService([{ name: "tree", path: this.workspace.root }], options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
    this.workspace[Symbol.dispose]();
  }
}

/** Returns many files that all contain one word and each a unique one. */
function makeFiles(count: number, word: string): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`f/${i}.md`, `${word} number${i}\n\n`.repeat(5)]),
  );
}

Deno.test("openPooledService() indexes without a request, and reports when it is ready", async () => {
  await using tree = new PooledTree({ "a.md": "apple" });
  const { service } = tree;
  assert.deepEqual(service.readiness(), [
    { name: "tree", isReady: false, hasBeenReady: false, pending: 0 },
  ]);
  while (!service.readiness().every(({ isReady }) => isReady)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.equal((await service.call("status", {})).documents, 1);
});

Deno.test("openPooledService() refuses calls that do not fit its queue, and continues", async () => {
  await using tree = new PooledTree(makeFiles(20, "apple"), { threads: 1, maxWaitMs: 40 });
  const { service } = tree;
  await service.call("index", {});
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => service.call("search", { query: "apple" })),
  );
  const codes = answers.flatMap((answer) => answer.status === "rejected" ? answer.reason.code : []);
  assert.ok(codes.length > 0 && codes.length < 20);
  assert.deepEqual([...new Set(codes)], ["overloaded"]);
  assert.equal((await service.call("search", { query: "apple" })).results.length, 10);
});

Deno.test("openPooledService() rebuilds a damaged index", async () => {
  await using tree = new PooledTree(makeFiles(20, "apple"), { threads: 2 });
  const { service, workspace } = tree;
  await service.call("index", {});
  const path = workspace.path(".dossier/state/index.db");
  const database = new DatabaseSync(path);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  using file = Deno.openSync(path, { write: true });
  file.seekSync(PAGE_BYTES, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(Deno.statSync(path).size - PAGE_BYTES).fill(0xa5));
  const answers = await Promise.all(
    [1, 2, 3].map(() => service.call("search", { query: "number7" })),
  );
  for (const { results } of answers) assert.equal(results[0]?.path, "f/7.md");
});

Deno.test("openPooledService() continues with a root that was removed and created again", async () => {
  await using tree = new PooledTree({ "a.md": "apple" });
  const { service, workspace } = tree;
  const { bundle } = await service.call("context", { query: "apple", session: "s" });
  assert.equal(bundle.record, 1);
  Deno.removeSync(workspace.root, { recursive: true });
  await assert.rejects(service.call("search", { query: "apple" }), { code: "root-not-found" });
  Deno.mkdirSync(workspace.root);
  workspace.write("b.md", "banana");
  const again = await service.call("context", { query: "banana", session: "s" });
  assert.deepEqual([linesOf(again.bundle.fragments)[0]?.path, again.bundle.record], ["b.md", 1]);
  assert.equal(Deno.statSync(workspace.path(".dossier/state/state.db")).isFile, true);
});

Deno.test({
  name:
    "openPooledService() with watch answers without a comparison, and never claims to be fresh when behind",
  ignore,
  async fn() {
    await using tree = new PooledTree({ "a.md": "apple" }, { watch: true });
    const { service, workspace } = tree;
    // Until the tree is watched, answers compare it.
    while (!(await service.call("search", { query: "apple" })).index.stale) {
      workspace.write("b.md", `apple ${crypto.randomUUID()}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const word = `w${crypto.randomUUID().replaceAll("-", "")}`;
    workspace.write("c.md", word);
    const forced = await service.call("search", { query: word, refresh: true });
    assert.deepEqual([forced.results[0]?.path, forced.index.stale], ["c.md", false]);
    workspace.write("d.md", `${word} ${word}`);
    for (;;) {
      const { results, index } = await service.call("search", { query: word });
      if (results.some(({ path }) => path === "d.md") && !index.stale) break;
    }
  },
});

Deno.test("openPooledService() refuses new calls while it is disposed of, and finishes running ones", async () => {
  using workspace = new TempWorkspace(makeFiles(20, "apple"));
  const service = openPooledService([{ name: "tree", path: workspace.root }], { threads: 1 });
  await service.call("index", {});
  const calls = Array.from(
    { length: 5 },
    () => service.call("search", { query: "apple", refresh: false }),
  );
  const outcomes = Promise.allSettled(calls);
  await new Promise((resolve) => setTimeout(resolve));
  await service[Symbol.asyncDispose]();
  const [first, ...others] = await outcomes;
  assert.equal(first?.status, "fulfilled");
  for (const other of others) {
    assert.ok(other.status === "fulfilled" || other.reason.code === "stopping");
  }
  await assert.rejects(service.call("search", { query: "apple" }), { code: "stopping" });
  await assert.rejects(service.call("index", {}), { code: "stopping" });
});

Deno.test("openPooledService() withholds nothing from a session that left before its answer came", async () => {
  await using tree = new PooledTree(makeFiles(20, "apple"), { threads: 1 });
  const { service } = tree;
  await service.call("index", {});
  const request = (session: string, signal?: AbortSignal) =>
    service.call("context", { query: "apple", session, refresh: false }, signal && { signal });
  // A fragment that was only named may be named again.
  const countShown = async (session: string) =>
    (await request(session)).bundle.fragments.filter(({ form }) => form !== "reference").length;
  const whole = await countShown("whole");
  let left = 0;
  for (let round = 0; round < 40; round++) {
    const session = `round-${round}`;
    const stop = new AbortController();
    setTimeout(() => stop.abort(), round / 2);
    const isGiven = await request(session, stop.signal).then(() => true, () => false);
    if (!isGiven) left++;
    assert.equal(await countShown(session), isGiven ? 0 : whole, `round ${round}`);
  }
  assert.ok(left > 0 && whole > 0);
});
