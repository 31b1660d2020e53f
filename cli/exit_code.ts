import { type CoreErrorCode, isContextError } from "@dossier/core/errors";
import type { RetrievalErrorCode } from "@dossier/retrieval";
import { UsageError } from "@dossier/retrieval/operation";
import { BrokenPipe, OutputError } from "./terminal/output.ts";
import { WriteError } from "@dossier/retrieval/write-error";

/** The command has answered, possibly that there is nothing. */
export const SUCCESS = 0;
/** An unexpected error. */
export const FAILURE = 1;
/** The text cannot be restored, as the tree has changed. */
export const CHANGED = 1;
/** Done, with a warning for the user. */
export const WARNED = 1;
/** Invalid input of the user: arguments, query or configuration. */
export const USAGE = 2;
/** An error of the disk, the index or the output. */
export const STORAGE = 3;
/** Stopped by Ctrl-C: 128 and the number of the signal. */
export const INTERRUPTED = 130;

/** Exit codes of errors, without those of features. */
const EXIT_CODES = {
  "invalid-budget": USAGE,
  "invalid-query": USAGE,
  "invalid-config": USAGE,
  "invalid-glob": USAGE,
  "invalid-prompt": USAGE,
  "invalid-session": USAGE,
  "session-not-found": USAGE,
  "invalid-round": USAGE,
  "invalid-cursor": USAGE,
  "round-taken": USAGE,
  "invalid-issue": USAGE,
  "issue-not-found": USAGE,
  "file-not-found": USAGE,
  "file-excluded": USAGE,
  "symbol-not-found": USAGE,
  "symbol-ambiguous": USAGE,
  "invalid-target": USAGE,
  "root-not-found": USAGE,
  "root-refused": USAGE,
  "tampered-item": USAGE,
  "invalid-hooks": USAGE,
  "invalid-transcript": USAGE,
  "index-damaged": STORAGE,
  "index-busy": STORAGE,
  "index-unwritable": STORAGE,
  "index-unreachable": STORAGE,
  "index-refused": STORAGE,
  "disk-full": STORAGE,
  "state-damaged": STORAGE,
  "state-newer": STORAGE,
  "state-busy": STORAGE,
  "state-unwritable": STORAGE,
  "state-unreachable": STORAGE,
  "state-refused": STORAGE,
  "package-missing": STORAGE,
  "interrupted": INTERRUPTED,
} as const satisfies Record<CoreErrorCode | RetrievalErrorCode, number>;

/** Returns the exit code for any error of a command. */
export async function exitCodeOf(error: unknown): Promise<number> {
  // A pipeline ends when `head` closes its end. That is not a failure.
  if (error instanceof BrokenPipe) return SUCCESS;
  if (error instanceof UsageError) return USAGE;
  if (error instanceof OutputError || error instanceof WriteError) return STORAGE;
  if (!isContextError(error)) return FAILURE;
  const { code } = error;
  if (Object.hasOwn(EXIT_CODES, code)) return EXIT_CODES[code as keyof typeof EXIT_CODES];
  const { FEATURES } = await import("@dossier/features");
  const feature = FEATURES.find(({ errors = {} }) => Object.hasOwn(errors, code));
  return feature === undefined ? FAILURE : feature.errors?.[code]?.exit ?? USAGE;
}

/** Returns the error message in the form of the program. */
export function renderFailure(error: unknown, code: number): string {
  const message = error instanceof Error ? error.message : String(error);
  return `dossier: ${code === FAILURE ? "Internal error, please report it: " : ""}${message}`;
}
