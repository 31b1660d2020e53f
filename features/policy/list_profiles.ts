import { isPolicyError, type ItemOrigin } from "./core/mod.ts";
import type { Policies } from "./policies.ts";
import { fitFiles, ITEM_EXTENSION } from "./space_folder.ts";
import { mapBatches } from "./map_batches.ts";
import { maskValue } from "@dossier/retrieval/secrets";

/** A profile in a list. */
export interface ProfileEntry {
  /** Path below the folder of profiles, without extension. */
  readonly id: string;
  /** Empty when it has none. */
  readonly description: string;
  /** Id of the parent that it declares. */
  readonly extends?: string;
  /** Absent when it cannot be read. */
  readonly origin?: ItemOrigin;
  /** A sentence that says why it cannot be read. */
  readonly fault?: string;
}

/**
 * Maximum number of bytes of all profiles in a list: enough for a thousand, and at most five
 * seconds of reading for YAML that is written to be slow.
 */
const MAX_PROFILES_BYTES = 2 * 1024 * 1024;

/** Returns all profiles, sorted by id, including those that cannot be read. */
export async function listProfiles(policies: Policies): Promise<readonly ProfileEntry[]> {
  const files = policies.listProfiles().map(({ id, folder }) => ({
    id,
    folder,
    path: `${folder.form.profiles}/${id}${ITEM_EXTENSION}`,
  }));
  const fitting = fitFiles(files, MAX_PROFILES_BYTES);
  return await mapBatches(files, async (file) => {
    if (fitting.has(file)) return await readEntry(file.id, policies);
    const fault = `Cannot read "${
      file.folder.displayPath(file.path)
    }" for the list as ${fitting.reason}`;
    return { id: file.id, description: "", fault };
  });
}

async function readEntry(id: string, policies: Policies): Promise<ProfileEntry> {
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
