import assert from "node:assert/strict";
import { dirname } from "node:path";
import { git, makeTree, run, writeFiles } from "../../tests/temp_tree.ts";
import { listGitFiles, listIgnoredFolders } from "./list_git_files.ts";

/** Returns the paths that git lists. */
async function pathsOf(root: string): Promise<readonly string[]> {
  const listing = await listGitFiles(root);
  if (listing.kind !== "git") throw new Error(`No listing by git: ${JSON.stringify(listing)}`);
  return listing.paths;
}

Deno.test("listGitFiles() lists tracked and new files, and tracked ones that are ignored now", async () => {
  using tree = makeTree({ "b.ts": "1", "kept.log": "1" });
  git(tree.root, "init", "-q");
  git(tree.root, "add", ".");
  writeFiles(tree.root, {
    ".gitignore": "*.log\nout/\n",
    "new.log": "1",
    "out/a": "1",
    "a.ts": "1",
  });
  assert.deepEqual(await pathsOf(tree.root), [".gitignore", "a.ts", "b.ts", "kept.log"]);
});

Deno.test("listGitFiles() keeps names with spaces, quotes, line breaks, emoji and leading dashes", async () => {
  const names = [
    "a b.ts",
    "q\"uo'te.ts",
    "line\nbreak.ts",
    "\u{1f9ea} é.ts",
    "-rf.ts",
    "t\tab\\.ts",
  ];
  using tree = makeTree(Object.fromEntries(names.map((name) => [name, "1"])));
  git(tree.root, "init", "-q");
  assert.deepEqual(await pathsOf(tree.root), names.toSorted());
});

Deno.test("listGitFiles() sorts by code unit, not by byte", async () => {
  // U+FF21 comes before U+1F9EA in UTF-8, and after its surrogates in UTF-16.
  using tree = makeTree({ "\uff21": "1", "\u{1f9ea}": "1" });
  git(tree.root, "init", "-q");
  assert.deepEqual(await pathsOf(tree.root), ["\u{1f9ea}", "\uff21"]);
});

Deno.test("listGitFiles() lists a subfolder of a work tree relative to itself", async () => {
  using tree = makeTree({
    ".gitignore": "*.log\n",
    "sub/a.ts": "1",
    "sub/a.log": "1",
    "b.ts": "1",
  });
  git(tree.root, "init", "-q");
  assert.deepEqual(await pathsOf(`${tree.root}/sub`), ["a.ts"]);
});

Deno.test("listGitFiles() lists a linked work tree by its own index", async () => {
  using tree = makeTree({ "main/a.ts": "1" });
  git(`${tree.root}/main`, "init", "-q");
  git(`${tree.root}/main`, "add", ".");
  git(`${tree.root}/main`, "commit", "-q", "-m", "first");
  git(`${tree.root}/main`, "worktree", "add", "-q", "../linked");
  writeFiles(`${tree.root}/linked`, { "b.ts": "1" });
  assert.equal(Deno.lstatSync(`${tree.root}/linked/.git`).isFile, true);
  assert.deepEqual(await pathsOf(`${tree.root}/linked`), ["a.ts", "b.ts"]);
  assert.deepEqual(await pathsOf(`${tree.root}/main`), ["a.ts"]);
});

Deno.test("listGitFiles() distinguishes submodules and nested repositories from files", async () => {
  using tree = makeTree({ "library/l.ts": "1", "main/a.ts": "1", "main/nested/n.ts": "1" });
  git(`${tree.root}/library`, "init", "-q");
  git(`${tree.root}/library`, "add", ".");
  git(`${tree.root}/library`, "commit", "-q", "-m", "first");
  git(`${tree.root}/main/nested`, "init", "-q");
  git(`${tree.root}/main`, "init", "-q");
  git(`${tree.root}/main`, "submodule", "--quiet", "add", "../library", "my lib");
  assert.deepEqual(await listGitFiles(`${tree.root}/main`), {
    kind: "git",
    paths: [".gitmodules", "a.ts"],
    submodules: ["my lib"],
    repositories: ["nested/"],
    notes: [],
  });
});

Deno.test("listGitFiles() lists a file with a merge conflict once", async () => {
  using tree = makeTree({ "a.ts": "base\n" });
  const { root } = tree;
  git(root, "init", "-q");
  git(root, "add", ".");
  git(root, "commit", "-q", "-m", "base");
  git(root, "checkout", "-q", "-b", "other");
  writeFiles(root, { "a.ts": "other\n" });
  git(root, "commit", "-q", "-am", "other");
  git(root, "checkout", "-q", "main");
  writeFiles(root, { "a.ts": "main\n" });
  git(root, "commit", "-q", "-am", "main");
  assert.throws(() => git(root, "merge", "-q", "other"));
  assert.deepEqual(await pathsOf(root), ["a.ts"]);
});

Deno.test("listGitFiles() returns none without a work tree", async () => {
  using tree = makeTree({ "a.ts": "1" });
  assert.deepEqual(await listGitFiles(tree.root), { kind: "none", notes: [] });
});

Deno.test("listGitFiles() returns no file for an empty work tree", async () => {
  using tree = makeTree();
  git(tree.root, "init", "-q");
  assert.deepEqual(await pathsOf(tree.root), []);
});

Deno.test({
  name: "listGitFiles() notes that git refuses the repository of another user",
  // Only root can change the owner of a folder.
  ignore: Deno.uid() !== 0,
  fn: async () => {
    using tree = makeTree({ "a.ts": "1" });
    git(tree.root, "init", "-q");
    const nobody = 65534;
    run("chown", "-R", String(nobody), tree.root);
    const { kind, notes } = await listGitFiles(tree.root);
    assert.equal(kind, "none");
    assert.deepEqual(notes.map((note) => note.code), ["git-refused"]);
  },
});

Deno.test("listGitFiles() does not start the file-system monitor that a repository names", async () => {
  using tree = makeTree({ "a.ts": "1" });
  git(tree.root, "init", "-q");
  const trap = `${tree.root}/.git/trap`;
  Deno.writeTextFileSync(trap, `#!/bin/sh\ntouch '${tree.root}/.git/sprung'\n`, { mode: 0o755 });
  git(tree.root, "config", "core.fsmonitor", trap);
  assert.deepEqual(await pathsOf(tree.root), ["a.ts"]);
  assert.throws(() => Deno.lstatSync(`${tree.root}/.git/sprung`), Deno.errors.NotFound);
});

Deno.test("listGitFiles() ignores another repository in the environment", () => {
  using tree = makeTree({ "one/a.ts": "1", "two/b.ts": "1" });
  for (const name of ["one", "two"]) {
    git(`${tree.root}/${name}`, "init", "-q");
    git(`${tree.root}/${name}`, "add", ".");
  }
  // As within a git hook. In another process, as the environment is shared by all tests.
  const script = `import { listGitFiles } from ${
    JSON.stringify(import.meta.resolve("./list_git_files.ts"))
  }; console.log(JSON.stringify(await listGitFiles(Deno.args[0] ?? "")));`;
  Deno.writeTextFileSync(`${tree.root}/list.ts`, script);
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const { stdout } = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "--no-lock", "--config", config],
      ...[`${tree.root}/list.ts`, `${tree.root}/two`],
    ],
    env: { GIT_DIR: `${tree.root}/one/.git` },
  }).outputSync();
  assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)).paths, ["b.ts"]);
});

Deno.test("listGitFiles() finds the submodules of a subfolder", async () => {
  using tree = makeTree({ "library/l.ts": "1", "main/sub/a.ts": "1" });
  git(`${tree.root}/library`, "init", "-q");
  git(`${tree.root}/library`, "add", ".");
  git(`${tree.root}/library`, "commit", "-q", "-m", "first");
  git(`${tree.root}/main`, "init", "-q");
  git(`${tree.root}/main`, "submodule", "--quiet", "add", "../library", "sub/lib");
  assert.deepEqual(await listGitFiles(`${tree.root}/main/sub`), {
    kind: "git",
    paths: ["a.ts"],
    submodules: ["lib"],
    repositories: [],
    notes: [],
  });
});

Deno.test("listGitFiles() notes that git cannot read the repository", async () => {
  using tree = makeTree({ ".git": "gitdir: /nowhere\n", "a.ts": "1" });
  const { kind, notes } = await listGitFiles(tree.root);
  assert.equal(kind, "none");
  assert.deepEqual(notes.map((note) => note.code), ["git-failed"]);
});

Deno.test({
  name: "listGitFiles() counts the names that are not UTF-8",
  // Other systems do not allow such names.
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    using tree = makeTree({ "a.ts": "1", "valid\ufffd.ts": "1" });
    run("sh", "-c", `cd '${tree.root}' && printf 1 > "$(printf 'bad\\377.ts')"`);
    git(tree.root, "init", "-q");
    const { paths, notes } = { paths: [], ...await listGitFiles(tree.root) };
    assert.deepEqual(paths, ["a.ts", "valid\ufffd.ts"]);
    assert.deepEqual(notes.map((note) => note.code), ["name-not-utf8"]);
  },
});

Deno.test("listIgnoredFolders() lists folders that are ignored as such, not those of ignored files only", async () => {
  using tree = makeTree({
    ".gitignore": "*.log\nout/\n",
    "logs/deep/a.log": "1",
    "logs/b.log": "1",
    "out/deep/a": "1",
    "holder/out/a": "1",
    "source/a.ts": "1",
    "source/out/a": "1",
  });
  assert.equal(await listIgnoredFolders(tree.root), undefined);
  git(tree.root, "init", "-q");
  const ignored = await listIgnoredFolders(tree.root) ?? [];
  assert.deepEqual([...ignored], ["holder/out/", "out/", "source/out/"]);
  assert.deepEqual([...await listIgnoredFolders(`${tree.root}/source`) ?? []], ["out/"]);
  assert.deepEqual([...await listIgnoredFolders(`${tree.root}/out`) ?? ["none"]], []);
});

/** Maximum delay by a git that waits for a pipe, in milliseconds. */
const PIPE_MS = 1500;

function makePipe(path: string): void {
  Deno.mkdirSync(dirname(path), { recursive: true });
  run("rm", "-f", path);
  run("mkfifo", path);
}

Deno.test("listGitFiles() does not start git when it would wait for a pipe, and names the pipe", async () => {
  const own = ["HEAD", "config", "index", "commondir", "info/exclude"].map((name) =>
    `.git/${name}`
  );
  for (const path of [".gitignore", ...own]) {
    using tree = makeTree({ "a.ts": "1", "sub/b.ts": "1" });
    git(tree.root, "init", "-q");
    makePipe(`${tree.root}/${path}`);
    const began = performance.now();
    assert.deepEqual(await listGitFiles(`${tree.root}/sub`), {
      kind: "none",
      notes: [{
        code: "git-stuck",
        message: `The files are listed without git as it would wait for "${tree.root}/${path}", ` +
          "which is a pipe: replace it by a file",
      }],
    });
    assert.ok(performance.now() - began < PIPE_MS, path);
  }
});

Deno.test("listGitFiles() ends a git that waits for a pipe further below", async () => {
  for (const path of ["sub/deep/.gitignore", "other/.git/HEAD"]) {
    using tree = makeTree({ "a.ts": "1", "sub/b.ts": "1" });
    git(tree.root, "init", "-q");
    makePipe(`${tree.root}/${path}`);
    const began = performance.now();
    const { kind, notes } = await listGitFiles(tree.root);
    assert.equal(kind, "none", path);
    assert.match(
      notes[0]!.message,
      new RegExp(`it would wait for "[^"]*/${path}", which is a pipe`),
    );
    assert.ok(performance.now() - began < PIPE_MS, path);
  }
});

Deno.test("listGitFiles() waits for no pipe that git does not open", async () => {
  using tree = makeTree({ ".gitignore": "out/\n", "a.ts": "1", "out/b.ts": "1" });
  git(tree.root, "init", "-q");
  for (const path of ["out/.gitignore", ".gitattributes", ".mailmap", "pipe"]) {
    makePipe(`${tree.root}/${path}`);
  }
  assert.deepEqual(
    { paths: [], ...await listGitFiles(tree.root) }.paths.filter((path) => path.endsWith(".ts")),
    ["a.ts"],
  );
});
