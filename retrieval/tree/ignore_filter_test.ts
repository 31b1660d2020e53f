import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { openIgnoreFilter } from "./ignore_filter.ts";

Deno.test("openIgnoreFilter() ignores nothing without ignore files", async () => {
  const filter = await openIgnoreFilter();
  assert.equal(filter.ignores("a/b.ts"), false);
});

Deno.test("openIgnoreFilter() lets a nearer file override a farther one", async () => {
  using tree = makeTree({ ".gitignore": "*.log\n", "a/.gitignore": "!keep.log\n" });
  const filter = await openIgnoreFilter();
  await filter.addFile(tree.root, ".gitignore");
  await filter.addFile(tree.root, "a/.gitignore");
  assert.equal(filter.ignores("keep.log"), true);
  assert.equal(filter.ignores("a/keep.log"), false);
  assert.equal(filter.ignores("a/b/keep.log"), false);
  assert.equal(filter.ignores("a/other.log"), true);
});

Deno.test("openIgnoreFilter() includes nothing again below an ignored folder", async () => {
  using tree = makeTree({ ".gitignore": "a/\n", "a/.gitignore": "!keep.log\n" });
  const filter = await openIgnoreFilter();
  await filter.addFile(tree.root, ".gitignore");
  await filter.addFile(tree.root, "a/.gitignore");
  assert.equal(filter.ignores("a/keep.log"), true);
});

Deno.test("openIgnoreFilter() distinguishes folders from files", async () => {
  using tree = makeTree({ ".gitignore": "out/\n" });
  const filter = await openIgnoreFilter();
  await filter.addFile(tree.root, ".gitignore");
  assert.equal(filter.ignoresEntry("out/"), true);
  assert.equal(filter.ignoresEntry("out"), false);
  assert.equal(filter.ignores("sub/out/a.ts"), true);
});

Deno.test("openIgnoreFilter() accepts names of dots", async () => {
  using tree = makeTree({ ".gitignore": "*.log\n" });
  const filter = await openIgnoreFilter();
  await filter.addFile(tree.root, ".gitignore");
  assert.equal(filter.ignores("..."), false);
  assert.equal(filter.ignores("..a/b.log"), true);
});

Deno.test("openIgnoreFilter() treats a missing file as empty", async () => {
  using tree = makeTree();
  const filter = await openIgnoreFilter();
  await filter.addFile(tree.root, ".gitignore");
  assert.equal(filter.ignores("a.ts"), false);
});
