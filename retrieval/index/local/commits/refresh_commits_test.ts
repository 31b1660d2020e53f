import assert from "node:assert/strict";
import process from "node:process";
import { writeSegment } from "../../../../tests/synthetic_segment.ts";
import { findCommitsState, writeCommitsState } from "../store/commits.ts";
import { openStore, type Store } from "../store/open_store.ts";
import { COMMIT_STEP_S, FIRST_COMMIT_S, GitTree } from "../../../../tests/git_tree.ts";
import { changesByPath, scoresByPath } from "../../../../tests/stored_commits.ts";
import type { HistorySource } from "../../../commits/history_source.ts";
import { linkCommits } from "./append_commits.ts";
import { planCommits, RETRY_DELAY_MS } from "./plan_commits.ts";
import { refreshCommits, type RefreshCommitsOptions } from "./refresh_commits.ts";

/** Reads the history of the tree, or of another source, into an index with documents at `paths`. */
async function refresh(
  tree: GitTree,
  paths: readonly string[],
  source: HistorySource = tree,
  options: RefreshCommitsOptions = {},
): Promise<void> {
  const { store, lockPath } = tree;
  await refreshCommits(store, { source: { ...source }, lockPath }, options);
  writeSegment(store, paths.map((path) => ({ path, lines: [] })));
  store.write(() => linkCommits(store));
}

/** Returns the paths of the documents with `term` in a subject, best first. */
function pathsWith(store: Store, term: string): string[] {
  return Object.entries(scoresByPath(store, term)).sort(([, a], [, b]) => b - a)
    .map(([path]) => path);
}

/** Returns the content of an index whose history is read from scratch. */
async function readAnew(tree: GitTree, source: HistorySource, paths: readonly string[]) {
  using store = openStore(":memory:");
  const lockPath = tree.beside("other.lock");
  await refreshCommits(store, { source, lockPath });
  writeSegment(store, paths.map((path) => ({ path, lines: [] })));
  store.write(() => linkCommits(store));
  return view(store);
}

function view(store: Store) {
  const { commits, newest, tip } = findCommitsState(store)!;
  const scores = scoresByPath(store, "red", "green", "blue", "move");
  return { commits, newest, tip, scores, histories: changesByPath(store) };
}

Deno.test("refreshCommits() reads subjects, renames and times of a repository", async () => {
  using tree = new GitTree();
  const text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
  tree.commit("Add red upload", { "a.ts": text, "b.ts": "1" });
  Deno.renameSync(`${tree.root}/a.ts`, `${tree.root}/\u{1f9ea} é.ts`);
  tree.commit("Move it", { "\u{1f9ea} é.ts": `${text}nine\n` });
  tree.commit("Green retries (#12)", { "b.ts": "2" });
  await refresh(tree, ["\u{1f9ea} é.ts", "b.ts"]);
  assert.deepEqual(pathsWith(tree.store, "upload").toSorted(), ["b.ts", "\u{1f9ea} é.ts"]);
  assert.deepEqual(pathsWith(tree.store, "move"), ["\u{1f9ea} é.ts"]);
  assert.deepEqual(pathsWith(tree.store, "12"), []);
  assert.deepEqual(changesByPath(tree.store), {
    "b.ts": { changes: 2, age: 0 },
    "\u{1f9ea} é.ts": { changes: 2, age: 1 },
  });
  const { commits, newest } = findCommitsState(tree.store)!;
  assert.deepEqual([commits, newest], [3, FIRST_COMMIT_S + 2 * COMMIT_STEP_S]);
});

Deno.test("refreshCommits() reads the commits of merged branches, without the merges", async () => {
  using tree = new GitTree();
  tree.commit("first", { a: "1", b: "1" });
  tree.git("checkout", "--quiet", "-b", "topic");
  tree.commit("red on a branch", { a: "2" });
  tree.git("checkout", "--quiet", "main");
  tree.commit("green", { b: "2" });
  tree.git("merge", "--quiet", "--no-ff", "-m", "blue merge", "topic");
  await refresh(tree, ["a", "b"]);
  assert.equal(findCommitsState(tree.store)?.commits, 3);
  assert.deepEqual(pathsWith(tree.store, "red"), ["a"]);
  assert.deepEqual(pathsWith(tree.store, "blue"), []);
});

Deno.test("refreshCommits() reads only new commits, with the same result as reading all", async () => {
  using tree = new GitTree();
  const paths = ["a", "b", "moved", "new"];
  tree.commit("red", { a: "1", b: "1", c: "1\n2\n3\n" });
  await refresh(tree, paths);
  tree.git("checkout", "--quiet", "-b", "topic");
  tree.commit("green branch", { a: "branch" });
  tree.git("checkout", "--quiet", "main");
  Deno.renameSync(`${tree.root}/c`, `${tree.root}/moved`);
  tree.commit("blue move");
  await refresh(tree, paths);
  tree.git("merge", "--quiet", "--no-ff", "-m", "merge", "topic");
  tree.commit("red again", { new: "1", moved: "1\n2\n3\n4\n" });
  await refresh(tree, paths);
  assert.equal(findCommitsState(tree.store)?.commits, 4);
  assert.deepEqual(view(tree.store), await readAnew(tree, tree, paths));
});

Deno.test("refreshCommits() has nothing to do until the head moves", async () => {
  using tree = new GitTree();
  tree.commit("red", { a: "1" });
  const plan = () => planCommits(tree.store, tree, {});
  assert.notEqual(plan(), undefined);
  await refresh(tree, ["a"]);
  assert.equal(plan(), undefined);
  tree.commit("green", { a: "2" });
  assert.notEqual(plan(), undefined);
});

Deno.test("refreshCommits() reads everything again when the head is reset", async () => {
  using tree = new GitTree();
  const first = tree.commit("red", { a: "1" });
  tree.commit("green", { a: "2" });
  await refresh(tree, ["a"]);
  assert.deepEqual(pathsWith(tree.store, "green"), ["a"]);
  tree.git("reset", "--quiet", "--hard", first);
  await refresh(tree, ["a"]);
  assert.deepEqual(pathsWith(tree.store, "green"), []);
  assert.deepEqual(view(tree.store), await readAnew(tree, tree, ["a"]));
  tree.git("checkout", "--quiet", "--orphan", "other");
  tree.commit("blue", { a: "3" });
  // Even the commit that was read last does not exist any more.
  tree.git("branch", "-D", "main");
  tree.git("reflog", "expire", "--expire=now", "--all");
  tree.git("gc", "--quiet", "--prune=now");
  await refresh(tree, ["a"]);
  assert.deepEqual([pathsWith(tree.store, "red"), pathsWith(tree.store, "blue")], [[], ["a"]]);
});

Deno.test("refreshCommits() reads a folder of a repository, including its files from outside", async () => {
  using tree = new GitTree();
  const text = "one\ntwo\nthree\nfour\n";
  tree.commit("red elsewhere", { "src/lib/a": text, "src/library/x": "1", b: "1" });
  tree.commit("blue outside", { b: "2", "src/library/x": "2" });
  const source = { root: `${tree.root}/src/lib` };
  await refresh(tree, ["a", "b"], source);
  assert.equal(findCommitsState(tree.store)?.commits, 1);
  assert.deepEqual(pathsWith(tree.store, "blue"), []);
  Deno.renameSync(`${tree.root}/b`, `${tree.root}/src/lib/b`);
  tree.commit("green move into the folder");
  await refresh(tree, ["a", "b"], source);
  assert.deepEqual(pathsWith(tree.store, "blue"), ["b"]);
  assert.deepEqual(view(tree.store), await readAnew(tree, source, ["a", "b"]));
});

Deno.test("refreshCommits() reads a linked work tree up to its own head", async () => {
  using tree = new GitTree();
  tree.commit("red", { a: "1" });
  tree.git("worktree", "add", "--quiet", "-b", "linked", tree.beside("linked"));
  tree.commit("green", { a: "2" });
  await refresh(tree, ["a"], { root: tree.beside("linked") });
  assert.deepEqual([pathsWith(tree.store, "red"), pathsWith(tree.store, "green")], [["a"], []]);
});

Deno.test("refreshCommits() reads another repository up to a commit, and no further", async () => {
  using tree = new GitTree();
  tree.commit("red", { "src/a": "1", b: "1" });
  const pin = tree.commit("green", { "src/a": "2" });
  tree.commit("blue", { "src/a": "3" });
  tree.git("clone", "--quiet", "--bare", tree.root, tree.beside("bare"));
  Deno.mkdirSync(tree.beside("export"));
  const repository = tree.beside("bare");
  for (const folder of ["src", "./src/", "/src"]) {
    const source = {
      root: tree.beside("export"),
      pinned: { repository, revision: pin, folder },
    };
    await refresh(tree, ["a", "b"], source);
    assert.equal(findCommitsState(tree.store)?.commits, 2, folder);
    assert.deepEqual([pathsWith(tree.store, "green"), pathsWith(tree.store, "blue")], [["a"], []]);
  }
  const named = { repository, revision: "main~2" };
  await refresh(tree, ["src/a", "b"], { root: tree.beside("export"), pinned: named });
  assert.deepEqual(pathsWith(tree.store, "red").toSorted(), ["b", "src/a"]);
  assert.equal(findCommitsState(tree.store)?.commits, 1);
});

Deno.test("refreshCommits() reads a repository without commits as an empty history", async () => {
  using tree = new GitTree();
  await refresh(tree, []);
  assert.deepEqual(findCommitsState(tree.store)?.commits, 0);
  assert.equal(planCommits(tree.store, tree, {}), undefined);
  tree.commit("red", { a: "1" });
  await refresh(tree, ["a"]);
  assert.deepEqual(pathsWith(tree.store, "red"), ["a"]);
});

Deno.test("refreshCommits() deletes the history of a repository that is removed or shallow", async () => {
  using tree = new GitTree();
  tree.commit("red", { a: "1" });
  await refresh(tree, ["a"]);
  Deno.writeTextFileSync(`${tree.root}/.git/shallow`, tree.git("rev-parse", "HEAD"));
  await refresh(tree, ["a"]);
  assert.equal(findCommitsState(tree.store), undefined);
  assert.deepEqual(pathsWith(tree.store, "red"), []);
  assert.equal(planCommits(tree.store, tree, {}), undefined);
});

Deno.test("refreshCommits() keeps a history that git can no longer read", async () => {
  using tree = new GitTree();
  tree.commit("red", { a: "1" });
  await refresh(tree, ["a"]);
  tree.commit("green", { a: "2" });
  Deno.removeSync(`${tree.root}/.git/objects`, { recursive: true });
  Deno.mkdirSync(`${tree.root}/.git/objects`);
  await refresh(tree, ["a"]);
  assert.equal(findCommitsState(tree.store)?.commits, 1);
  assert.equal(planCommits(tree.store, tree, {}), undefined);
  const pinned = { repository: tree.beside("nowhere"), revision: "--output=pwned" };
  await refresh(tree, ["a"], { root: tree.root, pinned });
  assert.equal(findCommitsState(tree.store)?.commits, 0);
});

/** Adds a signature to the newest commit, which git checks with a program when configured so. */
function sign(tree: GitTree): void {
  const signed = tree.git("cat-file", "commit", "HEAD")
    .replace("\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n -----END PGP SIGNATURE-----\n\n");
  Deno.writeTextFileSync(tree.beside("signed"), `${signed}\n`);
  const commit = tree.git("hash-object", "-t", "commit", "-w", "../signed");
  tree.git("reset", "--quiet", "--hard", commit);
}

Deno.test("refreshCommits() starts no program and applies no setting of a repository", async () => {
  using tree = new GitTree();
  const script = tree.beside("script.sh");
  Deno.writeTextFileSync(script, `#!/bin/sh\ntouch "${tree.beside("started")}"\n`, { mode: 0o755 });
  tree.commit("red", { "sub/a": "1" });
  tree.git("checkout", "--quiet", "-b", "topic");
  tree.commit("green", { "sub/b": "1" });
  tree.git("checkout", "--quiet", "main");
  tree.commit("blue", { "sub/a": "2" });
  tree.git("merge", "--quiet", "--no-ff", "-m", "merge", "topic");
  sign(tree);
  tree.commit("red", { "sub/a": "3" });
  sign(tree);
  const settings: Readonly<Record<string, string>> = {
    "core.fsmonitor": script,
    "core.pager": script,
    "core.sshCommand": script,
    "gpg.program": script,
    "diff.external": script,
    "diff.evil.textconv": script,
    "log.showSignature": "true",
    "log.diffMerges": "on",
    "log.follow": "true",
    "diff.relative": "true",
    "diff.renames": "false",
    "diff.orderFile": tree.beside("missing"),
    "format.pretty": "raw",
    "color.ui": "always",
    "core.quotePath": "true",
  };
  tree.write(".git/info/attributes", "* diff=evil\n");
  for (const [name, value] of Object.entries(settings)) tree.git("config", name, value);
  await refresh(tree, ["a"], { root: `${tree.root}/sub` });
  assert.deepEqual(pathsWith(tree.store, "red"), ["a"]);
  assert.deepEqual(pathsWith(tree.store, "merg"), []);
  assert.equal(findCommitsState(tree.store)?.commits, 4);
  assert.throws(() => Deno.statSync(tree.beside("started")), Deno.errors.NotFound);
});

Deno.test("refreshCommits() reads a clone without old files, and fetches none", async () => {
  using tree = new GitTree();
  tree.commit("red", { a: "one\ntwo\nthree\nfour\n", b: "1" });
  Deno.renameSync(`${tree.root}/a`, `${tree.root}/c`);
  tree.commit("green move", { c: "one\ntwo\nthree\nfour\nfive\n" });
  Deno.renameSync(`${tree.root}/b`, `${tree.root}/d`);
  tree.commit("blue move");
  tree.commit("last", { c: "1" });
  tree.git("config", "uploadpack.allowFilter", "true");
  const clone = tree.beside("clone");
  tree.git("clone", "--quiet", "--filter=blob:none", `file://${tree.root}`, clone);
  const listPacks = () => [...Deno.readDirSync(`${clone}/.git/objects/pack`)].length;
  const before = listPacks();
  await refresh(tree, ["c", "d"], { root: clone });
  assert.equal(listPacks(), before);
  assert.equal(findCommitsState(tree.store)?.commits, 4);
  // Without the old text, a file that was changed and renamed looks like a new one.
  assert.deepEqual(pathsWith(tree.store, "red"), ["d"]);
  assert.deepEqual(pathsWith(tree.store, "green"), ["c"]);
});

Deno.test("refreshCommits() counts a commit of 10,000 files without its words", async () => {
  using tree = new GitTree();
  const paths = Array.from({ length: 10_000 }, (_, i) => `f${i}.txt`);
  tree.import([
    ["red", { "f0.txt": "1" }],
    ["green", Object.fromEntries(paths.map((path) => [path, `text of ${path}`]))],
  ]);
  await refresh(tree, ["f0.txt", "f9999.txt"]);
  assert.deepEqual([pathsWith(tree.store, "red"), pathsWith(tree.store, "green")], [
    ["f0.txt"],
    [],
  ]);
  assert.deepEqual(changesByPath(tree.store), {
    "f0.txt": { changes: 2, age: 0 },
    "f9999.txt": { changes: 1, age: 0 },
  });
});

Deno.test("refreshCommits() reads hundreds of commits on another thread", async () => {
  using tree = new GitTree();
  tree.import(Array.from({ length: 300 }, (_, i) => [
    i % 2 === 0 ? "red" : "green",
    { [`f${i % 7}`]: `${i}` },
  ]));
  await refresh(tree, ["f0", "f6"]);
  assert.equal(findCommitsState(tree.store)?.commits, 300);
  assert.deepEqual(pathsWith(tree.store, "red").toSorted(), ["f0", "f6"]);
  assert.equal(changesByPath(tree.store).f0?.changes, 43);
});

Deno.test("refreshCommits() writes nothing when it is stopped", async () => {
  using tree = new GitTree();
  tree.commit("red", { a: "1" });
  await refresh(tree, ["a"], tree, { signal: AbortSignal.abort() });
  assert.equal(findCommitsState(tree.store), undefined);
  await refresh(tree, ["a"]);
  assert.equal(findCommitsState(tree.store)?.commits, 1);
});

Deno.test("refreshCommits() keeps the stored commits when the time is up, and tries again with more time", async () => {
  using tree = new GitTree();
  tree.commit("red", { a: "1" });
  await refresh(tree, ["a"]);
  tree.commit("green", { a: "2" });
  const warnings: unknown[] = [];
  const listen = (warning: unknown) => warnings.push(warning);
  process.on("warning", listen);
  await refresh(tree, ["a"], tree, { maxMs: 1e-9 });
  process.off("warning", listen);
  assert.deepEqual(warnings, [], "no timer is set to a time that has passed");
  assert.deepEqual([pathsWith(tree.store, "red"), pathsWith(tree.store, "green")], [["a"], []]);
  assert.equal(planCommits(tree.store, tree, { maxMs: 1.5e-9 }), undefined);
  assert.notEqual(planCommits(tree.store, tree, { maxMs: 2000 }), undefined);
  await refresh(tree, ["a"], tree, { maxMs: 60_000 });
  assert.deepEqual(pathsWith(tree.store, "green"), ["a"]);
  assert.equal(findCommitsState(tree.store)?.triedMs, undefined);
});

Deno.test("refreshCommits() finds no commits before the first one, without a failure", async () => {
  using tree = new GitTree();
  await refresh(tree, []);
  const { commits, failedAt } = findCommitsState(tree.store)!;
  assert.deepEqual([commits, failedAt], [0, undefined]);
  assert.equal(planCommits(tree.store, tree, {}), undefined);
});

Deno.test("refreshCommits() keeps the stored commits when git fails, and tries again later", async () => {
  using tree = new GitTree();
  tree.commit("red", { a: "1" });
  await refresh(tree, ["a"]);
  tree.commit("green", { a: "2" });
  const objects = `${tree.root}/.git/objects`;
  Deno.renameSync(objects, `${objects}.away`);
  await refresh(tree, ["a"]);
  assert.deepEqual([pathsWith(tree.store, "red"), pathsWith(tree.store, "green")], [["a"], []]);
  const { failedAt = NaN } = findCommitsState(tree.store)!;
  assert.ok(Math.abs(Date.now() - failedAt) < 10_000);
  assert.equal(planCommits(tree.store, tree, { now: failedAt + RETRY_DELAY_MS - 1 }), undefined);
  assert.notEqual(planCommits(tree.store, tree, { now: failedAt + RETRY_DELAY_MS }), undefined);
  Deno.renameSync(`${objects}.away`, objects);
  const { failedAt: _, ...state } = findCommitsState(tree.store)!;
  tree.store.write(() => writeCommitsState(tree.store, { ...state, failedAt: 0 }));
  await refresh(tree, ["a"]);
  assert.deepEqual(pathsWith(tree.store, "green"), ["a"]);
  assert.equal(findCommitsState(tree.store)?.failedAt, undefined);
});

Deno.test({
  name: "refreshCommits() finds no commits, and records the failure, when git may not be started",
  permissions: { read: true, write: true, env: true, run: false },
  fn: async () => {
    const folder = Deno.makeTempDirSync({ prefix: "dossier-history-" });
    Deno.mkdirSync(`${folder}/.git`);
    Deno.writeTextFileSync(`${folder}/.git/HEAD`, `${"a".repeat(40)}\n`);
    try {
      using store = openStore(":memory:");
      const place = { source: { root: folder }, lockPath: `${folder}/lock` };
      await refreshCommits(store, place);
      assert.equal(findCommitsState(store)?.commits, 0);
      assert.notEqual(findCommitsState(store)?.failedAt, undefined);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});
