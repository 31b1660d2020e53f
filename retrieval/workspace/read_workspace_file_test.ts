import assert from "node:assert/strict";
import { DEFAULT_QUOTAS } from "@dossier/core/rank";
import { MAX_REPOSITORIES, toQuotas } from "../operations/repositories.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { nameRepositories } from "./name_repositories.ts";
import { readWorkspaceFile } from "./read_workspace_file.ts";

const LIST = "repositories:\n  - web\n  - root: ../other/api\n    name: server\n";

/** Reads a file of a workspace as somebody in its root names it. */
function read(workspace: TempWorkspace, file: string) {
  return readWorkspaceFile(file, (path) => path.startsWith("/") ? path : workspace.path(path));
}

Deno.test("readWorkspaceFile() lists the folders of a file of the user's, seen from where it lies", async () => {
  using workspace = new TempWorkspace({
    "mine/shop.yaml": LIST,
    "mine/web/a.ts": "",
    "other/api/a.ts": "",
  });
  const folders = await read(workspace, "mine/shop.yaml");
  assert.deepEqual(nameRepositories(folders), [
    { name: "web", path: workspace.path("mine/web") },
    { name: "server", path: workspace.path("other/api") },
  ]);
});

Deno.test("readWorkspaceFile() lets a file in a repository name folders of that repository only", async () => {
  using workspace = new TempWorkspace({
    "clone/.git/HEAD": "ref: refs/heads/main\n",
    "clone/tools/shop.yaml": LIST.replace("../other", "../../other"),
    "clone/tools/web/a.ts": "",
    "other/api/a.ts": "",
    "clone/inner.yaml": "repositories:\n  - tools/web\n  - root: ./docs\n",
    "clone/docs/a.md": "",
    "clone/absolute.yaml": "repositories: [/etc]\n",
    "clone/linked.yaml": "repositories: [link]\n",
  });
  await assert.rejects(read(workspace, "clone/tools/shop.yaml"), {
    name: "UsageError",
    message: /it lies in a repository, and line 3 names "\.\.\/\.\.\/other\/api" outside it/,
  });
  await assert.rejects(read(workspace, "clone/absolute.yaml"), /names "\/etc" outside it/);
  Deno.symlinkSync(workspace.path("other/api"), workspace.path("clone/link"));
  await assert.rejects(read(workspace, "clone/linked.yaml"), /names "link" outside it/);
  const inner = nameRepositories(await read(workspace, "clone/inner.yaml"));
  assert.deepEqual(inner.map(({ name }) => name), ["web", "docs"]);
});

Deno.test("readWorkspaceFile() goes by where a file lies and not by a link to it", async () => {
  using workspace = new TempWorkspace({
    "clone/.git/HEAD": "ref: refs/heads/main\n",
    "clone/shop.yaml": "repositories: [../private]\n",
    "private/a.ts": "",
    "mine/a.md": "",
  });
  Deno.symlinkSync(workspace.path("clone/shop.yaml"), workspace.path("mine/shop.yaml"));
  await assert.rejects(read(workspace, "mine/shop.yaml"), /names "\.\.\/private" outside it/);
});

Deno.test("readWorkspaceFile() lets a file that everybody may write name folders beside it only", async () => {
  using workspace = new TempWorkspace({
    "open/shop.yaml": "repositories: [../private]\n",
    "private/a.ts": "",
  });
  Deno.chmodSync(workspace.path("open/shop.yaml"), 0o666);
  await assert.rejects(read(workspace, "open/shop.yaml"), /everybody may write to it/);
});

Deno.test("readWorkspaceFile() says in which line what is wrong", async () => {
  const problems = {
    "repositories: web\n": /it must have a list under "repositories"/,
    "roots: [web]\n": /line 1 has an unknown key "roots"/,
    "repositories:\n  - root: web\n    path: x\n": /line 3 has an unknown key "path"/,
    "repositories:\n  - name: web\n": /line 2 has no "root"/,
    "repositories:\n  - 7\n": /line 2 has no "root"/,
    "repositories:\n  - root: web\n    name: [a]\n": /line 2 has a "name" that is not text/,
    "repositories: [\n": /it is not valid YAML/,
    "- web\n": /it (?:is not valid YAML|must have a list)/,
    "": /it must have a list under "repositories"/,
  };
  for (const [text, problem] of Object.entries(problems)) {
    using workspace = new TempWorkspace({ "shop.yaml": text, "web/a.ts": "" });
    await assert.rejects(
      read(workspace, "shop.yaml"),
      { name: "UsageError", message: problem },
      text,
    );
  }
  using workspace = new TempWorkspace({ "a/b.ts": "" });
  await assert.rejects(read(workspace, "none.yaml"), /there is no such file/);
  await assert.rejects(read(workspace, "./a"), /it is not a regular file but a folder/);
});

Deno.test("nameRepositories() refuses what cannot be asked together, and says which", () => {
  using workspace = new TempWorkspace({
    "web/src/a.ts": "",
    "api/a.ts": "",
    "file.txt": "",
    "webs/a.ts": "",
  });
  const named = (path: string, name?: string) => ({
    name,
    path: workspace.path(path),
    label: `--root ${path}`,
  });
  const refuse = (problem: RegExp, ...folders: readonly ReturnType<typeof named>[]) =>
    assert.throws(() => nameRepositories(folders), { name: "UsageError", message: problem });
  refuse(/Cannot search without a repository/);
  refuse(/Cannot search --root none as there is no such folder/, named("web"), named("none"));
  refuse(/Cannot search --root file\.txt as it is not a folder/, named("file.txt"));
  refuse(/as there is no such folder/, named("file.txt/x"));
  refuse(
    /--root web and --root web\/\.\.\/web: they are the same/,
    named("web"),
    named("web/../web"),
  );
  refuse(
    /--root web and --root web\/src: the second is inside the first/,
    named("web/src"),
    named("web"),
  );
  refuse(/two repositories "a"/, named("web", "a"), named("api", "a"));
  for (const name of ["", "..", "a/b", "a b", "x".repeat(65), "a:b", "a\nb"]) {
    refuse(/a name must have 1 to 64/, named("web", name));
  }
  Deno.symlinkSync(workspace.path("web"), workspace.path("link"));
  refuse(/they are the same folder/, named("web"), named("link"));
  // A name that begins alike is another folder.
  assert.equal(nameRepositories([named("web"), named("webs")]).length, 2);
  const many = Array.from({ length: MAX_REPOSITORIES + 1 }, () => named("web"));
  refuse(/at most 32/, ...many);
  assert.deepEqual(toQuotas({ quotas: {} }), DEFAULT_QUOTAS);
});

Deno.test("nameRepositories() calls folders of one name apart, and none by a name that is given", () => {
  using workspace = new TempWorkspace({
    "one/web/a.ts": "",
    "two/web/a.ts": "",
    "web-2/a.ts": "",
    "odd name/a.ts": "",
  });
  const named = (path: string, name?: string) => ({
    name,
    path: workspace.path(path),
    label: path,
  });
  const names = nameRepositories([
    ...[named("one/web"), named("two/web"), named("web-2", "web-2"), named("odd name")],
  ]).map(({ name }) => name);
  assert.deepEqual(names, ["web", "web-3", "web-2", "odd-name"]);
});
