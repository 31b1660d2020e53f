import assert from "node:assert/strict";
import { AdoptedTree } from "../../../tests/adopted_tree.ts";
import { testIndexReader } from "../../../tests/conformance/index_reader.ts";
import { IS_OPENSEARCH_MISSING, OpenSearchCluster } from "../../../tests/open_search_cluster.ts";

/** One for all tests, as each of its indexes takes a while to be made: trees of other folders are others in it. */
const CLUSTER = new OpenSearchCluster();

testIndexReader(
  "An index in OpenSearch",
  (files) => AdoptedTree.open(files, { cluster: CLUSTER }),
  {
    ignore: IS_OPENSEARCH_MISSING,
  },
);

Deno.test({
  name: "the indexes of these tests are removed",
  ignore: IS_OPENSEARCH_MISSING,
  async fn() {
    await CLUSTER[Symbol.asyncDispose]();
    assert.deepEqual(await CLUSTER.ask("GET", `/${CLUSTER.place.prefix}-*`), {});
  },
});
