import { isDeepStrictEqual } from "node:util";
import { UsageError } from "@dossier/retrieval/operation";

/** Name of the entry in every host's configuration. */
export const ENTRY_NAME = "dossier";

/**
 * The owner of an entry under our name: `changed` is an entry of dossier that the user or another
 * program has changed.
 */
export type Ownership = "own" | "changed" | "foreign";

/** dossier's entry in a file: the start of the program, its events, or a text. */
export type HostEntry = Readonly<Record<string, unknown>>;

/**
 * A format of configurations. Texts are edited in place: entries of other programs keep their
 * order, their comments and every byte. All methods throw a `UsageError` with the location for a
 * text that cannot be read or edited.
 */
export interface ConfigFormat {
  /** Description of a file in which another program has our name. */
  readonly foreign: string;
  /** Returns the entry of a text, or undefined when it has none. */
  find(text: string, name: string): HostEntry | undefined;
  /**
   * Returns the text with the entry added or replaced; additions of the user to the entry stay.
   *
   * @param text Undefined for a missing file.
   */
  add(text: string | undefined, entry: HostEntry, name: string): string;
  /**
   * Returns the text without its entry: exactly the text before {@link add}, if nothing was changed
   * since. Undefined when there was no file, or nothing is left of it.
   */
  remove(text: string, name: string): string | undefined;
  /** Returns an entry in an otherwise empty file. */
  render(entry: HostEntry): string;
}

/** Description of a file of servers in which another program has our name. */
export const FOREIGN_SERVER = `"${ENTRY_NAME}" in it starts another program`;

/** Returns the error of an invalid configuration. */
export function configError(
  name: string,
  { rule, fix }: { readonly rule: string; readonly fix: string },
): UsageError {
  return new UsageError(`Cannot change ${name} as ${rule}: ${fix}`);
}

/** Returns true when repeating an edit results in `text`; false when it fails. */
export function resultsIn(text: string, edit: () => string): boolean {
  try {
    return edit() === text;
  } catch {
    return false;
  }
}

/** Returns true when two values are written alike, regardless of their prototypes. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(structuredClone(a), structuredClone(b));
}

/** Returns true for an object of JSON, or a table of TOML. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Date);
}

/** Returns the line ending of a text. */
export function lineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
