import type { Note } from "@dossier/core";
import type { UnknownSymbol } from "../search/mod.ts";
import { RetrievalError } from "../machine/mod.ts";

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

/** Returns a note for each symbol of a query that is nowhere, with those that may be meant. */
export function noteUnknown(symbols: readonly UnknownSymbol[]): Note[] {
  return symbols.map(({ name, near }) => ({
    code: "unknown-symbol",
    message: `"${name}" is nowhere in the tree: near it ${near.length === 1 ? "is" : "are"} ${
      near.map((other) => `"${other}"`).join(", ")
    }`,
  }));
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
