import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";
import { IndexKeeper, type WatchRun, type WatchState } from "./index_keeper.ts";

/** Trees are watched on Linux only, where changes are reported in order. */
const ignore = Deno.build.os !== "linux";

/**
 * Maximum time to wait for a change, in milliseconds; without it a lost change would block the
 * test.
 */
const PATIENCE_MS = 30_000;

/** Watched tree, with the reports of its keeper. */
class KeptTree implements AsyncDisposable {
  readonly workspace: TempWorkspace;
  readonly keeper: IndexKeeper;
  readonly runs: WatchRun[] = [];
  readonly states: WatchState[] = [];
  readonly failures: unknown[] = [];
  readonly #abort = new AbortController();
  readonly #done: Promise<void>;
  #wake = () => {};

  constructor(files: Readonly<Record<string, string>>, prepare?: (tree: TempWorkspace) => void) {
    this.workspace = new TempWorkspace(files);
    prepare?.(this.workspace);
    const { root } = this.workspace;
    this.keeper = new IndexKeeper({
      root,
      watch: true,
      openEmbedder: () => Promise.resolve(undefined),
    });
    const add = <Value>(list: Value[]) => (value: Value) => {
      list.push(value);
      this.#wake();
    };
    this.#done = this.keeper.keepFresh({
      signal: this.#abort.signal,
      onRun: add(this.runs),
      onState: add(this.states),
      onFailure: add(this.failures),
    });
  }

  /** Waits until the reports of the keeper meet a condition. */
  async until(condition: () => boolean): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("Waited in vain")), PATIENCE_MS);
    try {
      while (!condition()) {
        await Promise.race([promise, new Promise<void>((resolve) => this.#wake = resolve)]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits until the index is up to date. */
  async untilFresh(): Promise<void> {
    await this.until(() => this.states.at(-1)?.isStale === false);
  }

  /** Makes a change, and waits until it is reported and indexed. */
  async change(act: () => void): Promise<void> {
    await this.untilFresh();
    const before = this.states.length;
    act();
    await this.until(() => this.states.slice(before).some(({ isStale }) => isStale));
    await this.untilFresh();
  }

  /** Returns the indexed paths that a word finds. */
  async find(word: string): Promise<string[]> {
    using engine = await openEngine({ root: this.workspace.root });
    const { results } = await engine.search(word, { refresh: false, limit: 100 });
    return [...new Set(results.map(({ path }) => path))].sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.#done;
    await this.keeper[Symbol.asyncDispose]();
    this.workspace[Symbol.dispose]();
  }
}

Deno.test({
  name: "IndexKeeper keepFresh() indexes changes of a tree automatically",
  ignore,
  async fn() {
    await using tree = new KeptTree({ "a.md": "apple", "b/c.md": "cherry" });
    const { workspace } = tree;
    await tree.change(() => workspace.write("a.md", "apricot"));
    assert.deepEqual(await tree.find("apricot"), ["a.md"]);
    await tree.change(() => workspace.write("x/y/z.md", "apricot"));
    assert.deepEqual(await tree.find("apricot"), ["a.md", "x/y/z.md"]);
    await tree.change(() => Deno.renameSync(workspace.path("x"), workspace.path("renamed")));
    assert.deepEqual(await tree.find("apricot"), ["a.md", "renamed/y/z.md"]);
    await tree.change(() => workspace.write("renamed/y/w.md", "apricot"));
    await tree.change(() => workspace.remove("a.md"));
    assert.deepEqual(await tree.find("apricot"), ["renamed/y/w.md", "renamed/y/z.md"]);
    await tree.change(() => workspace.write(".dossier/config.yaml", "exclude: { dirs: [y] }\n"));
    assert.deepEqual(await tree.find("apricot"), []);
    assert.ok(tree.states.every(({ isWatching }) => isWatching));
    assert.ok(tree.runs.slice(1).every(({ lagMs }) => lagMs !== undefined && lagMs > 0));
    assert.deepEqual(tree.failures, []);
  },
});

Deno.test({
  name: "IndexKeeper keepFresh() follows a switch of branches that changes hundreds of files",
  ignore,
  async fn() {
    await using tree = new KeptTree({}, (workspace) => {
      workspace.initialize();
      for (let i = 0; i < 300; i++) workspace.write(`many/${i % 20}/${i}.md`, "apple");
      workspace.commit();
      workspace.git("checkout", "--quiet", "-b", "other");
      for (let i = 0; i < 300; i++) workspace.write(`many/${i % 20}/${i}.md`, "apricot");
      workspace.remove("many/0");
      workspace.commit();
    });
    await tree.untilFresh();
    await tree.change(() => tree.workspace.git("checkout", "--quiet", "main"));
    using engine = await openEngine({ root: tree.workspace.root });
    const { added, changed, removed } = await engine.index();
    assert.deepEqual([added, changed, removed], [0, 0, 0]);
    assert.deepEqual(await tree.find("apricot"), []);
  },
});

Deno.test({
  name: "IndexKeeper keepFresh() reports the number of files that are missing from the index",
  ignore,
  async fn() {
    await using tree = new KeptTree({ "a.md": "apple" });
    await tree.untilFresh();
    const before = tree.states.length;
    await tree.change(() => {
      for (let i = 0; i < 150; i++) tree.workspace.write(`many/${i}.md`, "apricot");
    });
    const states = tree.states.slice(before);
    assert.deepEqual(states.filter(({ isStale, pending }) => isStale !== pending > 0), []);
    assert.ok(states.some(({ pending }) => pending > 50), JSON.stringify(states));
    // The last report comes when everything is indexed: no earlier change is found later.
    const { length } = tree.states;
    assert.equal((await tree.find("apricot")).length, 100);
    assert.equal(tree.states.slice(length).some(({ isStale }) => isStale), false);
  },
});

Deno.test({
  name: "IndexKeeper keepFresh() continues with a root that was deleted and created again",
  ignore,
  async fn() {
    await using tree = new KeptTree({ "a.md": "apple" });
    const { workspace } = tree;
    await tree.untilFresh();
    Deno.removeSync(workspace.root, { recursive: true });
    await tree.until(() => tree.failures.length > 0);
    assert.match(String(tree.failures[0]), /as there is no such folder/);
    Deno.mkdirSync(workspace.root);
    workspace.write("b.md", "banana");
    await tree.untilFresh();
    assert.deepEqual(await tree.find("banana"), ["b.md"]);
    await tree.change(() => workspace.write("c.md", "banana"));
    assert.deepEqual(await tree.find("banana"), ["b.md", "c.md"]);
  },
});

Deno.test({
  name: "IndexKeeper keepFresh() notices a deleted root without a report",
  ignore,
  async fn() {
    await using tree = new KeptTree({});
    await tree.untilFresh();
    Deno.removeSync(tree.workspace.root, { recursive: true });
    await tree.until(() => tree.failures.length > 0);
    assert.match(String(tree.failures[0]), /as there is no such folder/);
    Deno.mkdirSync(tree.workspace.root);
  },
});

Deno.test({
  name: "IndexKeeper keepFresh() reports when the system can watch no more, and continues without",
  ignore,
  async fn() {
    const watchFs = Deno.watchFs;
    Deno.watchFs = () => {
      throw new Error("No file descriptors available");
    };
    try {
      await using tree = new KeptTree({ "a.md": "apple" });
      await tree.untilFresh();
      const state = tree.states.at(-1);
      assert.equal(state?.isWatching, false);
      assert.deepEqual(state?.notes.map(({ code }) => code), ["not-watched"]);
      tree.workspace.write("b.md", "banana");
      assert.equal((await tree.keeper.refresh()).added, 1);
    } finally {
      Deno.watchFs = watchFs;
    }
  },
});

Deno.test("IndexKeeper reopens a deleted index, and rebuilds one on demand", async () => {
  using workspace = new TempWorkspace({ "a.md": "apple" });
  await using keeper = new IndexKeeper({ root: workspace.root });
  assert.equal((await keeper.refresh()).added, 1);
  assert.equal((await keeper.refresh()).added, 0);
  workspace.remove(".dossier/state");
  assert.equal((await keeper.refresh()).added, 1);
  const rebuilt = await keeper.rebuild();
  assert.equal(rebuilt.added, 1);
  assert.deepEqual(rebuilt.notes.map(({ code }) => code), ["index-rebuilt"]);
  workspace.write("b.md", "banana");
  const [one, other] = await Promise.all([keeper.refresh(), keeper.index()]);
  assert.deepEqual([one.added, other.added, other.documents], [1, 0, 2]);
});
