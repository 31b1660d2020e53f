import { isPolicyError, type ItemOrigin } from "./core/mod.ts";
import type { Policies } from "./policies.ts";
import { fitFiles, ITEM_EXTENSION } from "./space_folder.ts";
import { mapBatches } from "./map_batches.ts";
import { maskValue } from "@dossier/retrieval/secrets";

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

/**
 * Most bytes of all profiles of a list: as many as a thousand have, and the most that takes five seconds to read
 * where it is YAML that is written to be slow.
 */
const MAX_PROFILES_BYTES = 2 * 1024 * 1024;

/** Returns all profiles, sorted by id, also those that can not be read. */
export async function listProfiles(policies: Policies): Promise<readonly ProfileEntry[]> {
  const files = policies.listProfiles().map(({ id, folder }) => ({
    id,
    folder,
    path: `${folder.form.profiles}/${id}${ITEM_EXTENSION}`,
  }));
  const fitting = fitFiles(files, MAX_PROFILES_BYTES);
  return await mapBatches(files, async (file) => {
    if (fitting.has(file)) return await describe(file.id, policies);
    const fault = `Cannot read "${
      file.folder.describe(file.path)
    }" for the list as ${fitting.reason}`;
    return { id: file.id, description: "", fault };
  });
}

async function describe(id: string, policies: Policies): Promise<ProfileEntry> {
  try {
    const found = await policies.readProfile(id);
    if (found === undefined) return { id, description: "", fault: "it has just been removed" };
    const { extends: parent, origin } = found;
    const description = await maskValue(found.description);
    return { id, description, ...(parent === undefined ? {} : { extends: parent }), origin };
  } catch (error) {
    if (!isPolicyError(error)) throw error;
    return { id, description: "", fault: error.message };
  }
}
