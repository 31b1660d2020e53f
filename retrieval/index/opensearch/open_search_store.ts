import { findUserFolder, readSettings } from "../../config/mod.ts";
import { readPlainText } from "../../machine/mod.ts";
import type { IndexStore } from "../index_store.ts";
import { LOCAL_STORE, openLocalIndex, type SegmentHome } from "../local/mod.ts";
import { findClusterPlace, NODES_VARIABLE } from "./cluster_place.ts";

/** What the user's settings say where they choose this store. */
const NAME = "opensearch";

/**
 * Keeps an index in a cluster of OpenSearch. Its file on this machine holds which documents there are, what was changed
 * since it was sent, and what of the rest was asked for.
 */
export const OPENSEARCH_STORE: IndexStore = {
  ...LOCAL_STORE,
  accepts: () => readVariable(NODES_VARIABLE) !== undefined || mayBeChosen(),
  open: (place) => openLocalIndex(place, () => openHome(place.root)),
};

/** Returns where the index of a tree is in the cluster that the user has configured; undefined where that is none. */
async function openHome(root: string): Promise<SegmentHome | undefined> {
  const { index: { store, ...settings } } = await readSettings(root);
  const place = findClusterPlace(readVariable, store === NAME ? settings : {});
  if (place === undefined) return undefined;
  const { ClusterHome } = await import("./cluster_home.ts");
  return new ClusterHome(root, place);
}

/** Returns whether the user's settings may choose this store: only those that do have its name. */
function mayBeChosen(): boolean {
  const folder = findUserFolder();
  if (folder === undefined) return false;
  const read = readPlainText(`${folder}/config.yaml`);
  return read.kind !== "refused" && read.text.includes(NAME);
}

/** Returns a variable that is set to something; undefined also where the program may not know. */
function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name) || undefined;
  } catch {
    return undefined;
  }
}
