import type { IndexBody } from "./cluster.ts";
import type { ClusterConfig } from "./cluster_config.ts";

/** Owner and format version in the mappings of our indexes. The version is increased when the format changes. */
const OWNER = { owner: "dossier", form: 2 };

/** Definition of an index of a cluster. */
export interface ClusterIndex extends IndexBody {
  /** Suffix of its name, after the prefix. */
  readonly suffix: string;
}

/**
 * Settings of our indexes. With two or more nodes, each shard has a replica. The refresh interval may be
 * long, because most documents are read by their ids, which finds new documents immediately.
 */
const SETTINGS = {
  "index.number_of_shards": 3,
  "index.auto_expand_replicas": "0-1",
  "index.refresh_interval": "30s",
};

/** Index of the blocks of segments, which never change, and of the seals of segments. */
export const BLOCKS_INDEX: ClusterIndex = {
  suffix: "blocks",
  settings: { ...SETTINGS, "index.codec": "best_compression" },
  mappings: {
    _meta: OWNER,
    dynamic: "strict",
    properties: {
      data: { type: "binary" },
      segment: { type: "keyword" },
      written: { type: "date" },
    },
  },
};

/** Index of trees and commits. */
export const TREES_INDEX: ClusterIndex = {
  suffix: "trees",
  settings: { ...SETTINGS, "index.number_of_shards": 1 },
  mappings: {
    _meta: OWNER,
    dynamic: "strict",
    properties: {
      repository: { type: "keyword" },
      view: { type: "keyword" },
      updated: { type: "date" },
      tree: { type: "object", enabled: false },
    },
  },
};

/** Returns the name of one of our indexes in a cluster. */
export function formatIndexName({ prefix }: ClusterConfig, { suffix }: ClusterIndex): string {
  return `${prefix}-${suffix}`;
}
