import type { BundleIndex, Candidate, Note } from "@dossier/core";
import { PROGRAM } from "../../machine/mod.ts";
import type { QueryText, SearchOptions } from "../../search/mod.ts";
import { LANGUAGES } from "@dossier/core/language";
import { nearestLanguages } from "@dossier/core/query";

/** The tree has no file, or rules leave out all of them. */
const EMPTY_TREE: Note = {
  code: "empty-tree",
  message:
    `This tree has no file to search: name another with --root, or see "${PROGRAM} status" for excluded files`,
};

/** Languages that are named in place of one that there is not. */
const NEAR_LANGUAGES = 5;

/** Near copies that are listed in a note. */
const MAX_COPIES = 4;

/** The candidates share no word with the query. */
const BY_MEANING: Note = {
  code: "by-meaning",
  message: "No word of the query is in the tree: the passages are nearest in meaning",
};

/** Returns the note of an answer without words of the query in it; none when there are some. */
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
  // Of an index that is behind the tree other notes say so.
  if (index.documents === 0 && !index.stale) return [EMPTY_TREE];
  return [{ code: "nothing-found", message: explainNothingFound(query, options) }];
}

/** Returns the note of a bundle none of whose passages is likely to be needed. */
export function noteUnlikely(hasNames: boolean): Note {
  const names = hasNames ? "other names" : "names that the code may use";
  return {
    code: "unlikely",
    message: `No passage is likely to answer the query: search again with ${names}`,
  };
}

/**
 * Returns the note of files of which passages are left out as another file says nearly the same; none when there are
 * none.
 *
 * @param copies The paths of the others, by the paths of the copies.
 */
export function noteCopies(copies: ReadonlyMap<string, string>): Note[] {
  if (copies.size === 0) return [];
  const listed = [...copies].slice(0, MAX_COPIES).map(([copy, original]) =>
    `${copy} (of ${original})`
  );
  const rest = copies.size > listed.length ? ", …" : "";
  return [{ code: "near-copies", message: `Near copies omitted: ${listed.join(", ")}${rest}` }];
}

/** Returns the note of files that are left out as they have changed; none when there is no such file. */
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
