import { isDeepStrictEqual } from "node:util";
import { UsageError } from "@dossier/retrieval/operation";

/** Name of the entry in every host's configuration. */
export const ENTRY_NAME = "dossier";

/** Whose an entry is that a file has under our name: `changed` is ours, with words of somebody else in it. */
export type Ownership = "own" | "changed" | "foreign";

/** What of a file is ours: how the program is started, at which events, or a text. */
export type HostEntry = Readonly<Record<string, unknown>>;

/**
 * How the configuration of a host is written. Texts are edited in place: what others wrote keeps its order,
 * its comments and every byte. All throw a `UsageError` with the place for a text that can not be read or edited.
 */
export interface ConfigFormat {
  /** What is said of a file in which another program has our name. */
  readonly foreign: string;
  /** Returns the entry of a text, or undefined when it has none. */
  find(text: string, name: string): HostEntry | undefined;
  /**
   * Returns the text with the entry added, or put in the place of the one that is there; what the user has
   * added to that stays.
   *
   * @param text Undefined for a file that is not there.
   */
  add(text: string | undefined, entry: HostEntry, name: string): string;
  /**
   * Returns the text without the entry that it has: the very text that {@link add} made this one of, if
   * nothing was changed since. Undefined when that was no file at all, or nothing is left of it.
   */
  remove(text: string, name: string): string | undefined;
  /** Returns an entry as it stands in an otherwise empty file. */
  render(entry: HostEntry): string;
}

/** What is said of a file of servers in which another program has our name. */
export const FOREIGN_SERVER = `"${ENTRY_NAME}" in it starts another program`;

/** Returns the error for a configuration that is not as it must be. */
export function configError(
  name: string,
  { rule, mend }: { readonly rule: string; readonly mend: string },
): UsageError {
  return new UsageError(`Cannot change ${name} as ${rule}: ${mend}`);
}

/** Returns whether an edit, done again, gives `text`; one that can not be done does not. */
export function leadsTo(text: string, edit: () => string): boolean {
  try {
    return edit() === text;
  } catch {
    return false;
  }
}

/** Returns whether two values are written alike, whichever parser made them with whichever prototypes. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(structuredClone(a), structuredClone(b));
}

/** Returns whether a value is an object of JSON, or a table of TOML. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Date);
}

/** Returns how the lines of a text end. */
export function lineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
