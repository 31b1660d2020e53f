import assert from "node:assert/strict";
import { IndexedTree } from "../../../../tests/indexed_tree.ts";
import { openMemoryStore, writeSegment } from "../../../../tests/synthetic_segment.ts";
import { TermPlaces } from "./term_places.ts";

Deno.test("TermPlaces.listChunksWithAll() gives the chunks that have every term, over all segments", () => {
  using store = openMemoryStore();
  writeSegment(store, [{ path: "p", lines: ["red green", "green", "green blue red"] }]);
  writeSegment(store, [{ path: "q", lines: ["blue", "red blue green"] }]);
  const places = new TermPlaces(store);
  assert.deepEqual(places.listChunksWithAll(["green", "red"]), [0, 2, 4]);
  assert.deepEqual(places.listChunksWithAll(["blue", "green", "red"]), [2, 4]);
  assert.deepEqual(places.listChunksWithAll(["blue", "black"]), []);
  assert.deepEqual(places.listChunksWithAll([]), []);
});

Deno.test("TermPlaces.list() reads a term once for a state of the index, and anew for the next", async () => {
  using tree = new IndexedTree({ "a.txt": "alpha\n", "b.txt": "beta\n" });
  await tree.refresh();
  const before = new TermPlaces(tree.store);
  const lists = before.list("alpha");
  assert.equal(lists.length, 1);
  assert.equal(before.list("alpha"), lists);
  assert.deepEqual(before.list("nowhere"), []);
  tree.write("c.txt", "alpha again\n");
  await tree.refresh();
  assert.equal(new TermPlaces(tree.store).list("alpha").length, 2);
});
