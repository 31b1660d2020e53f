import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import assert from "node:assert/strict";
import { recordReads } from "../../tests/record_reads.ts";
import { readSources, SourceCache } from "./read_sources.ts";
import { makeTree, writeFiles } from "../../tests/temp_tree.ts";
import { textHash } from "../machine/file_content.ts";

const EXCLUSIONS = createVisibility(DEFAULT_EXCLUSIONS);

/** Clock according to which no file changed recently. */
const LATER = () => Date.now() + 60_000;

/** Returns the lines of a file whose bytes should be those of `text`, and whether it was read. */
async function read(
  root: string,
  path: string,
  { text, sources, visibility = EXCLUSIONS }: {
    readonly text: string;
    readonly sources?: SourceCache;
    readonly visibility?: typeof EXCLUSIONS;
  },
) {
  let lines: readonly string[] | undefined;
  const wanted = [{ path, documentHash: await textHash(text) }];
  const reads = await recordReads(async () => {
    lines = (await readSources(wanted, { root, visibility, sources })).get(path)?.lines;
  });
  return { lines, reads: reads.length };
}

Deno.test("readSources() reads a file once with a cache, and returns its current content", async () => {
  using tree = makeTree({ "a.ts": "one\ntwo\n" });
  const sources = new SourceCache(LATER);
  const text = "one\ntwo\n";
  const first = { lines: ["one", "two"], reads: 1 };
  assert.deepEqual(await read(tree.root, "a.ts", { text }), first);
  assert.deepEqual(await read(tree.root, "a.ts", { text }), first);
  assert.deepEqual(await read(tree.root, "a.ts", { text, sources }), first);
  assert.deepEqual(await read(tree.root, "a.ts", { text, sources }), { ...first, reads: 0 });
  // The index has other bytes by now.
  const other = await read(tree.root, "a.ts", { text: "three\n", sources });
  assert.deepEqual(other.lines, undefined);
  Deno.removeSync(`${tree.root}/a.ts`);
  assert.deepEqual((await read(tree.root, "a.ts", { text, sources })).lines, undefined);
});

Deno.test("readSources() reads a file again when its size, time or inode differs", async () => {
  using tree = makeTree({ "a.ts": "one\n" });
  const path = `${tree.root}/a.ts`;
  const sources = new SourceCache(LATER);
  Deno.utimeSync(path, 1000, 1000);
  await read(tree.root, "a.ts", { text: "one\n", sources });
  const changes: [string, () => void][] = [
    ["three\n", () => {
      Deno.writeTextFileSync(path, "three\n");
      Deno.utimeSync(path, 1000, 1000);
    }],
    ["eight\n", () => {
      Deno.writeTextFileSync(path, "eight\n");
      Deno.utimeSync(path, 1000, 1001);
    }],
    ["seven\n", () => {
      writeFiles(tree.root, { "b.ts": "seven\n" });
      Deno.utimeSync(`${tree.root}/b.ts`, 1000, 1001);
      Deno.renameSync(`${tree.root}/b.ts`, path);
    }],
  ];
  for (const [text, change] of changes) {
    change();
    const expected = { lines: [text.trim()], reads: 1 };
    assert.deepEqual(await read(tree.root, "a.ts", { text, sources }), expected);
  }
});

Deno.test("readSources() does not cache a file that has just changed", async () => {
  using tree = makeTree({ "a.ts": "one\n" });
  const sources = new SourceCache();
  for (let i = 0; i < 2; i++) {
    const found = await read(tree.root, "a.ts", { text: "one\n", sources });
    assert.deepEqual(found, { lines: ["one"], reads: 1 });
  }
});

Deno.test("readSources() returns nothing for a cached file that a rule excludes now", async () => {
  using tree = makeTree({ "a.ts": "one\n" });
  const sources = new SourceCache(LATER);
  await read(tree.root, "a.ts", { text: "one\n", sources });
  const visibility = createVisibility({ ...DEFAULT_EXCLUSIONS, extensions: [".ts"] });
  const found = await read(tree.root, "a.ts", { text: "one\n", sources, visibility });
  assert.deepEqual(found, { lines: undefined, reads: 0 });
});
