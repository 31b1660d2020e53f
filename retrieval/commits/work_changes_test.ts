import assert from "node:assert/strict";
import { GitTree } from "../../tests/git_tree.ts";
import { listWorkChanges } from "./work_changes.ts";

/** Returns the changes, each as `path before now`. */
async function list(root: string, revision = ""): Promise<readonly string[]> {
  const { files } = await listWorkChanges(root, revision);
  return files.map(({ path, isInCommit, isInWorkTree }) =>
    `${path} ${Number(isInCommit)} ${Number(isInWorkTree)}`
  );
}

Deno.test("listWorkChanges() lists staged, unstaged, untracked and removed files, without ignored ones", async () => {
  using tree = new GitTree();
  const files = {
    "a.ts": "1\n",
    "b.ts": "1\n",
    "c.ts": "1\n",
    "d.ts": "1\n",
    ".gitignore": "no/\n",
  };
  const first = tree.commit("first", files);
  assert.deepEqual(await list(tree.root), []);
  tree.write("a.ts", "staged\n");
  tree.git("add", "a.ts");
  tree.write("b.ts", "unstaged\n");
  Deno.removeSync(`${tree.root}/c.ts`);
  tree.git("rm", "--quiet", "--cached", "d.ts");
  tree.write("new folder/é\n.ts", "new\n");
  tree.write("no/ignored.ts", "new\n");
  tree.git("mv", "b.ts", "moved.ts");
  const expected = [
    "a.ts 1 1",
    "b.ts 1 0",
    "c.ts 1 0",
    "d.ts 1 1",
    "moved.ts 0 1",
    "new folder/é\n.ts 0 1",
  ];
  assert.deepEqual(await list(tree.root), expected);
  assert.equal((await listWorkChanges(tree.root, "HEAD")).commit, first);
  // A folder of the repository as the root has only its own paths.
  assert.deepEqual(await list(`${tree.root}/new folder`), ["é\n.ts 0 1"]);
});

Deno.test("listWorkChanges() compares with a commit, a branch, and the start of a branch", async () => {
  using tree = new GitTree();
  tree.commit("first", { "a.ts": "1\n", "b.ts": "1\n" });
  tree.git("checkout", "--quiet", "-b", "work");
  tree.commit("second", { "a.ts": "2\n" });
  tree.git("checkout", "--quiet", "main");
  tree.commit("on main", { "b.ts": "2\n" });
  tree.git("checkout", "--quiet", "work");
  assert.deepEqual(await list(tree.root), []);
  assert.deepEqual(await list(tree.root, "HEAD~1"), ["a.ts 1 1"]);
  assert.deepEqual(await list(tree.root, "main"), ["a.ts 1 1", "b.ts 1 1"]);
  assert.deepEqual(await list(tree.root, "main..."), ["a.ts 1 1"]);
});

Deno.test("listWorkChanges() rejects in one sentence an invalid revision, and a tree without git", async () => {
  using tree = new GitTree();
  await assert.rejects(list(tree.root), {
    code: "invalid-target",
    message: /"HEAD": name a revis/,
  });
  tree.commit("first", { "a.ts": "1\n" });
  const output = tree.beside("output");
  const revisions = [
    ...[
      "nosuch",
      "-h",
      `--output=${output}`,
      "HEAD\0",
      "HEAD\nHEAD",
      "x".repeat(300),
      "^HEAD",
      "HEAD:a.ts",
    ],
    ...["HEAD^{tree}", "--all", " ", ";touch x", "nosuch...", "-x...", "HEAD@{99999}"],
  ];
  for (const revision of revisions) {
    await assert.rejects(
      list(tree.root, revision),
      {
        code: "invalid-target",
        message: /^Cannot list what has changed since ".*": name a rev[^\n]*$/,
      },
      revision,
    );
  }
  for (const range of ["HEAD~1..HEAD", "HEAD...HEAD", "..", "...", "HEAD.."]) {
    await assert.rejects(
      list(tree.root, range),
      { message: /: name one revision, with which/ },
      range,
    );
  }
  assert.deepEqual([...Deno.readDirSync(tree.root)].map(({ name }) => name).sort(), [
    ".git",
    "a.ts",
  ]);
  assert.throws(() => Deno.lstatSync(output));
  const bare = Deno.makeTempDirSync();
  await assert.rejects(list(bare), { code: "invalid-target", message: /not in a git repository$/ });
  Deno.removeSync(bare);
});

Deno.test("listWorkChanges() runs no program that the settings of the repository name", async () => {
  using tree = new GitTree();
  tree.commit("first", { "a.ts": "1\n", ".gitattributes": "*.ts filter=evil diff=evil\n" });
  const mark = tree.beside("mark");
  for (const name of ["clean", "smudge", "process"]) {
    tree.git("config", `filter.evil.${name}`, `touch ${mark}; cat`);
  }
  tree.git("config", "filter.evil.required", "true");
  tree.git("config", "diff.evil.textconv", `touch ${mark}; cat`);
  tree.git("config", "diff.external", `touch ${mark}`);
  tree.git("config", "core.fsmonitor", `touch ${mark}`);
  tree.git("config", "diff.orderFile", tree.beside("none"));
  // Same size and time as git has recorded, so that git has to compare the contents.
  const { mtime } = Deno.statSync(`${tree.root}/a.ts`);
  tree.write("a.ts", "2\n");
  Deno.utimeSync(`${tree.root}/a.ts`, mtime!, mtime!);
  Deno.utimeSync(`${tree.root}/.git/index`, mtime!, mtime!);
  assert.ok((await list(tree.root)).length <= 1);
  assert.throws(() => Deno.lstatSync(mark));
  tree.git("config", "filter.a=b.clean", `touch ${mark}`);
  await assert.rejects(list(tree.root), {
    code: "invalid-target",
    message: /"filter\.a=b\.clean"/,
  });
});
