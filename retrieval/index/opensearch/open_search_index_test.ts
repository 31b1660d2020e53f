import assert from "node:assert/strict";
import { AdoptedTree } from "../../../tests/adopted_tree.ts";
import { testIndexReader } from "../../../tests/conformance/index_reader.ts";
import { IS_OPENSEARCH_MISSING, OpenSearchCluster } from "../../../tests/open_search_cluster.ts";

/** Cluster for all tests, because creating its indexes takes long. Each test has another folder, and so another tree. */
const CLUSTER = new OpenSearchCluster();

testIndexReader(
  "An index in OpenSearch",
  (files) => AdoptedTree.open(files, { cluster: CLUSTER }),
  {
    ignore: IS_OPENSEARCH_MISSING,
  },
);

Deno.test({
  name: "OpenSearchCluster removes the indexes of these tests",
  ignore: IS_OPENSEARCH_MISSING,
  async fn() {
    await CLUSTER[Symbol.asyncDispose]();
    assert.deepEqual(await CLUSTER.request("GET", `/${CLUSTER.config.prefix}-*`), {});
  },
});
