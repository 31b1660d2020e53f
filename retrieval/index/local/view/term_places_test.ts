import { listChunksWithAll } from "@dossier/core/rank";
import assert from "node:assert/strict";
import { openMemoryStore, openView, writeSegment } from "../../../../tests/synthetic_segment.ts";

Deno.test("listChunksWithAll() returns the chunks with every term, from all segments", () => {
  using store = openMemoryStore();
  writeSegment(store, [{ path: "p", lines: ["red green", "green", "green blue red"] }]);
  writeSegment(store, [{ path: "q", lines: ["blue", "red blue green"] }]);
  const view = openView(store);
  assert.deepEqual(listChunksWithAll(view, ["green", "red"]), [0, 2, 4]);
  assert.deepEqual(listChunksWithAll(view, ["blue", "green", "red"]), [2, 4]);
  assert.deepEqual(listChunksWithAll(view, ["blue", "black"]), []);
  assert.deepEqual(listChunksWithAll(view, []), []);
});
