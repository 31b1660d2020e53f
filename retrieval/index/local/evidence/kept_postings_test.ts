import assert from "node:assert/strict";
import { IndexedTree } from "../../../../tests/indexed_tree.ts";
import { keptPostings } from "./kept_postings.ts";
import { readLexicalSnapshot } from "./lexical_snapshot.ts";

Deno.test("keptPostings() reads a term once for a state of the index, and anew for the next", async () => {
  using tree = new IndexedTree({ "a.txt": "alpha\n", "b.txt": "beta\n" });
  await tree.refresh();
  const before = readLexicalSnapshot(tree.store);
  const lists = keptPostings(tree.store, before, "alpha");
  assert.equal(lists.length, 1);
  assert.equal(keptPostings(tree.store, before, "alpha"), lists);
  assert.deepEqual(keptPostings(tree.store, before, "nowhere"), []);
  tree.write("c.txt", "alpha again\n");
  await tree.refresh();
  const after = readLexicalSnapshot(tree.store);
  assert.equal(keptPostings(tree.store, after, "alpha").length, 2);
});
