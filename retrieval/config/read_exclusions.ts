import type { Exclusions } from "@dossier/core/exclude";
import { openExclusions } from "../tree/mod.ts";
import { readSettings } from "./read_settings.ts";

/**
 * Returns what the project at `root` leaves out, read anew and without an index.
 *
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` can not be parsed at all.
 */
export async function readExclusions(root: string): Promise<Exclusions> {
  return await openExclusions((await readSettings(root)).rules);
}
