import { findIndexStore } from "../retrieval/index/mod.ts";
import type { InspectOptions } from "../retrieval/machine/mod.ts";

/** Returns the health of the index in a state folder. */
export function inspectIndex(folder: string, options: InspectOptions = {}) {
  const place = { root: folder, folder };
  return findIndexStore(place).inspect(place, options);
}
