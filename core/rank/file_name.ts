import { scanNames } from "../text/scan_names.ts";
import { tokenizeName } from "../text/tokenize_name.ts";

/** Names that say nothing of a file, which is then called after its folder. */
const INDEX_NAME_REGEXP = /^(?:__init__|index|init|lib|main|mod|package)$/;

/** The ending of a file's name, and what some languages put in front of it. */
const ENDING_REGEXP = /(?:\.(?:d|test|spec|min|module))?\.[^./]+$/;

/**
 * Returns the name by which people know a file: its own without its ending, or that of its folder
 * where its own is one that many files have, as `mod.rs` and `index.js`.
 *
 * @param path Path with `/`.
 */
export function fileName(path: string): string {
  const segments = path.split("/");
  const own = segments.at(-1)!;
  const name = own.startsWith(".") ? own : own.replace(ENDING_REGEXP, "");
  return INDEX_NAME_REGEXP.test(name) ? segments.at(-2) ?? name : name;
}

/** A name taken apart into index terms. */
export interface NameTerms {
  /** The whole, when it has several pieces. */
  readonly whole: string | undefined;
  /** Its distinct pieces, or the one term that it is. */
  readonly pieces: readonly string[];
}

/** Mark in front of the whole of a name. */
const WHOLE_MARK = "=";

/** Returns the terms of a name of any kind: an identifier, the name of a file, a path. */
export function nameTerms(name: string): NameTerms {
  const wholes: string[] = [];
  const pieces = new Set<string>();
  scanNames(name, (start, end) => {
    const tokens = tokenizeName(name.slice(start, end));
    const [first] = tokens;
    if (first === undefined) return;
    if (tokens.length > 1) wholes.push(first.text);
    for (const { text } of tokens.length > 1 ? tokens.slice(1) : tokens) pieces.add(text);
  });
  return { whole: wholes.length === 1 ? wholes[0] : undefined, pieces: [...pieces] };
}

/** Terms of names of folders met so far: there are few, and all of the pool are asked for each query. */
const FOLDER_TERMS = new Map<string, NameTerms>();

/** Folders whose terms are kept. */
const MAX_FOLDERS = 10_000;

/**
 * Returns the terms of the name of the folder that a file is in; none for a file in the root.
 *
 * @param path Path with `/`.
 */
export function folderTerms(path: string): NameTerms {
  if (FOLDER_TERMS.size >= MAX_FOLDERS) FOLDER_TERMS.clear();
  const end = path.lastIndexOf("/");
  const folder = end < 0 ? "" : path.slice(path.lastIndexOf("/", end - 1) + 1, end);
  return FOLDER_TERMS.getOrInsertComputed(folder, nameTerms);
}

/**
 * Returns the terms of the name by which a file is known, as a line of text: names are taken apart when
 * a document is indexed, as that takes longer than comparing them.
 *
 * @param path Path with `/`.
 */
export function encodeFileName(path: string): string {
  const { whole, pieces } = nameTerms(fileName(path));
  return (whole === undefined ? pieces : [WHOLE_MARK + whole, ...pieces]).join(" ");
}

/** Returns the terms that {@link encodeFileName} wrote. */
export function decodeFileName(text: string): NameTerms {
  const [first = "", ...pieces] = text.split(" ");
  if (first.startsWith(WHOLE_MARK)) return { whole: first.slice(WHOLE_MARK.length), pieces };
  return { whole: undefined, pieces: first === "" ? pieces : [first, ...pieces] };
}
