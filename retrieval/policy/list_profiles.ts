import { type ItemOrigin, PolicyError } from "@dossier/core/policy";
import type { Policies } from "./policies.ts";
import { mapBatches } from "./map_batches.ts";
import { maskValue } from "../secrets/mod.ts";

/** A profile of a list. */
export interface ProfileEntry {
  /** Path below the folder of profiles, without extension. */
  readonly id: string;
  /** Empty when there is none. */
  readonly description: string;
  /** Id of the parent that it names itself. */
  readonly extends?: string;
  /** Absent for one that can not be read. */
  readonly origin?: ItemOrigin;
  /** Why it can not be read, in a sentence. */
  readonly fault?: string;
}

/** Returns all profiles, sorted by id, also those that can not be read. */
export async function listProfiles(policies: Policies): Promise<readonly ProfileEntry[]> {
  const ids = policies.listProfiles().map(({ id }) => id);
  return await mapBatches(ids, (id) => describe(id, policies));
}

async function describe(id: string, policies: Policies): Promise<ProfileEntry> {
  try {
    const { description, extends: parent, origin } = await policies.loadProfile(id);
    const shown = await maskValue(description);
    return { id, description: shown, ...(parent === undefined ? {} : { extends: parent }), origin };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { id, description: "", fault: error.message };
  }
}
