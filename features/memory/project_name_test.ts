import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { nameProject } from "./project_name.ts";

function nameOf(workspace: TempWorkspace, variables: Readonly<Record<string, string>> = {}) {
  const { organization, project } = nameProject(workspace.root, (name) => variables[name]);
  return [organization, project];
}

Deno.test("a project is named by the address of its remote, however that is written", () => {
  using workspace = new TempWorkspace();
  workspace.initialize();
  workspace.git("remote", "add", "upstream", "https://example.com/other/thing");
  for (
    const url of [
      "https://GitHub.com/acme/shop.git",
      "git@github.com:acme/shop.git",
      "ssh://git@github.com:22/acme/shop/",
      "https://user:secret@github.com/acme/shop",
    ]
  ) {
    workspace.git("remote", "add", "origin", url);
    assert.deepEqual(nameOf(workspace), ["local", "github.com/acme/shop"], url);
    workspace.git("remote", "remove", "origin");
  }
});

Deno.test("a folder within a tree is a project of its own, also in a linked work tree", () => {
  using workspace = new TempWorkspace({ "app/a.ts": "" });
  workspace.initialize();
  workspace.commit();
  workspace.git("remote", "add", "origin", "https://github.com/acme/shop");
  const linked = `${workspace.root}-linked`;
  workspace.git("worktree", "add", "--quiet", linked, "HEAD");
  const named = (root: string) => {
    const { project, home } = nameProject(root, () => undefined);
    return [project, home];
  };
  assert.deepEqual(named(linked), ["github.com/acme/shop", workspace.root]);
  for (const root of [workspace.root, linked]) {
    assert.deepEqual(named(`${root}/app`), ["github.com/acme/shop/app", `${root}/app`]);
  }
});

Deno.test("without a remote it is named by its folder, and variables go first", () => {
  using workspace = new TempWorkspace();
  assert.deepEqual(nameOf(workspace), ["local", "tree"]);
  assert.equal(nameProject(workspace.root, () => undefined).isByFolder, true);
  assert.deepEqual(
    nameOf(workspace, {
      DOSSIER_MEMORY_ORGANIZATION: "acme",
      DOSSIER_MEMORY_PROJECT: "shop",
    }),
    ["acme", "shop"],
  );
});
