import assert from "node:assert/strict";
import { git } from "../../../tests/temp_tree.ts";
import { IndexedTree } from "../../../tests/indexed_tree.ts";
import { planRefresh } from "./plan_refresh.ts";
import { findMeta } from "./store/meta.ts";

/** Returns a tree in a git repository whose index has a snapshot. */
async function makeMarked(files: Readonly<Record<string, string>>): Promise<IndexedTree> {
  const tree = new IndexedTree({ ".dossierignore": "hidden.md\n", ...files });
  git(tree.root, "init", "-q");
  git(tree.root, "add", ".");
  await settleGit(tree);
  await mark(tree);
  return tree;
}

/** Lets git check all files when none was just changed, so that it can rely on their times. */
async function settleGit(tree: IndexedTree): Promise<void> {
  await sleep(2100);
  git(tree.root, "update-index", "-q", "--refresh");
}

async function mark(tree: IndexedTree): Promise<void> {
  await tree.refresh();
  await tree.refresh();
  assert.ok(JSON.parse(findMeta(tree.store, "git") ?? "{}").listing, "there is a mark");
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Returns the plan, and the files of the tree that were checked for it. */
async function plan({ store, root, visibility }: IndexedTree) {
  const looked: string[] = [];
  const { lstatSync } = Deno;
  Deno.lstatSync = (path) => {
    if (String(path).endsWith(".md")) looked.push(String(path).slice(root.length + 1));
    return lstatSync(path);
  };
  try {
    const { files, removed } = await planRefresh(store, root, { visibility });
    return { files: files.map(({ path }) => path), removed, looked };
  } finally {
    Deno.lstatSync = lstatSync;
  }
}

const NOTHING = { files: [], removed: [] };

Deno.test("planRefresh() checks no file that git reports as unchanged", async () => {
  using tree = await makeMarked({ "a.md": "a", "sub/b.md": "b", "hidden.md": "h" });
  tree.write("new.md", "n");
  assert.deepEqual((await plan(tree)).files, ["new.md"]);
  await tree.refresh();
  await tree.refresh();
  assert.deepEqual(await plan(tree), { ...NOTHING, looked: ["new.md"] });
  tree.write("new.md", "n, longer");
  assert.deepEqual(await plan(tree), { files: ["new.md"], removed: [], looked: ["new.md"] });
});

Deno.test("planRefresh() keeps the snapshot when a file changes that git does not report as unchanged", async () => {
  using tree = await makeMarked({ "a.md": "a", "b.md": "b" });
  for (const text of ["a1", "a22", "a333"]) {
    tree.write("a.md", text);
    assert.deepEqual((await plan(tree)).files, ["a.md"]);
    await tree.refresh();
    assert.deepEqual(await plan(tree), { ...NOTHING, looked: ["a.md"] });
  }
  tree.remove("a.md");
  assert.deepEqual((await plan(tree)).removed, ["a.md"]);
  await tree.refresh();
  tree.write("a.md", "again");
  assert.deepEqual((await plan(tree)).files, ["a.md"]);
});

Deno.test("planRefresh() finds a change of the same size and time that git finds", async () => {
  using tree = await makeMarked({ "a.md": "before" });
  const path = tree.path("a.md");
  const { mtime } = Deno.lstatSync(path);
  Deno.writeTextFileSync(path, "behind");
  Deno.utimeSync(path, mtime!, mtime!);
  assert.deepEqual((await plan(tree)).files, ["a.md"]);
  git(tree.root, "config", "core.trustctime", "false");
  git(tree.root, "config", "core.checkStat", "minimal");
  assert.deepEqual((await plan(tree)).files, ["a.md"]);
});

Deno.test("planRefresh() finds a change within the second of git's check", async () => {
  using tree = new IndexedTree({ "b.md": "b" });
  git(tree.root, "init", "-q");
  for (const text of ["before", "behind", "beyond"]) {
    tree.writeNow("a.md", text);
    if (text === "before") git(tree.root, "add", ".");
    assert.ok((await plan(tree)).files.includes("a.md"));
    await tree.refresh();
  }
  assert.deepEqual(await tree.searchPaths("beyond"), ["a.md"]);
});

Deno.test("planRefresh() finds a file that is changed back to git's version", async () => {
  using tree = await makeMarked({ "a.md": "before" });
  tree.write("a.md", "behind");
  await mark(tree);
  tree.write("a.md", "before");
  assert.deepEqual((await plan(tree)).files, ["a.md"]);
  await tree.refresh();
  assert.deepEqual(await tree.searchPaths("before"), ["a.md"]);
});

Deno.test("planRefresh() finds changes of files that git was configured not to check", async () => {
  using tree = await makeMarked({ "a.md": "a", "b.md": "b", "c.md": "c" });
  git(tree.root, "update-index", "--assume-unchanged", "a.md");
  git(tree.root, "update-index", "--skip-worktree", "b.md");
  await mark(tree);
  assert.deepEqual((await plan(tree)).looked, ["a.md", "b.md"]);
  tree.write("a.md", "a2");
  tree.write("b.md", "b2");
  assert.deepEqual((await plan(tree)).files, ["a.md", "b.md"]);
  tree.remove("b.md");
  assert.deepEqual((await plan(tree)).removed, ["b.md"]);
});

Deno.test("planRefresh() finds the changes of a commit and a checkout", async () => {
  using tree = await makeMarked({ "a.md": "a", "b.md": "b" });
  git(tree.root, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "1");
  await mark(tree);
  tree.write("a.md", "a, changed");
  tree.write("c.md", "c");
  git(tree.root, "add", ".");
  git(tree.root, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "2");
  assert.deepEqual((await plan(tree)).files, ["a.md", "c.md"]);
  await mark(tree);
  git(tree.root, "checkout", "-q", "HEAD~");
  const { files, removed } = await plan(tree);
  assert.deepEqual([files, removed], [["a.md"], ["c.md"]]);
  await tree.refresh();
  assert.deepEqual(await tree.searchPaths("changed"), []);
});

Deno.test("planRefresh() applies new rules and new ignore files", async () => {
  using tree = await makeMarked({ "a.md": "a", "b.md": "b", ".gitignore": "c.md\n", "c.md": "c" });
  tree.write(".dossierignore", "a.md\n");
  assert.deepEqual((await plan(tree)).removed, ["a.md"]);
  tree.write(".dossierignore", "hidden.md\n");
  assert.deepEqual((await plan(tree)).removed, []);
  tree.write(".gitignore", "");
  assert.ok((await plan(tree)).files.includes("c.md"));
  tree.exclude({ files: ["b.md"] });
  assert.deepEqual((await plan(tree)).removed, ["b.md"]);
});

Deno.test("planRefresh() starts no filter of a repository, and trusts none", async () => {
  using tree = await makeMarked({ "a.md": "a", ".gitattributes": "*.md filter=own\n" });
  git(tree.root, "config", "filter.own.clean", `touch ${tree.root}/started; cat`);
  tree.write("a.md", "b");
  await tree.refresh();
  assert.deepEqual((await plan(tree)).files, []);
  assert.throws(() => Deno.lstatSync(`${tree.root}/started`), Deno.errors.NotFound);
  // Another file may name any program.
  tree.write(".git/others", `[filter "own"]\n\tclean = touch ${tree.root}/started\n`);
  git(tree.root, "config", "--remove-section", "filter.own");
  git(tree.root, "config", "include.path", `${tree.root}/.git/others`);
  tree.write("a.md", "c");
  assert.deepEqual((await plan(tree)).files, ["a.md"]);
  assert.throws(() => Deno.lstatSync(`${tree.root}/started`), Deno.errors.NotFound);
});

Deno.test("planRefresh() uses the index of a linked work tree, and of a repository around the tree", async () => {
  using outer = new IndexedTree({ "sub/a.md": "a", "b.md": "b" });
  git(outer.root, "init", "-q");
  git(outer.root, "add", ".");
  git(outer.root, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "1");
  git(outer.root, "worktree", "add", "-q", `${outer.root}/linked`);
  for (const folder of ["linked", "sub"]) {
    using tree = new IndexedTree();
    const place = {
      store: tree.store,
      root: `${outer.root}/${folder}`,
      visibility: tree.visibility,
    };
    const { files } = await planRefresh(place.store, place.root, place);
    assert.ok(files.some(({ path }) => path === (folder === "sub" ? "a.md" : "sub/a.md")));
  }
});

Deno.test("planRefresh() finds a file that is changed back to git's version during git's check", async () => {
  using tree = await makeMarked({ "a.md": "before", "b.md": "b" });
  tree.write("a.md", "beyond");
  await mark(tree);
  assert.deepEqual(await tree.searchPaths("beyond"), ["a.md"]);
  git(tree.root, "add", "b.md", "--chmod=+x");
  const { lstatSync } = Deno;
  Deno.lstatSync = (path) => {
    const info = lstatSync(path);
    if (String(path).endsWith("/a.md")) Deno.writeTextFileSync(tree.path("a.md"), "before");
    return info;
  };
  try {
    await tree.refresh();
  } finally {
    Deno.lstatSync = lstatSync;
  }
  await tree.refresh();
  assert.deepEqual(await tree.searchPaths("beyond"), []);
});

Deno.test("planRefresh() finds the files of a folder again that was replaced by a link", async () => {
  using tree = await makeMarked({ "d/a.md": "before", "b.md": "b" });
  Deno.renameSync(tree.path("d"), tree.path("moved"));
  Deno.symlinkSync("moved", tree.path("d"));
  await mark(tree);
  assert.deepEqual(await tree.searchPaths("before"), ["moved/a.md"]);
  tree.remove("d");
  Deno.renameSync(tree.path("moved"), tree.path("d"));
  await tree.refresh();
  assert.deepEqual(await tree.searchPaths("before"), ["d/a.md"]);
});
