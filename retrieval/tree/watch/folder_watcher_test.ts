import assert from "node:assert/strict";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { FolderWatcher } from "./folder_watcher.ts";

/** Folders are watched individually on Linux only. */
const ignore = Deno.build.os !== "linux";

/** Watches folders of a tree, and records the reports, relative to it. */
function watch(tree: TempWorkspace, folders: readonly string[], reported: Set<string>) {
  const watcher = new FolderWatcher(folders.map((folder) => tree.path(folder)), {
    tops: [tree.root],
    onReport: ({ kind, paths }) =>
      paths.forEach((path) => reported.add(`${kind} ${path.slice(tree.root.length + 1)}`)),
    onFailure: () => assert.fail("The watcher has failed"),
  });
  /** Waits until a change made now is reported, and so all earlier ones. */
  const settle = async () => {
    const name = `marker-${crypto.randomUUID()}`;
    tree.write(name, "");
    while (!reported.has(`create ${name}`)) await new Promise((done) => setTimeout(done, 1));
  };
  return { watcher, settle };
}

Deno.test({
  name: "FolderWatcher reports changes in its folders, and in no others",
  ignore,
  async fn() {
    using tree = new TempWorkspace({ "a/b/old.md": "1", "out/x.md": "1", "c/gone/deep.md": "1" });
    using other = new TempWorkspace({ "a/b/old.md": "1" });
    const reported = new Set<string>();
    const others = new Set<string>();
    const { watcher, settle } = watch(tree, ["", "a", "a/b", "c", "c/gone"], reported);
    using _ = watcher;
    using __ = watch(other, ["", "a", "a/b"], others).watcher;
    tree.write("a/new.md", "1");
    tree.write("a/b/old.md", "2");
    tree.write("out/x.md", "2");
    Deno.removeSync(tree.path("c/gone"), { recursive: true });
    await settle();
    for (const name of ["create a/new.md", "modify a/b/old.md", "remove c/gone"]) {
      assert.ok(reported.has(name), `${name} in ${[...reported].join()}`);
    }
    assert.equal([...reported].some((name) => name.includes("out/")), false);
    assert.deepEqual([...others], []);
  },
});

Deno.test({
  name: "FolderWatcher end() releases a folder, so that its replacement can be watched",
  ignore,
  async fn() {
    using tree = new TempWorkspace({ "a/b/x.md": "1" });
    const before = new Set<string>();
    const { watcher } = watch(tree, ["", "a", "a/b"], before);
    Deno.removeSync(tree.path("a"), { recursive: true });
    await watcher.end();
    const told = before.size;
    tree.write("a/b/x.md", "2");
    const after = new Set<string>();
    const next = watch(tree, ["", "a", "a/b"], after);
    using _ = next.watcher;
    tree.write("a/b/x.md", "3");
    await next.settle();
    assert.ok(after.has("modify a/b/x.md"));
    assert.equal(before.size, told);
  },
});

Deno.test({
  name: "FolderWatcher watches nothing when one of its folders is missing",
  ignore,
  fn() {
    using tree = new TempWorkspace();
    assert.throws(() => watch(tree, ["", "none"], new Set()), Deno.errors.NotFound);
  },
});
