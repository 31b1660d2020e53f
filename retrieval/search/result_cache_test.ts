import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { textHash } from "../machine/file_content.ts";
import { readSources, SourceCache } from "../tree/read_sources.ts";
import { ResultCache, type ResultCacheTree } from "./result_cache.ts";

/** Clock by which no file was changed recently. */
const LATER = () => Date.now() + 60_000;

const INDEX = { documents: 1, chunks: 1, segments: 1, updatedAt: undefined, isComplete: true };

/** Cache for a tree with one file, with a counter of misses. */
class ShelfOfTree implements Disposable {
  readonly #tree = makeTree({ "a.ts": "one\n" });
  readonly #shelf = new ResultCache();
  readonly #place: ResultCacheTree = {
    root: this.#tree.root,
    visibility: createVisibility(DEFAULT_EXCLUSIONS),
    sources: new SourceCache(LATER),
    index: INDEX,
    embedder: undefined,
  };
  found = 0;

  write(text: string): void {
    Deno.writeTextFileSync(`${this.#tree.root}/a.ts`, text);
  }

  /** Returns the result: the lines of the file. */
  async ask(key: readonly unknown[], changed: Partial<ResultCacheTree> = {}) {
    const place = { ...this.#place, ...changed };
    return await this.#shelf.find(key, place, async () => {
      this.found++;
      const documentHash = await textHash(Deno.readTextFileSync(`${place.root}/a.ts`));
      const source = (await readSources([{ path: "a.ts", documentHash }], place)).get("a.ts")!;
      return { value: source.lines, read: new Map([["a.ts", source]]), bytes: 1 };
    });
  }

  [Symbol.dispose](): void {
    this.#tree[Symbol.dispose]();
  }
}

Deno.test("ResultCache find() computes a repeated request once, and again after any change", async () => {
  using shelf = new ShelfOfTree();
  const first = await shelf.ask(["one"]);
  assert.deepEqual(first, ["one"]);
  assert.equal(await shelf.ask(["one"]), first);
  assert.equal(shelf.found, 1);
  const stricter = createVisibility({ ...DEFAULT_EXCLUSIONS, files: ["b.ts"] });
  const changes: Partial<ResultCacheTree>[] = [{ index: { ...INDEX } }, { visibility: stricter }];
  for (const [i, change] of changes.entries()) {
    await shelf.ask(["one"], change);
    assert.equal(shelf.found, 2 + 2 * i, `change ${i}`);
    await shelf.ask(["one"]);
  }
  const before = shelf.found;
  shelf.write("three\n");
  assert.deepEqual(await shelf.ask(["one"]), ["three"]);
  assert.equal(shelf.found, before + 1);
});

Deno.test("ResultCache find() distinguishes requests by all parts, including sets", async () => {
  using shelf = new ShelfOfTree();
  const keys = [["one"], ["one", 10], ["one", { of: new Set(["a"]) }], [
    "one",
    { of: new Set(["b"]) },
  ]];
  for (const key of keys) await shelf.ask(key);
  assert.equal(shelf.found, keys.length);
  for (const key of keys) await shelf.ask(key);
  assert.equal(shelf.found, keys.length);
});

Deno.test("ResultCache find() caches nothing when globs include files, because these are matched against the tree", async () => {
  using shelf = new ShelfOfTree();
  const visibility = createVisibility({ ...DEFAULT_EXCLUSIONS, include: ["dist/*"] });
  await shelf.ask(["one"], { visibility });
  await shelf.ask(["one"], { visibility });
  assert.equal(shelf.found, 2);
});
