import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { readBenchTrees } from "./bench_sets.ts";
import { readCommitLog } from "./commit_log.ts";
import { makeCommitSet } from "./make_commit_set.ts";
import { measureSets } from "./measure_sets.ts";
import { QualityUsageError } from "./program.ts";
import { parseQueries } from "./query_set.ts";

Deno.test("readCommitLog() reads messages and files, newest first, without merges", async () => {
  using workspace = new TempWorkspace({ "a.py": "1\n", "b.py": "2\n2\n2\n" });
  workspace.initialize();
  assert.equal(await readCommitLog(workspace.root, { limit: 9 }), undefined);
  workspace.commit("start");
  workspace.git("switch", "--quiet", "--create=branch");
  workspace.write("a.py", "one\n");
  workspace.commit("on the branch");
  workspace.git("switch", "--quiet", "main");
  workspace.git("mv", "b.py", "größe\tc.py");
  workspace.commit("rename a file\n\nand say why");
  workspace.git("merge", "--quiet", "--no-ff", "--message=merge", "branch");
  workspace.commit("nothing");
  const log = await readCommitLog(workspace.root, { limit: 9 });
  assert.deepEqual(log?.map(({ message, files }) => [message, files]), [
    ["nothing\n", []],
    ["rename a file\n\nand say why\n", [
      { path: "b.py", status: "D" },
      { path: "größe\tc.py", status: "A" },
    ]],
    ["start\n", [{ path: "a.py", status: "A" }, { path: "b.py", status: "A" }]],
  ]);
  assert.deepEqual(log?.[0]?.sha, workspace.git("rev-parse", "HEAD").trim());
  assert.equal((await readCommitLog(workspace.root, { limit: 2 }))?.length, 2);
});

Deno.test("makeCommitSet() makes queries of later commits that changed the tree", async () => {
  using workspace = new TempWorkspace();
  const pin = makeClone(workspace, "me+thing/repo");
  const out = workspace.path("set");
  const answer = await makeSet(workspace);
  assert.match(answer, /^2 queries over 1 trees in .*\/set\ndeno task bench:quality --bench /);
  assert.deepEqual(
    workspace.read("set/commits.jsonl").trim().split("\n").map((line) => {
      const { repo, query, category, targets } = JSON.parse(line);
      return [repo, query, category, targets.map(({ path }: { path: string }) => path)];
    }),
    [
      ["me+thing", "Read zeros in the third", "one file", ["src/3.py"]],
      ["me+thing", "Change what is not exported", "one file", ["src/5.py"]],
    ],
    "two of three: one more asks for a file that came after the tree",
  );
  const row = `me+thing\t\tme/thing\t${pin}\t`;
  assert.equal(
    workspace.read("set/repos.tsv"),
    `name\tlanguage\tclone\trevision\tbenchmark_root\n${row}\n`,
  );
  assert.equal(workspace.read("set/trees/repos/me+thing/src/1.py"), "def f1(): return 1\n");
  const [tree] = readBenchTrees(out, { sets: ["commits"], trees: `${out}/trees` });
  assert.equal(tree?.root, workspace.path("set/trees/repos/me+thing"));
  const tables = await measureSets({
    bench: out,
    trees: `${out}/trees`,
    sets: ["commits"],
    history: workspace.path("clones"),
    out: undefined,
    state: undefined,
    limit: 5,
    disabled: [],
    tuned: [],
    record: undefined,
  });
  assert.match(tables, /^\| commits \| default \| 2 +\| 1 +\|/m);
  assert.match(tables, /^\| commits \| default \| 2 of 2 +\|/m);
});

Deno.test("makeCommitSet() returns the same for the same clones, in the order of their names", async () => {
  using workspace = new TempWorkspace();
  for (const name of ["you+thing", "me+thing/repo"]) makeClone(workspace, name);
  await makeSet(workspace);
  await makeSet(workspace, { out: "again" });
  for (const path of ["commits.jsonl", "repos.tsv"]) {
    assert.equal(workspace.read(`set/${path}`), workspace.read(`again/${path}`));
  }
  const names = parseQueries(workspace.read("set/commits.jsonl")).map(({ repo }) => repo);
  assert.deepEqual(names, ["me+thing", "me+thing", "you+thing", "you+thing"]);
});

Deno.test("makeCommitSet() skips excluded names, folders without a repository and small ones", async () => {
  using workspace = new TempWorkspace({ "clones/notes/a.py": "", "clones/README": "" });
  for (const name of ["Me+thing", "you+thing", "us+other", "alone"]) makeClone(workspace, name);
  makeClone(workspace, "few", { files: 30 });
  makeClone(workspace, "new", { commits: 3 });
  const made = async (...excluded: string[]) => {
    const out = `set-${excluded.length}`;
    await makeSet(workspace, { out, excluded });
    return Array.from(Deno.readDirSync(workspace.path(`${out}/trees/repos`)), ({ name }) => name)
      .sort();
  };
  assert.deepEqual(await made(), ["Me+thing", "alone", "us+other", "you+thing"]);
  assert.deepEqual(await made("me/thing"), ["alone", "us+other", "you+thing"]);
  assert.deepEqual(await made("thing", "you/other"), ["alone", "us+other"]);
  await assert.rejects(made("thing", "other", "alone"), QualityUsageError);
});

Deno.test("makeCommitSet() refuses a folder that is not empty", async () => {
  using workspace = new TempWorkspace({ "set/mine.txt": "" });
  makeClone(workspace, "thing");
  await assert.rejects(makeSet(workspace), {
    message: `Cannot write the set to "${workspace.path("set")}" as the folder must be empty: ` +
      'it holds "mine.txt"',
  });
});

function makeSet(
  workspace: TempWorkspace,
  { out = "set", excluded = [] }: { readonly out?: string; readonly excluded?: string[] } = {},
): Promise<string> {
  return makeCommitSet({
    clones: workspace.path("clones"),
    out: workspace.path(out),
    excluded,
    perRepository: 2,
  });
}

/**
 * Creates a clone with four commits that are usable as queries, and returns the one before them.
 */
function makeClone(
  workspace: TempWorkspace,
  name: string,
  { files = 42, commits = 5 }: { readonly files?: number; readonly commits?: number } = {},
): string {
  const folder = `clones/${name}`;
  const git = (...args: readonly string[]) => workspace.git("-C", folder, ...args).trim();
  const write = (path: string, text: string) => workspace.write(`${folder}/${path}`, text);
  const commit = (message: string) => {
    git("add", "--all");
    git("commit", "--quiet", `--message=${message}`);
  };
  for (let i = 1; i <= files; i++) write(`src/${i}.py`, `def f${i}(): return ${i}\n`);
  // No archive has this file, but the tree of the commit does.
  write(".gitattributes", "src/5.py export-ignore\n");
  git("init", "--quiet", "--initial-branch=main");
  commit("Make all of the files");
  const changes = [
    ["Change what is not exported", ["src/5.py"]],
    ["Add one file more here", ["src/new.py"]],
    ["Change what came after it", ["src/new.py"]],
    ["Read zeros in the third", ["src/3.py"]],
    ["Count words of every kind", ["src/1.py", "src/2.py"]],
  ] as const;
  const pin = git("rev-parse", "HEAD");
  for (const [i, [message, paths]] of changes.slice(0, commits).entries()) {
    for (const path of paths) write(path, `def changed${i}(): return 0\n`);
    commit(message);
  }
  return pin;
}
