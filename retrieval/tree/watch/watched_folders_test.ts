import assert from "node:assert/strict";
import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core";
import { git, makeTree } from "../../../tests/temp_tree.ts";
import { findWatchedFolders } from "./watched_folders.ts";

const EXCLUSIONS = createVisibility(DEFAULT_EXCLUSIONS);

/** Returns the watched folders of the tree, relative to it, in order; the root is `""`. */
async function foldersOf(root: string, { visibility = EXCLUSIONS, paths = [] as string[] } = {}) {
  const folders = await findWatchedFolders(root, { visibility, paths, state: `${root}/index` });
  return [...folders].map((folder) => folder.slice(root.length + 1)).sort();
}

Deno.test("findWatchedFolders() returns empty folders, and neither the index nor excluded folders", async () => {
  using tree = makeTree({
    "img/x.png": "1",
    "index/a": "1",
    "vendor/own/a.ts": "1",
    ".hg/x/a": "",
  });
  Deno.mkdirSync(`${tree.root}/outer/inner`, { recursive: true });
  Deno.symlinkSync(tree.root, `${tree.root}/link`);
  assert.deepEqual(await foldersOf(tree.root), ["", "img", "outer", "outer/inner"]);
});

Deno.test("findWatchedFolders() enters excluded folders for globs that include files, but not those of tools", async () => {
  using tree = makeTree({ "vendor/own/a.ts": "1", ".hg/x/a": "", "secrets/a": "" });
  const rules = { ...DEFAULT_EXCLUSIONS, include: ["vendor/own/**"] };
  const visibility = createVisibility(rules, (path) => path.startsWith("vendor/own/"));
  assert.deepEqual(await foldersOf(tree.root, { visibility }), ["", "vendor", "vendor/own"]);
});

Deno.test("findWatchedFolders() omits folders that git ignores unless a file in them is listed", async () => {
  using tree = makeTree({
    ".gitignore": "out/\n*.tmp\n",
    "out/deep/a": "1",
    "a/out/kept.ts": "1",
    "scratch/a.tmp": "1",
    "nested/b/c.ts": "1",
  });
  git(tree.root, "init", "-q");
  git(`${tree.root}/nested`, "init", "-q");
  assert.deepEqual(
    await foldersOf(tree.root, { paths: ["a/out/kept.ts"] }),
    ["", ".git", ".git/info", "a", "a/out", "nested", "scratch"],
  );
});
