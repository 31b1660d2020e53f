import type { BundleIndex, Candidate, Note } from "@dossier/core";
import type { QueryText, SearchOptions, UnknownSymbol } from "../search/mod.ts";
import { PROGRAM, RetrievalError } from "../machine/mod.ts";
import { LANGUAGES, nearestLanguages } from "../tree/mod.ts";

/** An answer without a refresh from an index that was never built. */
export const NO_INDEX: Note = {
  code: "no-index",
  message: "There is no index of this tree yet: run without --no-refresh to build it",
};

/** The index had to be built again. */
export const INDEX_REBUILT: Note = {
  code: "index-rebuilt",
  message: "The index was damaged and is built again from the files",
};

/** Returns what an answer ends with that was stopped while files were indexed for it. */
export function interrupted(pending: number): RetrievalError {
  return new RetrievalError(
    "interrupted",
    `Stopped before an answer with ${pending} files to go: what is done is kept, and the next run goes on`,
  );
}

/** Code of the note about changed files that could not be indexed. */
export const INDEX_PENDING = "index-pending";

/** Returns the note of an answer for which not all changed files could be indexed. */
export function notePending(pending: number): Note {
  return {
    code: INDEX_PENDING,
    message: `The index is behind by ${pending} changed files, which later answers will take in`,
  };
}

/** The tree has no file, or rules leave out all of them. */
const EMPTY_TREE: Note = {
  code: "empty-tree",
  message:
    `There is no file to search in this tree: name another with --root, or see "${PROGRAM} status" for what is left out`,
};

/** Languages that are named in place of one that there is not. */
const NEAR_LANGUAGES = 5;

/** The candidates share no word with the query. */
const BY_MEANING: Note = {
  code: "by-meaning",
  message: "No word of the query is in the tree: what is here is nearest to it in meaning",
};

/** Returns the note of an answer without words of the query in it; none when there are some. */
export function noteWithoutWords(
  candidates: readonly Candidate[],
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
  return [{ code: "nothing-found", message: sayWhyNothing(query, options) }];
}

function sayWhyNothing(
  query: QueryText,
  { filter = {}, disabled = [] }: Pick<SearchOptions, "filter" | "disabled">,
): string {
  const { paths = [], languages = [], kind } = filter;
  if (query.terms.length === 0) {
    return "The query has no word of two letters or more: give some words of the task";
  }
  const unknown = languages.find((name) => !LANGUAGES.includes(name.toLowerCase()));
  if (unknown !== undefined) {
    const names = nearestLanguages(unknown).slice(0, NEAR_LANGUAGES).join(", ");
    return `There is no language "${unknown}", so no file matches: use ${names} or another`;
  }
  if (paths.length + languages.length > 0 || kind !== undefined) {
    return "No file that the filters let through has a word of the query: widen the filters";
  }
  if (disabled.length > 0) {
    return "Nothing in the tree is found by the ranking steps that are left: disable fewer of them";
  }
  return "Nothing in the tree has a word of the query: try others, or names as the code has them";
}

/** Returns a note for each symbol of a query that is nowhere, with those that may be meant. */
export function noteUnknown(symbols: readonly UnknownSymbol[]): Note[] {
  return symbols.map(({ name, near }) => ({
    code: "unknown-symbol",
    message: `"${name}" is nowhere in the tree: near it ${near.length === 1 ? "is" : "are"} ${
      near.map((other) => `"${other}"`).join(", ")
    }`,
  }));
}

/** Returns the note of an answer that leaves out chunks of changed files; none without such chunks. */
export function noteChanged(count: number): Note[] {
  if (count === 0) return [];
  return [{
    code: "passages-changed",
    message: `${count} passages are left out as their files have changed since they were indexed`,
  }];
}

/** The tree has changed, and there is no room to index that. */
export const DISK_FULL: Note = {
  code: "disk-full",
  message:
    "What may have changed since it was indexed is not in the answer, as the disk of the index is full or failing: free some space",
};

/** An answer without a refresh from an index that was never finished. */
export const INCOMPLETE: Note = {
  code: "index-incomplete",
  message: "The index does not hold the whole tree yet: run without --no-refresh to finish it",
};

/** An answer without a refresh from an index without vectors that the query's could be compared with. */
export const VECTORS_OTHER: Note = {
  code: "vectors-other",
  message:
    "The index has no vectors of the model in force, so the answer goes by words alone: run without --no-refresh to make them",
};

/** An answer without a refresh from an index that lacks vectors of some texts. */
export const VECTORS_PENDING: Note = {
  code: "vectors-pending",
  message:
    "Some texts have no vector yet, so they are found by their words alone: run without --no-refresh to make them",
};

/** Returns the notes without repeated ones: what fails for the chunks may fail for the query again. */
export function distinctNotes(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((note) => [note.message, note])).values()];
}
