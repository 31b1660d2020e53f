import assert from "node:assert/strict";
import fc from "fast-check";
import { mergeSegments } from "../retrieval/index/local/merge_segments.ts";
import { countSegments, listSegments } from "../retrieval/index/local/store/segments.ts";
import { compareAnswers } from "./compare_answers.ts";
import { viewIndex } from "./index_view.ts";
import type { Embedder } from "../retrieval/embed/embedder.ts";
import { IndexedTree } from "./indexed_tree.ts";
import { openTestEmbedder } from "./static_table.ts";

/** Change of a tree or its index. */
type Step =
  | { readonly kind: "write"; readonly path: string; readonly text: string; readonly now: boolean }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "touch"; readonly path: string }
  | { readonly kind: "refresh" }
  | { readonly kind: "merge"; readonly taken: readonly boolean[] };

const PATHS = ["a.md", "b.py", "src/a.md", "src/upload.ts", "src/x/b.md", "retry.txt", "c", "d.md"];
const LINES = [
  "# Upload",
  "## Retry of an upload",
  "red green blue",
  "HTTPServer retries the upload",
  "def retry_upload(file):",
  "    return send(file)",
  "export function sendFile() {",
  "}",
  "",
  "word ".repeat(120),
  "漢字 \u{1f600} zebra",
];
const QUERIES = ["retry the upload", "red zebra", "send file server word", "漢字", "a md src"];

const path = fc.constantFrom(...PATHS);
const text = fc.oneof(
  fc.array(fc.constantFrom(...LINES), { maxLength: 25 }).map((lines) => lines.join("\n")),
  fc.constantFrom("", "\0 binary", "red"),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("write" as const), path, text, now: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), path }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("rename" as const), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("touch" as const), path }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("refresh" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("merge" as const),
      taken: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
    }),
  },
);

/** Does one step; a step with a missing file does nothing. */
async function play(tree: IndexedTree, files: Map<string, string>, step: Step): Promise<void> {
  switch (step.kind) {
    case "write":
      files.set(step.path, step.text);
      if (step.now) tree.writeNow(step.path, step.text);
      else tree.write(step.path, step.text);
      return;
    case "remove":
      if (files.delete(step.path)) tree.remove(step.path);
      return;
    case "rename": {
      const text = files.get(step.path);
      if (text === undefined) return;
      files.delete(step.path);
      files.set(step.to, text);
      tree.rename(step.path, step.to);
      return;
    }
    case "touch":
      if (files.has(step.path)) tree.touch(step.path, 999_000_000);
      return;
    case "refresh":
      await tree.refresh();
      return;
    case "merge":
      tree.store.write(() =>
        mergeSegments(tree.store, listSegments(tree.store).filter((_, i) => step.taken[i]))
      );
  }
}

async function answersOf(tree: IndexedTree): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const query of QUERIES) {
    answers.push(await tree.search(query, { explain: true }));
    answers.push(await tree.search(query, { limit: 3, filter: { kind: "document" } }));
  }
  return answers;
}

/** Asserts that an index answers like one that is built at once from the same files. */
async function assertLikeNew(tree: IndexedTree, files: ReadonlyMap<string, string>): Promise<void> {
  using whole = new IndexedTree(Object.fromEntries(files));
  whole.embedding = tree.embedding;
  await whole.refresh();
  assert.deepEqual(viewIndex(tree.store), viewIndex(whole.store));
  assert.deepEqual(await answersOf(tree), await answersOf(whole));
}

function openTree(embedder: Embedder): IndexedTree {
  const tree = new IndexedTree();
  tree.embedding = { embedder, settings: undefined };
  return tree;
}

Deno.test("An index that was refreshed after any changes answers bit for bit like one that was built at once", async () => {
  using embedder = await openTestEmbedder();
  const steps = fc.array(step, { maxLength: 30, size: "max" });
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      using tree = openTree(embedder);
      const files = new Map<string, string>();
      for (const step of list) await play(tree, files, step);
      await tree.refresh();
      await assertLikeNew(tree, files);
    }),
    { numRuns: 25, interruptAfterTimeLimit: 20_000 },
  );
});

Deno.test("An index of many tiny segments answers bit for bit like one that was built at once", async () => {
  using embedder = await openTestEmbedder();
  using tree = openTree(embedder);
  const files = new Map<string, string>();
  let most = 0;
  for (let i = 0; i < 56; i++) {
    const path = `d${i % 5}/f${i % 50}.md`;
    files.set(path, `# Part ${i}\n\n${LINES[i % LINES.length]}\nretry word${i % 7}\n`);
    tree.write(path, files.get(path)!);
    await tree.refresh();
    most = Math.max(most, countSegments(tree.store));
  }
  assert.ok(most === 40, "the segments were merged on the way");
  await assertLikeNew(tree, files);
});

Deno.test("An index in use answers like a new one during any work on its tree, committed or not", async () => {
  const { states, answers } = await compareAnswers({ histories: 20, maxMs: 7_000 });
  assert.ok(states > 0 && answers > states);
});
