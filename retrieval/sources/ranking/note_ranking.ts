import type { BundleIndex, Candidate, Note } from "@dossier/core";
import { PROGRAM } from "../../machine/mod.ts";
import type { QueryText, SearchOptions } from "../../search/mod.ts";
import { LANGUAGES } from "@dossier/core/language";
import { nearestLanguages } from "@dossier/core/query";

/** Note that the tree has no files, or rules exclude all of them. */
const EMPTY_TREE: Note = {
  code: "empty-tree",
  message:
    `This tree has no file to search: name another with --root, or see "${PROGRAM} status" for excluded files`,
};

/** Number of languages that are suggested for an unknown one. */
const NEAR_LANGUAGES = 5;

/** Maximum number of near copies that a note lists. */
const MAX_COPIES = 4;

/** Note that the candidates share no word with the query. */
const BY_MEANING: Note = {
  code: "by-meaning",
  message: "No word of the query is in the tree: the passages are nearest in meaning",
};

/** Returns the note about an answer without words of the query; empty when it has some. */
export function noteWithoutWords(
  candidates: readonly Pick<Candidate, "byMeaning">[],
  { query, index, ...options }: SearchOptions & {
    readonly query: QueryText;
    readonly index: BundleIndex;
  },
): Note[] {
  if (candidates.length > 0) {
    return candidates.some(({ byMeaning }) => byMeaning) ? [BY_MEANING] : [];
  }
  // Other notes report an index that is not up to date.
  if (index.documents === 0 && !index.stale) return [EMPTY_TREE];
  return [{ code: "nothing-found", message: explainNothingFound(query, options) }];
}

/** Returns the note about a bundle without a passage that is likely to be needed. */
export function noteUnlikely(hasNames: boolean): Note {
  const names = hasNames ? "other names" : "names that the code may use";
  return {
    code: "unlikely",
    message: `No passage is likely to answer the query: search again with ${names}`,
  };
}

/**
 * Returns the note about near copies whose passages are omitted; empty when there are none.
 *
 * @param copies Paths of the originals, by the paths of the copies.
 */
export function noteCopies(copies: ReadonlyMap<string, string>): Note[] {
  if (copies.size === 0) return [];
  const listed = [...copies].slice(0, MAX_COPIES).map(([copy, original]) =>
    `${copy} (of ${original})`
  );
  const rest = copies.size > listed.length ? ", …" : "";
  return [{ code: "near-copies", message: `Near copies omitted: ${listed.join(", ")}${rest}` }];
}

/**
 * Returns the note about files that are omitted because they have changed; empty when there are
 * none.
 */
export function noteChanged({ length }: readonly unknown[]): Note[] {
  if (length === 0) return [];
  const message = length === 1
    ? "A file is omitted as it has changed since it was indexed"
    : `${length} files are omitted as they have changed since they were indexed`;
  return [{ code: "passages-changed", message }];
}

function explainNothingFound(
  query: QueryText,
  { filter = {}, disabled = [] }: Pick<SearchOptions, "filter" | "disabled">,
): string {
  const { paths = [], languages = [], kind } = filter;
  if (query.terms.length === 0) {
    return "The query has no word of two letters or more: write some words of the task";
  }
  const unknown = languages.find((name) => !LANGUAGES.includes(name.toLowerCase()));
  if (unknown !== undefined) {
    const names = nearestLanguages(unknown).slice(0, NEAR_LANGUAGES).join(", ");
    return `There is no language "${unknown}", so no file matches: use ${names} or another`;
  }
  if (paths.length + languages.length > 0 || kind !== undefined) {
    return "No file that matches the filters has a word of the query: widen the filters";
  }
  if (disabled.length > 0) {
    return "The enabled ranking steps find nothing in the tree: disable fewer steps";
  }
  return "No file in the tree has a word of the query: try other words, or names in the code";
}
