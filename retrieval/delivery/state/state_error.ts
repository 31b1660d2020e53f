import type { Note } from "@dossier/core";
import { type FileCondition, fileCondition, RetrievalError } from "../../machine/mod.ts";

/** Messages about a state file, with the fix. A state cannot be recreated, so no fix deletes it. */
const STATE_ERRORS = {
  full: {
    code: "disk-full",
    rule: "the disk is full or failing",
    fix: "free some space, or choose another place with --state",
  },
  busy: {
    code: "state-busy",
    rule: "another process has locked it",
    fix: "try again when that process is done",
  },
  unwritable: {
    code: "state-unwritable",
    rule: "it cannot be opened for writing",
    fix: "make it writable, or choose another place with --state",
  },
  damaged: {
    code: "state-damaged",
    rule: "it is damaged, or not a file of dossier",
    fix: "move it away, so that dossier creates a new one",
  },
  unreleased: {
    code: "state-damaged",
    rule: "an unreleased version of dossier wrote it",
    fix: "move it away, so that dossier creates a new one",
  },
  newer: {
    code: "state-newer",
    rule: "a newer version of dossier wrote it",
    fix: "update dossier, or choose another place with --state",
  },
} as const satisfies Record<FileCondition | "newer" | "unreleased", unknown>;

/** Returns the error about the state file at `path`, with the fix. */
export function stateError(
  condition: keyof typeof STATE_ERRORS,
  path: string,
  options?: ErrorOptions,
): RetrievalError {
  const { code, ...reason } = STATE_ERRORS[condition];
  return new RetrievalError(code, { action: `use the state "${path}"`, ...reason }, options);
}

/** Returns the error for a record that was changed. */
export function alteredRecordError(record: number, path: string): RetrievalError {
  return new RetrievalError(
    "state-damaged",
    {
      action: `read record ${record} of the state "${path}"`,
      rule: "it was changed after it was written",
      fix: "move the file away, so that dossier creates a new one",
    },
  );
}

/** Returns the error for another file at `path` that must not be changed. */
export function stateRefusedError(path: string, reason: string): RetrievalError {
  return new RetrievalError("state-damaged", { action: `use the state "${path}"`, rule: reason });
}

/**
 * Returns `error` as a {@link RetrievalError} that names the state file at `path` and the fix, or
 * `error` itself when it is not about the file.
 */
export function toStateError(error: unknown, path: string): unknown {
  const condition = fileCondition(error);
  return condition === undefined ? error : stateError(condition, path, { cause: error });
}

/** Codes of errors that prevent any record from being written. */
const UNRECORDED_CODES: ReadonlySet<string> = new Set(
  Object.values(STATE_ERRORS).map(({ code }) => code),
);

/**
 * Returns the note about a record that could not be written, so that a bundle is still delivered,
 * or `undefined` for an error that is not about the state file.
 */
export function noteUnrecorded(error: unknown): Note | undefined {
  if (!(error instanceof RetrievalError) || !UNRECORDED_CODES.has(error.code)) return undefined;
  return { code: "not-recorded", message: `Nothing was recorded: ${error.message}` };
}
