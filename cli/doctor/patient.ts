import type { EngineOptions } from "@dossier/retrieval";
import { type HostPlace, hostPlace } from "@dossier/hosts/place";
import { calledFrom } from "../input/invoked_place.ts";
import {
  hasIndex,
  listStateFolders,
  resolveRoot,
  type TreeCheck,
  type TreePlace,
} from "@dossier/retrieval/health";

/** What is looked at: a tree, and who uses it. */
export interface Patient extends TreePlace {
  /** Where the configurations of hosts are. */
  readonly hosts: HostPlace;
}

/** One look at one thing of a patient. */
export type Check = TreeCheck<Patient>;

/**
 * Returns what is to be looked at: the state folder is the first that holds an index, or else the usual
 * one. Nothing is made.
 *
 * @throws {RetrievalError} `root-not-found` when there is no such folder.
 */
export async function findPatient(
  { root, state, cache }: Pick<EngineOptions, "root" | "state" | "cache">,
): Promise<Patient> {
  const path = resolveRoot(root);
  const folders = state === undefined ? await listStateFolders(path, cache) : [state] as const;
  return {
    root: path,
    state: folders.find((folder) => hasIndex(path, folder)) ?? folders[0],
    hosts: hostPlace(path, calledFrom()),
  };
}
