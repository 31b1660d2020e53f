import type { Visibility } from "@dossier/core/exclude";
import { openVisibility } from "../tree/mod.ts";
import { readSettings } from "./read_settings.ts";

/**
 * Returns what the project at `root` leaves out, read anew and without an index.
 *
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` can not be parsed at all.
 */
export async function readExclusions(root: string): Promise<Visibility> {
  return await openVisibility((await readSettings(root)).rules);
}
