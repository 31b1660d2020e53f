import { listChunksWithAllTerms } from "@dossier/core/rank";
import assert from "node:assert/strict";
import { openMemoryStore, openView, writeSegment } from "../../../../tests/synthetic_segment.ts";

Deno.test("listChunksWithAllTerms() returns the chunks with every term, from all segments", () => {
  using store = openMemoryStore();
  writeSegment(store, [{ path: "p", lines: ["red green", "green", "green blue red"] }]);
  writeSegment(store, [{ path: "q", lines: ["blue", "red blue green"] }]);
  const view = openView(store);
  assert.deepEqual(listChunksWithAllTerms(view, ["green", "red"]), [0, 2, 4]);
  assert.deepEqual(listChunksWithAllTerms(view, ["blue", "green", "red"]), [2, 4]);
  assert.deepEqual(listChunksWithAllTerms(view, ["blue", "black"]), []);
  assert.deepEqual(listChunksWithAllTerms(view, []), []);
});
