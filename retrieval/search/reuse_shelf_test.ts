import { DEFAULT_EXCLUSIONS, toVisibility } from "@dossier/core/exclude";
import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { textHash } from "../machine/file_content.ts";
import { readSources, SourceCache } from "../tree/read_sources.ts";
import { type ReusePlace, ReuseShelf } from "./reuse_shelf.ts";

/** A clock by which no file was touched lately. */
const LATER = () => Date.now() + 60_000;

const INDEX = { documents: 1, chunks: 1, segments: 1, updatedAt: undefined, isComplete: true };

/** Asks a shelf over a tree with one file, and counts how often it had to find. */
class ShelfOfTree implements Disposable {
  readonly #tree = makeTree({ "a.ts": "one\n" });
  readonly #shelf = new ReuseShelf();
  readonly #place: ReusePlace = {
    root: this.#tree.root,
    visibility: toVisibility(DEFAULT_EXCLUSIONS),
    sources: new SourceCache(LATER),
    index: INDEX,
    embedder: undefined,
  };
  found = 0;

  write(text: string): void {
    Deno.writeTextFileSync(`${this.#tree.root}/a.ts`, text);
  }

  /** Returns what is found: the lines of the file. */
  async ask(key: readonly unknown[], changed: Partial<ReusePlace> = {}) {
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

Deno.test("ReuseShelf find() finds once what is asked again, and anew once anything has changed", async () => {
  using shelf = new ShelfOfTree();
  const first = await shelf.ask(["one"]);
  assert.deepEqual(first, ["one"]);
  assert.equal(await shelf.ask(["one"]), first);
  assert.equal(shelf.found, 1);
  const stricter = toVisibility({ ...DEFAULT_EXCLUSIONS, files: ["b.ts"] });
  const changes: Partial<ReusePlace>[] = [{ index: { ...INDEX } }, { visibility: stricter }];
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

Deno.test("ReuseShelf find() tells questions apart by all that is asked, sets included", async () => {
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

Deno.test("ReuseShelf find() keeps nothing where globs include files, as these are looked up in the tree", async () => {
  using shelf = new ShelfOfTree();
  const visibility = toVisibility({ ...DEFAULT_EXCLUSIONS, include: ["dist/*"] });
  await shelf.ask(["one"], { visibility });
  await shelf.ask(["one"], { visibility });
  assert.equal(shelf.found, 2);
});
