import { Cluster } from "../retrieval/index/opensearch/cluster.ts";
import { ClusterSegmentStore } from "../retrieval/index/opensearch/cluster_segment_store.ts";
import type { ClusterConfig } from "../retrieval/index/opensearch/cluster_config.ts";
import { OPENSEARCH_VARIABLE } from "./start_opensearch.ts";

/** Address of the node for tests; empty without one. */
export const NODE = Deno.env.get(OPENSEARCH_VARIABLE) ?? "";

/** True when there is no node for tests; `deno task with-opensearch COMMAND` runs a command with one. */
export const IS_OPENSEARCH_MISSING = NODE === "";

/** Indexes in a cluster under a prefix of their own, removed when they go out of scope. */
export class OpenSearchCluster implements AsyncDisposable {
  /** Cluster with a unique prefix. */
  readonly config: ClusterConfig;

  /** @param node Address of the node or of a proxy. */
  constructor(node: string = NODE) {
    const prefix = `test-${crypto.randomUUID()}`;
    this.config = { nodes: [node], prefix };
  }

  /** Opens the segment store of a tree in the cluster. */
  openStore(root: string, config: Partial<ClusterConfig> = {}): ClusterSegmentStore {
    const merged = { ...this.config, ...config };
    return new ClusterSegmentStore(root, merged, new Cluster(merged, { firstRetryDelayMs: 5 }));
  }

  /** Sends a request to the node itself, and returns its JSON response. */
  async request(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${NODE}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...body === undefined ? {} : { body: JSON.stringify(body) },
    });
    return await response.json();
  }

  /** Returns the ids of the documents in one of its indexes, in ascending order. */
  async listDocuments(suffix: string): Promise<readonly string[]> {
    const index = `${this.config.prefix}-${suffix}`;
    await this.request("POST", `/${index}/_refresh`);
    const found = await this.request("GET", `/${index}/_search?size=10000&_source=false`);
    const { hits } = (found as { hits: { hits: readonly { _id: string }[] } }).hits;
    return hits.map(({ _id }) => _id).sort();
  }

  /** Returns the documents of one of its indexes. */
  async readDocuments(
    suffix: string,
  ): Promise<readonly { readonly id: string; readonly source: object }[]> {
    const index = `${this.config.prefix}-${suffix}`;
    await this.request("POST", `/${index}/_refresh`);
    const found = await this.request("GET", `/${index}/_search?size=10000`);
    const { hits } = (found as {
      hits: { hits: readonly { _id: string; _source: object }[] };
    }).hits;
    return hits.map(({ _id, _source }) => ({ id: _id, source: _source }));
  }

  /** Sets the times of all documents back by some milliseconds. */
  async makeOlder(ms: number): Promise<void> {
    await using cluster = new Cluster(this.config);
    for (const [suffix, field] of [["blocks", "written"], ["trees", "updated"]] as const) {
      const documents = (await this.readDocuments(suffix)).map(({ id, source }) => {
        const time = Date.parse((source as Record<string, string>)[field]!) - ms;
        return { id, source: { ...source, [field]: new Date(time).toISOString() } };
      });
      await cluster.write(`${this.config.prefix}-${suffix}`, documents);
    }
  }

  /** Removes all documents of one of its indexes. */
  async removeDocuments(suffix: string): Promise<void> {
    await using cluster = new Cluster(this.config);
    await cluster.remove(`${this.config.prefix}-${suffix}`, { ["match_all"]: {} });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.request("DELETE", `/${this.config.prefix}-*?expand_wildcards=all`);
  }
}

/** Declares a test that has indexes of its own in a cluster; it is ignored where there is no node. */
export function testOpenSearch(
  name: string,
  fn: (cluster: OpenSearchCluster) => Promise<void>,
): void {
  Deno.test({
    name,
    ignore: IS_OPENSEARCH_MISSING,
    async fn() {
      await using cluster = new OpenSearchCluster();
      await fn(cluster);
    },
  });
}
