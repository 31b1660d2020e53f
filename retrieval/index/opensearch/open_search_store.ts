import { findUserFolder } from "../../config/mod.ts";
import { readPlainText } from "../../machine/mod.ts";
import type { IndexStore } from "../index_store.ts";
import { LOCAL_STORE, openLocalIndex, type SegmentHome } from "../local/mod.ts";
import { findGitRoot } from "../../tree/mod.ts";
import { noteClone, readCloneMark } from "./clone_mark.ts";
import { NODES_VARIABLE } from "./cluster_place.ts";
import { findUserCluster, readClusterVariable, STORE_NAME } from "./find_user_cluster.ts";

/**
 * Keeps an index in a cluster of OpenSearch. Its file on this machine holds which documents there are, what was changed
 * since it was sent, and what of the rest was asked for.
 */
export const OPENSEARCH_STORE: IndexStore = {
  ...LOCAL_STORE,
  accepts: () => readClusterVariable(NODES_VARIABLE) !== undefined || mayBeChosen(),
  open: (place) => openLocalIndex(place, () => openHome(place.root)),
  listNotes({ root }) {
    const top = findGitRoot(root);
    const mark = top === undefined ? undefined : readCloneMark(`${top}/.git`);
    return mark === undefined ? [] : [noteClone(mark)];
  },
};

/** Returns where the index of a tree is in the cluster that the user has configured; undefined where that is none. */
async function openHome(root: string): Promise<SegmentHome | undefined> {
  const place = await findUserCluster(root);
  if (place === undefined) return undefined;
  const { ClusterHome } = await import("./cluster_home.ts");
  return new ClusterHome(root, place);
}

/** Returns whether the user's settings may choose this store: only those that do have its name. */
function mayBeChosen(): boolean {
  const folder = findUserFolder();
  if (folder === undefined) return false;
  const read = readPlainText(`${folder}/config.yaml`);
  return read.kind !== "refused" && read.text.includes(STORE_NAME);
}
