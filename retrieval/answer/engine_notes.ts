import type { Note } from "@dossier/core";

/** Note that the index was rebuilt. */
export const INDEX_REBUILT: Note = {
  code: "index-rebuilt",
  message: "The index was damaged and is rebuilt from the files",
};

/** Note that the index had an older version. */
export const INDEX_UPGRADED: Note = {
  code: "index-upgraded",
  message: "An older version of dossier built the index, so it is rebuilt from the files",
};

/** Note that the usual index file belongs to a newer version. */
export const INDEX_SEPARATE: Note = {
  code: "index-apart",
  message:
    "A newer version of dossier has an index of this tree, so this version uses a separate one",
};

/** Note that another process builds the first index, with unknown progress. */
export const INDEX_UNFINISHED: Note = {
  code: "index-unfinished",
  message: "The index does not contain the whole tree yet, as it is being built",
};

/** Notes about an index that an answer does not refresh: its gaps, or the reason. */
export const UNREFRESHED_NOTES = {
  none: {
    code: "no-index",
    message: "There is no index of this tree yet: run without --no-refresh to build it",
  },
  incomplete: {
    code: "index-incomplete",
    message:
      "The index does not contain the whole tree yet: run without --no-refresh to complete it",
  },
  /** Its vectors are from another model than that of the query. */
  other: {
    code: "vectors-other",
    message:
      "The index has no vectors of the configured model, so the answer uses words only: run without --no-refresh to create them",
  },
  /** Some texts have no vectors. */
  pending: {
    code: "vectors-pending",
    message:
      "Some texts have no vector yet, so they are found by words only: run without --no-refresh to create them",
  },
  full: {
    code: "disk-full",
    message:
      "Recent changes of files may be missing from the answer, as the disk of the index is full or failing: free some space",
  },
} as const satisfies Readonly<Record<string, Note>>;

/** Code of the note about changed files that could not be indexed. */
export const INDEX_PENDING = "index-pending";

/** Returns the note that some changed files are not indexed yet. */
export function notePending(pending: number): Note {
  return {
    code: INDEX_PENDING,
    message: `The index is behind by ${pending} changed files, which later answers will include`,
  };
}

/**
 * Returns the notes without duplicates: an error with the chunks may occur again with the query.
 */
export function distinctNotes(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((note) => [note.message, note])).values()];
}
