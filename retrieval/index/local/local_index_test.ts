import { testIndexReader } from "../../../tests/conformance/index_reader.ts";
import { IndexedTree } from "../../../tests/indexed_tree.ts";

testIndexReader("LocalIndex", async (files) => {
  const tree = new IndexedTree(files);
  await tree.refresh();
  return tree;
});
