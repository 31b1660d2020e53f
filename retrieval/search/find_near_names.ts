import type { Visibility } from "@dossier/core/exclude";
import { nearestNames } from "@dossier/core/query";
import type { DocumentDefinitions } from "../index/mod.ts";

/** Maximum number of typing errors that `nearestNames` allows. */
const MAX_EDITS = 2;

/**
 * Number of parts of a name: with two typing errors, one of three parts stays unchanged, unless
 * both swap letters across the boundaries.
 */
const PARTS = 3;

/** Maximum number of compared names; so many are only similar to a very short name. */
const MAX_COMPARED = 300;

const META_REGEXP = /[\\^$.*+?()[\]{}|/]/g;

/**
 * Returns the names that are similar to a misspelt one, as `nearestNames` does. A tree has
 * thousands of names. Only names that contain a third of the requested name at about the same
 * position are compared.
 *
 * @param documents Documents with definitions; names in documents that must not be shown are
 * excluded.
 */
export function findNearNames(
  name: string,
  documents: readonly DocumentDefinitions[],
  { visibility, ...options }: { readonly limit?: number; readonly visibility?: Visibility } = {},
): readonly string[] {
  if (name === "") return [];
  const similar = toPattern(name);
  const found = new Set<string>();
  for (const { path, definitions } of documents) {
    const names = definitions.match(similar);
    // Checked only for documents with such a name: matching all paths would take longer than
    // everything else.
    if (names === null || visibility?.isVisible(path) === false) continue;
    for (const other of names) found.add(other);
    if (found.size >= MAX_COMPARED) break;
  }
  return nearestNames(name, found, options);
}

/**
 * Returns the pattern of lines that contain a part of the name with about as many characters around
 * it.
 */
function toPattern(name: string): RegExp {
  const around = (length: number) => `.{${Math.max(0, length - MAX_EDITS)},${length + MAX_EDITS}}`;
  const alternatives: string[] = [];
  for (let part = 0; part < PARTS; part++) {
    const start = Math.floor(part * name.length / PARTS);
    const end = Math.floor((part + 1) * name.length / PARTS);
    if (start === end) continue;
    const text = name.slice(start, end).replaceAll(META_REGEXP, (mark) => `\\${mark}`);
    alternatives.push(around(start) + text + around(name.length - end));
  }
  return new RegExp(`^(?:${alternatives.join("|")})$`, "gim");
}
