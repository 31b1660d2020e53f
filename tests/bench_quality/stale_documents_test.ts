import assert from "node:assert/strict";
import { GitTree } from "../../retrieval/commits/_git_tree.ts";
import { measureStale } from "./measure_stale.ts";
import { listGoneNames } from "./stale_label.ts";
import { readTreeWords } from "./tree_words.ts";

/** A commit each; the year before the last is then between the first commit and the second. */
const DAYS = 365;

Deno.test("listGoneNames() compares the words and paths of code spans with two trees", () => {
  const before = { words: new Set(["openStore", "parseUrl", "abc"]), paths: new Set(["src/a.ts"]) };
  const now = { words: new Set(["parseUrl"]), paths: new Set<string>() };
  const text =
    "`Store.openStore()` and `parseUrl`, `abc`, `never`, `src/a.ts`\n```\nopenStore\n```\n";
  assert.deepEqual(listGoneNames(text, { before, now }), ["src/a.ts", "openStore"]);
  assert.deepEqual(listGoneNames("openStore\n\n```\n`openStore`\n```\n", { before, now }), []);
});

Deno.test("readTreeWords() reads the code and the documents of a commit", async () => {
  using tree = new GitTree();
  const id = tree.commit("first", {
    "src/a.ts": "const openStore = größe;\n",
    "docs/a.md": "prose\n",
    "docs/CHANGELOG.md": "history\n",
  });
  const { words, paths, documents } = (await readTreeWords(tree.root, id))!;
  assert.deepEqual([...words], ["const", "openStore", "größe"]);
  assert.deepEqual([...paths].sort(), ["docs/CHANGELOG.md", "docs/a.md", "src/a.ts"]);
  assert.deepEqual([...documents.keys()], ["docs/a.md"]);
  assert.equal(await readTreeWords(tree.root, "none"), undefined);
});

Deno.test("N-14 the documents of a real history are told from one another", async () => {
  using tree = new GitTree();
  const code = (...names: readonly string[]) =>
    names.map((name) => `export function ${name}() {}\n`).join("");
  tree.commit("first", {
    "src/store.ts": code("openStore", "closeStore", "readRow"),
    "src/old.ts": code("oldHelper"),
    "docs/store.md": "# Store\n\n`openStore()` before `closeStore()`\n",
    "docs/rows.md": "# Rows\n\n`readRow` reads; your `UserRow` is `row_type`\n",
    "docs/files.md": "# Files\n\nSee `src/old.ts`\n",
    "docs/plain.md": "# Plain\n\nNothing of the code\n",
  });
  Deno.removeSync(`${tree.root}/src/old.ts`);
  tree.commit("rename", { "src/store.ts": code("openStore", "endStore", "readRow") });
  tree.import(
    Array.from(
      { length: DAYS },
      (_, i) => [`day ${i}`, { "src/day.ts": `export const DAY = ${i};\n` }],
    ),
  );
  const mistakes: string[] = [];
  const folder = tree.beside("measured");
  const counts = await measureStale(`${tree.root}/.git`, {
    years: [1],
    folder,
    onMistake: (line) => mistakes.push(line),
  });
  assert.deepEqual(mistakes, []);
  const { stale, fresh, flaggedStale, flaggedFresh, agedStale, agedFresh } = counts!;
  assert.deepEqual([stale, flaggedStale, agedStale], [2, 2, 0]);
  assert.deepEqual([fresh, flaggedFresh, agedFresh], [2, 0, 0]);
});
