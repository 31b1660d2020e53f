import { scanNames } from "../text/scan_names.ts";
import { tokenizeName } from "../text/tokenize_name.ts";

/** Generic names of files, which are described by the name of their folder instead. */
const INDEX_NAME_REGEXP = /^(?:__init__|index|init|lib|main|mod|package)$/;

/** Extension of a file's name, and the prefix of it in some languages. */
const ENDING_REGEXP = /(?:\.(?:d|test|spec|min|module))?\.[^./]+$/;

/**
 * Returns a descriptive name of a file: its own name without the extension, or the name of its
 * folder when its own name is generic, such as `mod.rs` and `index.js`.
 *
 * @param path Path with `/`.
 */
export function descriptiveFileName(path: string): string {
  const segments = path.split("/");
  const own = segments.at(-1)!;
  const name = own.startsWith(".") ? own : own.replace(ENDING_REGEXP, "");
  return INDEX_NAME_REGEXP.test(name) ? segments.at(-2) ?? name : name;
}

/** Index terms of a name. */
export interface NameTerms {
  /** Term of the whole name, when it has several pieces. */
  readonly whole: string | undefined;
  /** Its distinct pieces, or its only term. */
  readonly pieces: readonly string[];
}

/** Prefix of the whole of a name. */
const WHOLE_PREFIX = "=";

/** Returns the terms of a name of any kind: an identifier, a file name or a path. */
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

/**
 * Cache of the terms of folder names: there are few folders, and each query needs those of all
 * files of the pool.
 */
const FOLDER_TERMS = new Map<string, NameTerms>();

/** Maximum number of folders in the cache. */
const MAX_FOLDERS = 10_000;

/**
 * Returns the terms of the name of the folder of a file; none for a file in the root.
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
 * Returns the terms of the descriptive name of a file as a line of text. Names are split when a
 * document is indexed, as splitting takes longer than comparing.
 *
 * @param path Path with `/`.
 */
export function encodeFileName(path: string): string {
  const { whole, pieces } = nameTerms(descriptiveFileName(path));
  return (whole === undefined ? pieces : [WHOLE_PREFIX + whole, ...pieces]).join(" ");
}

/** Returns the terms from a line that {@link encodeFileName} returned. */
export function decodeFileName(text: string): NameTerms {
  const [first = "", ...pieces] = text.split(" ");
  if (first.startsWith(WHOLE_PREFIX)) return { whole: first.slice(WHOLE_PREFIX.length), pieces };
  return { whole: undefined, pieces: first === "" ? pieces : [first, ...pieces] };
}
