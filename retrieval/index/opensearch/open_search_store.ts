import { findUserFolder } from "../../config/mod.ts";
import { readPlainText } from "../../machine/mod.ts";
import type { IndexStore } from "../index_store.ts";
import { LOCAL_STORE, openLocalIndex, type RemoteSegmentStore } from "../local/mod.ts";
import { findGitRoot } from "../../tree/mod.ts";
import { buildCloneNote, readCloneRecord } from "./clone_record.ts";
import { NODES_VARIABLE } from "./cluster_config.ts";
import { findUserCluster, readClusterVariable, STORE_NAME } from "./find_user_cluster.ts";

/**
 * Store that keeps indexes in a cluster of OpenSearch. The file of an index on this machine contains the
 * list of documents, the changes that are not sent yet, and the rows that were fetched from the cluster.
 */
export const OPENSEARCH_STORE: IndexStore = {
  ...LOCAL_STORE,
  accepts: () => readClusterVariable(NODES_VARIABLE) !== undefined || mayBeConfigured(),
  open: (location) => openLocalIndex(location, () => openSegmentStore(location.root)),
  listNotes({ root }) {
    const gitRoot = findGitRoot(root);
    const record = gitRoot === undefined ? undefined : readCloneRecord(`${gitRoot}/.git`);
    return record === undefined ? [] : [buildCloneNote(record)];
  },
};

/** Opens the segment store in the cluster that the user has configured; returns undefined when none is configured. */
async function openSegmentStore(root: string): Promise<RemoteSegmentStore | undefined> {
  const config = await findUserCluster(root);
  if (config === undefined) return undefined;
  const { ClusterSegmentStore } = await import("./cluster_segment_store.ts");
  return new ClusterSegmentStore(root, config);
}

/**
 * Returns true when the user's settings may select this store. Settings that select it
 * contain its name.
 */
function mayBeConfigured(): boolean {
  const folder = findUserFolder();
  if (folder === undefined) return false;
  const read = readPlainText(`${folder}/config.yaml`);
  return read.kind !== "refused" && read.text.includes(STORE_NAME);
}
