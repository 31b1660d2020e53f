import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { findMarkedRoot, findRoot } from "./find_root.ts";

Deno.test("findRoot() finds the nearest folder with .git above", () => {
  using tree = makeTree({ ".git/HEAD": "ref", "a/b/c.ts": "1", "a/inner/.git": "gitdir: x" });
  assert.equal(findRoot(tree.root), tree.root);
  assert.equal(findRoot(`${tree.root}/a/b`), tree.root);
  assert.equal(findRoot(`${tree.root}/a/b/`), tree.root);
  assert.equal(findRoot(`${tree.root}/a/inner`), `${tree.root}/a/inner`);
});

Deno.test("findRoot() accepts a package with its own settings, and not a folder with only an index", () => {
  using tree = makeTree({
    ".git/HEAD": "ref",
    ".dossier/state/index.db": "",
    "web/.dossier/manifest.yaml": "",
    "web/.dossier/state/index.db": "",
    "web/src/a.ts": "1",
    "api/.dossier/state/index.db": "",
    "api/src/a.ts": "1",
  });
  assert.equal(findRoot(`${tree.root}/web/src`), `${tree.root}/web`);
  assert.equal(findRoot(`${tree.root}/api/src`), tree.root);
  assert.equal(findRoot(`${tree.root}/api`), tree.root);
  Deno.mkdirSync(`${tree.root}/api/src/.dossier`);
  assert.equal(findRoot(`${tree.root}/api/src`), tree.root);
});

Deno.test("findRoot() accepts a submodule and a linked work tree, and the target of a link", () => {
  using workspace = new TempWorkspace({ "lib/a.ts": "1", "src/a.ts": "1" });
  workspace.initialize();
  workspace.commit();
  workspace.git("worktree", "add", "--quiet", "work");
  workspace.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./", "sub");
  assert.equal(findRoot(workspace.path("work/src")), workspace.path("work"));
  assert.equal(findRoot(workspace.path("sub/src")), workspace.path("sub"));
  Deno.symlinkSync(workspace.path("src"), `${workspace.cache}/linked`);
  assert.equal(findRoot(`${workspace.cache}/linked`), workspace.root);
});

Deno.test("findRoot() returns the folder itself when no folder above is marked as a root", () => {
  using tree = makeTree({ "a/b.ts": "1" });
  assert.equal(findRoot(`${tree.root}/a`), `${tree.root}/a`);
  assert.equal(findMarkedRoot(`${tree.root}/a`), undefined);
  assert.equal(findRoot("/"), "/");
});

Deno.test("findRoot() ignores an empty .git folder, like git", () => {
  using tree = makeTree({ ".git/HEAD": "ref", "a/b.ts": "1" });
  Deno.mkdirSync(`${tree.root}/a/.git`);
  assert.equal(findRoot(`${tree.root}/a`), tree.root);
});

Deno.test("findRoot() never searches above the home folder, whose .dossier is for all projects", () => {
  using tree = makeTree({
    ".git/HEAD": "ref",
    "home/.dossier/config.yaml": "",
    "home/a/b/c.ts": "1",
    "other/a.ts": "1",
  });
  const before = Deno.env.get("HOME");
  try {
    Deno.env.set("HOME", `${tree.root}/home`);
    assert.equal(findRoot(`${tree.root}/home/a/b`), `${tree.root}/home/a/b`);
    assert.equal(findMarkedRoot(`${tree.root}/home`), undefined);
    // A folder that contains the home folder is not a root either.
    assert.equal(findRoot(`${tree.root}/other`), `${tree.root}/other`);
    // Explaining why a home folder is not a root requires that it is recognized.
    Deno.mkdirSync(`${tree.root}/home/.git`);
    Deno.writeTextFileSync(`${tree.root}/home/.git/HEAD`, "ref");
    assert.equal(findRoot(`${tree.root}/home/a/b`), `${tree.root}/home`);
  } finally {
    if (before === undefined) Deno.env.delete("HOME");
    else Deno.env.set("HOME", before);
  }
});
