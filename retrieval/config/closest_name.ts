import { nearestNames } from "@dossier/core/query";

/**
 * Returns the known name that takes fewest edits to get from `name`, the first of equals; undefined
 * when all take more than two (one for a name of four letters or less), or as many as the name is long.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  return nearestNames(name, known, { limit: 1 })[0];
}
