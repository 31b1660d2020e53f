import type { IndexBody } from "./cluster.ts";
import type { ClusterConfig } from "./cluster_config.ts";

/** What our indexes say of themselves; the form is raised when what is in them changes. */
const OWNER = { owner: "dossier", form: 2 };

/** An index of a cluster, by what its name ends with. */
export interface ClusterIndex extends IndexBody {
  readonly suffix: string;
}

/** A copy where there are two nodes. Documents are read by their ids, which sees them at once; few are searched for. */
const SETTINGS = {
  "index.number_of_shards": 3,
  "index.auto_expand_replicas": "0-1",
  "index.refresh_interval": "30s",
};

/** Blocks of segments, which never change, and the seals of segments. */
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

/** What trees consist of. */
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
