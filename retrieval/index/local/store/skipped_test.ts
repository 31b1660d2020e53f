import assert from "node:assert/strict";
import { openMemoryStore } from "../../../../tests/synthetic_segment.ts";
import { deleteSkipped, listSkipped, type SkippedFile, writeSkipped } from "./skipped.ts";

const IMAGE: SkippedFile = {
  path: "a/it's.img",
  size: 12,
  modified: 34,
  changed: 3,
  inode: 4,
  racy: true,
  reason: "it is binary",
};

Deno.test("writeSkipped() stores every fact of a file, and replaces earlier ones", () => {
  using store = openMemoryStore();
  writeSkipped(store, IMAGE);
  assert.deepEqual(listSkipped(store), [IMAGE]);
  const changed = { ...IMAGE, size: 1, modified: 2, racy: false, reason: "it is too large" };
  writeSkipped(store, changed);
  assert.deepEqual(listSkipped(store), [changed]);
});

Deno.test("deleteSkipped() deletes one file and Store.empty() all of them", () => {
  using store = openMemoryStore();
  for (const path of ["a", "b", "c"]) writeSkipped(store, { ...IMAGE, path });
  deleteSkipped(store, "b");
  deleteSkipped(store, "z");
  assert.deepEqual(listSkipped(store).map(({ path }) => path), ["a", "c"]);
  store.empty("skipped");
  assert.deepEqual(listSkipped(store), []);
});
