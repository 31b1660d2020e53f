import { isDeepStrictEqual } from "node:util";
import { UsageError } from "../arguments/command.ts";

/** Name of the entry in every host's configuration. */
export const ENTRY_NAME = "dossier";

/** How a host starts the program: what stands under its name in the configuration. */
export type HostEntry = Readonly<Record<string, unknown>>;

/**
 * How the configuration of a host is written. Texts are edited in place: what others wrote keeps its order,
 * its comments and every byte.
 */
export interface ConfigFormat {
  /** A file that holds nothing, and which the host can read. */
  readonly empty: string;
  /**
   * Returns the entry of a text, or undefined when it has none.
   *
   * @throws {UsageError} When the text can not be read, with the place.
   */
  find(text: string, name: string): HostEntry | undefined;
  /**
   * Returns the text with the entry added, or put in the place of the one that is there.
   *
   * @param text Undefined for a file that is not there.
   * @throws {UsageError} When there is no place for it.
   */
  add(text: string | undefined, entry: HostEntry, name: string): string;
  /**
   * Returns the text without the entry that it has: the very text that {@link add} made this one of, if
   * nothing was changed since. Undefined when that was no file at all.
   *
   * @throws {UsageError} When the entry can not be taken out alone.
   */
  remove(text: string, name: string): string | undefined;
  /** Returns an entry as it stands in an otherwise empty file. */
  render(entry: HostEntry): string;
}

/** Returns the error for a configuration that is not as it must be. */
export function configError(
  name: string,
  { rule, mend }: { readonly rule: string; readonly mend: string },
): UsageError {
  return new UsageError(`Cannot change ${name} as ${rule}: ${mend}`);
}

/** Returns the first of some texts that an edit, done again, would turn into `text`. */
export function findOriginal<Text extends string | undefined>(
  text: string,
  candidates: readonly Text[],
  again: (candidate: Text) => string,
): { readonly original: Text } | undefined {
  for (const original of candidates) {
    try {
      if (again(original) === text) return { original };
    } catch {
      // A text that can not be edited is none that was.
    }
  }
  return undefined;
}

/** Returns whether two values are written alike, whichever parser made them. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(toPlain(a), toPlain(b));
}

/** Returns a value whose objects have the ordinary prototype, and whose dates are texts. */
function toPlain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value, toWritable));
}

/** Returns what JSON has no way to write as an object of one text. */
function toWritable(_key: string, value: unknown): unknown {
  const isWritable = typeof value !== "bigint" &&
    !(typeof value === "number" && !Number.isFinite(value));
  return isWritable ? value : { [typeof value]: String(value) };
}
