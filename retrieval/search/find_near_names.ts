import type { Visibility } from "@dossier/core/exclude";
import { nearestNames } from "@dossier/core/query";
import type { DocumentDefinitions } from "../index/mod.ts";

/** Most slips that `nearestNames` forgives. */
const MAX_EDITS = 2;

/** Two slips leave one of three parts of a name whole, unless both swap letters across the cuts. */
const PARTS = 3;

/** Names that are compared at most; so many are like a very short name only. */
const MAX_COMPARED = 300;

const META_REGEXP = /[\\^$.*+?()[\]{}|/]/g;

/**
 * Returns the names that a misspelt one may stand for, as `nearestNames` does; of the thousands that a
 * tree defines, those are compared that have a third of it in about the same place.
 *
 * @param documents What defines names; of those that may not be served none is returned.
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
    // Asked only of documents with such a name: matching all paths would take longer than all else.
    if (names === null || visibility?.shows(path) === false) continue;
    for (const other of names) found.add(other);
    if (found.size >= MAX_COMPARED) break;
  }
  return nearestNames(name, found, options);
}

/** Returns the pattern of lines that have a part of the name with about as much around it. */
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
