import {
  type Candidate,
  createVisibility,
  DEFAULT_EXCLUSIONS,
  type PassageCandidate,
} from "@dossier/core";
import assert from "node:assert/strict";
import { IndexedTree } from "../../../tests/indexed_tree.ts";
import { recordReads } from "../../../tests/record_reads.ts";
import { readPassages } from "./read_passages.ts";
import { findDocumentByPath } from "../../index/local/store/documents.ts";

async function openTree(files: Record<string, string>): Promise<IndexedTree> {
  const tree = new IndexedTree(files);
  await tree.refresh();
  return tree;
}

function candidate(
  path: string,
  startLine: number,
  endLine: number,
): Omit<Candidate, "documentHash"> {
  return { path, language: "python", kind: "code", startLine, endLine, score: 1 };
}

/** Reads candidates as a retriever returns them, with the indexed hashes of their files. */
function read(
  tree: IndexedTree,
  ...candidates: readonly Omit<Candidate, "documentHash">[]
): Promise<readonly PassageCandidate[]> {
  const ranked = candidates.map((found) => ({
    ...found,
    documentHash: findDocumentByPath(tree.store, found.path)?.hash ?? "",
  }));
  return readPassages(ranked, tree);
}

Deno.test("readPassages() adds the lines of its file to each candidate, in the given order", async () => {
  using tree = await openTree({ "a.py": "one\ntwo\n\n", "b.py": "three" });
  const candidates = await read(
    tree,
    candidate("b.py", 1, 1),
    candidate("a.py", 2, 2),
    candidate("a.py", 1, 1),
  );
  assert.deepEqual(candidates.map(({ path, startLine }) => [path, startLine]), [
    ["b.py", 1],
    ["a.py", 2],
    ["a.py", 1],
  ]);
  assert.deepEqual(candidates.map(({ document }) => document.lines), [
    ["three"],
    ["one", "two", ""],
    ["one", "two", ""],
  ]);
});

Deno.test("readPassages() adds the same source to all candidates of a file, and reads it once", async () => {
  using tree = await openTree({ "a.py": "one\ntwo\n" });
  let found: readonly PassageCandidate[] | undefined;
  const reads = await recordReads(async () => {
    found = await read(tree, candidate("a.py", 1, 1), candidate("a.py", 2, 2));
  });
  assert.deepEqual(reads, [tree.path("a.py")]);
  assert.equal(found?.[0]?.document, found?.[1]?.document);
});

Deno.test("readPassages() excludes the carriage returns of line ends from the text", async () => {
  using tree = await openTree({ "a.py": "one\r\ntwo\rstill two\nthree\r\n" });
  const candidates = await read(tree, candidate("a.py", 3, 3));
  assert.deepEqual(candidates[0]?.document.lines, ["one", "two\rstill two", "three"]);
});

Deno.test("readPassages() excludes candidates of a changed file", async () => {
  using tree = await openTree({
    "time.py": "one\n",
    "swapped.py": "one\n",
    "size.py": "one\n",
    "gone.py": "one\n",
    "link.py": "one\n",
    "folder.py": "one\n",
    "binary.py": "one\n",
    "same.py": "one\n",
  });
  tree.touch("time.py", 5);
  const { mtime } = Deno.statSync(tree.path("swapped.py"));
  tree.write("swapped.py", "two\n");
  tree.touch("swapped.py", mtime!.getTime() / 1000);
  tree.write("size.py", "one\ntwo\n");
  tree.remove("gone.py");
  tree.remove("link.py");
  // Deno creates links only with permission to write everywhere.
  new Deno.Command("bash", { args: ["-c", "ln -s same.py link.py"], cwd: tree.root }).outputSync();
  assert.ok(Deno.lstatSync(tree.path("link.py")).isSymlink);
  tree.remove("folder.py");
  tree.write("folder.py/x", "one\n");
  tree.write("binary.py", Uint8Array.of(0, 1, 2, 3));
  const paths = ["swapped", "size", "gone", "link", "folder", "binary", "never"].map((name) =>
    `${name}.py`
  );
  const candidates = await read(
    tree,
    ...paths.map((path) => candidate(path, 1, 1)),
    candidate("same.py", 1, 1),
    candidate("time.py", 1, 1),
  );
  assert.deepEqual(candidates.map(({ path }) => path), ["same.py", "time.py"]);
});

Deno.test("readPassages() excludes a range that the file does not have", async () => {
  using tree = await openTree({ "a.py": "one\ntwo\n" });
  const candidates = await read(tree, candidate("a.py", 2, 3));
  assert.deepEqual(candidates, []);
});

Deno.test("readPassages() neither returns nor names a file that a newer rule excludes", async () => {
  using tree = await openTree({ "private/a.py": "one\n", "b.py": "one\n" });
  tree.visibility = createVisibility({ ...DEFAULT_EXCLUSIONS, dirs: ["private"] });
  let found: readonly PassageCandidate[] | undefined;
  const reads = await recordReads(async () => {
    found = await read(tree, candidate("private/a.py", 1, 1), candidate("b.py", 1, 1));
  });
  assert.deepEqual(found?.map(({ path }) => path), ["b.py"]);
  assert.deepEqual(reads, [tree.path("b.py")]);
});

Deno.test("readPassages() returns an outline of the definitions in the range, with their lines", async () => {
  using tree = await openTree({
    "a.py":
      "def before():\n    pass\n\n\ndef load(path):\n    return path\n\n\ndef save(path):\n    pass\n",
  });
  const candidates = await read(tree, candidate("a.py", 5, 10), candidate("a.py", 6, 6));
  assert.deepEqual(candidates.map(({ cheaper }) => cheaper?.[0]?.text), [
    "5: def load(path)\n9: def save(path)",
    "",
  ]);
});
