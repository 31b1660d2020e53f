import assert from "node:assert/strict";
import { git, makeTree, run, type TempTree } from "../../tests/temp_tree.ts";
import { readGitStatus } from "./git_status.ts";

/** Lets git pass the changed `a.md` to a filter that creates a file. */
function makeFiltered(): TempTree {
  const tree = makeTree({ "a.md": "before", ".gitattributes": "*.md filter=own\n" });
  git(tree.root, "init", "-q");
  git(tree.root, "add", ".");
  Deno.writeTextFileSync(`${tree.root}/a.md`, "behind");
  return tree;
}

/** Returns settings with a filter that creates a file, to be appended to those of a repository. */
function filterSettings({ root }: TempTree): string {
  return `[filter "own"]\n\tclean = touch ${root}/started; cat\n`;
}

function addFilter(tree: TempTree, settings: string): void {
  Deno.writeTextFileSync(`${tree.root}/${settings}`, filterSettings(tree), { append: true });
}

async function assertNotStarted(tree: TempTree, root = tree.root): Promise<void> {
  await readGitStatus(root);
  assert.throws(() => Deno.lstatSync(`${tree.root}/started`), Deno.errors.NotFound);
}

Deno.test("readGitStatus() starts no filter of a git folder whose name ends in a blank", async () => {
  using tree = makeFiltered();
  run("cp", "-r", `${tree.root}/.git`, `${tree.root}/real`);
  Deno.renameSync(`${tree.root}/.git`, `${tree.root}/real `);
  Deno.writeTextFileSync(`${tree.root}/.git`, "gitdir: real \n");
  addFilter(tree, "real /config");
  await assertNotStarted(tree);
});

Deno.test("readGitStatus() starts no filter of a common folder that git finds under another name", async () => {
  for (const [folder, text] of [["c ", "c \n"], ["c", "c\0d\n"]] as const) {
    using tree = makeFiltered();
    for (const name of [folder, "c"]) {
      Deno.mkdirSync(`${tree.root}/.git/${name}`, { recursive: true });
      for (const part of ["objects", "refs", "config"]) {
        run("cp", "-r", `${tree.root}/.git/${part}`, `${tree.root}/.git/${name}/`);
      }
    }
    Deno.writeTextFileSync(`${tree.root}/.git/commondir`, text);
    addFilter(tree, `.git/${folder}/config`);
    await assertNotStarted(tree);
  }
});

Deno.test("readGitStatus() starts no filter of a bare repository inside of another repository", async () => {
  using tree = makeTree({ "bare/a.md": "before", "bare/.gitattributes": "*.md filter=own\n" });
  const bare = `${tree.root}/bare`;
  git(tree.root, "init", "-q");
  git(tree.root, "add", ".");
  git(bare, "init", "-q");
  git(bare, "add", ".");
  for (const { name } of [...Deno.readDirSync(`${bare}/.git`)]) {
    Deno.renameSync(`${bare}/.git/${name}`, `${bare}/${name}`);
  }
  Deno.removeSync(`${bare}/.git`);
  git(tree.root, "config", "-f", "bare/config", "core.worktree", ".");
  addFilter(tree, "bare/config");
  Deno.writeTextFileSync(`${bare}/a.md`, "behind");
  await assertNotStarted(tree, bare);
});

Deno.test("readGitStatus() starts no filter of a repository around a folder that git does not recognize as one", async () => {
  using tree = makeFiltered();
  run("mkdir", "-p", `${tree.root}/inner/.git`);
  Deno.writeTextFileSync(`${tree.root}/inner/a.md`, "before");
  git(tree.root, "add", "inner");
  Deno.writeTextFileSync(`${tree.root}/inner/a.md`, "behind");
  run("cp", `${tree.root}/.git/index`, `${tree.root}/inner/.git/index`);
  Deno.writeTextFileSync(`${tree.root}/inner/.git/HEAD`, "ref: refs/heads/main\n");
  addFilter(tree, ".git/config");
  await assertNotStarted(tree, `${tree.root}/inner`);
});

Deno.test("readGitStatus() reads no settings through a link", async () => {
  using tree = makeFiltered();
  Deno.renameSync(`${tree.root}/.git/config`, `${tree.root}/settings`);
  addFilter(tree, "settings");
  Deno.symlinkSync("/proc/self/cwd/settings", `${tree.root}/.git/config`);
  await assertNotStarted(tree);
});

Deno.test("readGitStatus() returns the status of this work tree, whichever one the settings name", async () => {
  using tree = makeTree({ "a/a.md": "before", "b/a.md": "before" });
  const root = `${tree.root}/a`;
  git(root, "init", "-q");
  git(root, "add", ".");
  git(root, "config", "core.worktree", `${tree.root}/b`);
  Deno.writeTextFileSync(`${root}/a.md`, "behind");
  const status = await readGitStatus(root);
  assert.ok(typeof status === "object");
  assert.equal(status.listing, "H a.md\0C a.md\0");
});
