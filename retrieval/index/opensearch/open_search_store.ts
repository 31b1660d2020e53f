import { findUserFolder } from "../../config/mod.ts";
import { readPlainText } from "../../machine/mod.ts";
import type { IndexStore } from "../index_store.ts";
import { LOCAL_STORE, openLocalIndex, type RemoteSegmentStore } from "../local/mod.ts";
import { findGitRoot } from "../../tree/mod.ts";
import { buildCloneNote, readCloneRecord } from "./clone_record.ts";
import { NODES_VARIABLE } from "./cluster_config.ts";
import { findUserCluster, readClusterVariable, STORE_NAME } from "./find_user_cluster.ts";

/**
 * Keeps an index in a cluster of OpenSearch. Its file on this machine holds which documents there are, what was changed
 * since it was sent, and what of the rest was asked for.
 */
export const OPENSEARCH_STORE: IndexStore = {
  ...LOCAL_STORE,
  accepts: () => readClusterVariable(NODES_VARIABLE) !== undefined || mayBeConfigured(),
  open: (place) => openLocalIndex(place, () => openSegmentStore(place.root)),
  listNotes({ root }) {
    const top = findGitRoot(root);
    const mark = top === undefined ? undefined : readCloneRecord(`${top}/.git`);
    return mark === undefined ? [] : [buildCloneNote(mark)];
  },
};

/** Returns where the index of a tree is in the cluster that the user has configured; undefined where that is none. */
async function openSegmentStore(root: string): Promise<RemoteSegmentStore | undefined> {
  const place = await findUserCluster(root);
  if (place === undefined) return undefined;
  const { ClusterSegmentStore } = await import("./cluster_segment_store.ts");
  return new ClusterSegmentStore(root, place);
}

/** Returns whether the user's settings may choose this store: only those that do have its name. */
function mayBeConfigured(): boolean {
  const folder = findUserFolder();
  if (folder === undefined) return false;
  const read = readPlainText(`${folder}/config.yaml`);
  return read.kind !== "refused" && read.text.includes(STORE_NAME);
}
