import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { isTrackerPath, listTrackerPaths } from "./issue_spec.ts";

Deno.test("listTrackerPaths() returns the folder of beads and the file of the issue, inside of the root only", () => {
  using workspace = new TempWorkspace({
    "tree/docs/7.md": "# T",
    "tree/sub/.beads/issues.jsonl": "{}",
    "tree/odd#name.md": "# T",
    "outside.md": "# T",
  });
  const root = workspace.path("tree");
  const list = (spec: string, folder?: string) => listTrackerPaths(spec, { root, folder });
  assert.deepEqual(list("-"), [".beads/"]);
  assert.deepEqual(list("-#web-1"), [".beads/"]);
  assert.deepEqual(list("docs/7.md"), [".beads/", "docs/7.md"]);
  assert.deepEqual(list("docs/../docs//7.md"), [".beads/", "docs/7.md"]);
  assert.deepEqual(list("7.md", workspace.path("tree/docs")), [".beads/", "docs/7.md"]);
  assert.deepEqual(list(workspace.path("tree/docs/7.md")), [".beads/", "docs/7.md"]);
  assert.deepEqual(list("sub/.beads/issues.jsonl#x"), [".beads/", "sub/.beads/"]);
  assert.deepEqual(list("odd#name.md"), [".beads/", "odd#name.md"]);
  assert.deepEqual(list("../outside.md"), [".beads/"]);
  assert.deepEqual(list("docs/none.md"), [".beads/", "docs/none.md"]);
  assert.deepEqual(list("none/none.md"), [".beads/"]);
});

Deno.test("listTrackerPaths() returns a link and its target, by their real paths", () => {
  using workspace = new TempWorkspace({ "tree/docs/7.md": "# T" });
  Deno.symlinkSync("docs/7.md", workspace.path("tree/now.md"));
  Deno.symlinkSync("tree", workspace.path("link"));
  const root = workspace.path("tree");
  const expected = [".beads/", "docs/7.md", "now.md"];
  assert.deepEqual(listTrackerPaths("now.md", { root }), expected);
  assert.deepEqual(listTrackerPaths("link/now.md", { root, folder: workspace.root }), expected);
  assert.deepEqual(listTrackerPaths("now.md", { root: workspace.path("link") }), expected);
});

Deno.test("isTrackerPath() is true for a listed file and for all files in a listed folder", () => {
  const paths = [".beads/", "docs/7.md"];
  for (const path of [".beads/issues.jsonl", ".beads/a/b", "docs/7.md"]) {
    assert.equal(isTrackerPath(path, paths), true, path);
  }
  for (const path of ["docs/7.md.bak", "docs/70.md", "a/docs/7.md", ".beadsx/a", "beads/a", ""]) {
    assert.equal(isTrackerPath(path, paths), false, path);
  }
});
