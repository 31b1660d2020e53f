import { anyOf, raw } from "../text/match_at.ts";

/** Location in a file that a text names. */
export interface NamedLocation {
  /** File as printed; absent when the text names it elsewhere. */
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based last line of a range. */
  readonly endLine?: number;
  /** 1-based. */
  readonly column?: number;
}

/** Number of a line: `10`. */
export const LINE_GROUP: string = raw`(?<line>\d{1,9})`;

/** Number of a column: `5`. */
export const COLUMN_GROUP: string = raw`(?<column>\d{1,9})`;

/** Optional column: `:5`. */
export const MAYBE_COLUMN_GROUP: string = `(?::${COLUMN_GROUP})?`;

/** Matches of the named groups of a pattern. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** Returns the groups of the first pattern that matches a line, or undefined. */
export function matchFirstPattern(forms: readonly RegExp[], line: string): Groups | undefined {
  for (const form of forms) {
    const groups = form.exec(line)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

/** Returns the location from groups with the names of its fields. */
export function toLocation({ path, line, endLine, column }: Groups): NamedLocation {
  return {
    ...(path !== undefined && { path: cleanPath(path) }),
    ...(line !== undefined && { line: Number(line) }),
    ...(endLine !== undefined && { endLine: Number(endLine) }),
    ...(column !== undefined && { column: Number(column) }),
  };
}

/** Labels of tools and logs before a path: `Error: `, `##[error]`, `** `, a time. */
const LABEL_REGEXP = /^(?:[\w%*-]{1,40}:\s+|##\[\w+\]|\*\*\s+|\d{4}-\d\d-\d\d[T\d:.,Z+-]*\s+)+/;

/**
 * Schemes whose addresses have a host, a bundler's name or nothing between their slashes:
 * `webpack`.
 */
const SCHEME = anyOf(
  "https?",
  "file",
  "webpack(?:-internal)?",
  "vscode(?:-insiders)?",
  "cursor",
  "rsc",
  "app",
  "capacitor",
);

/** Start of an address before its path: `webpack://app` of `webpack://app/./src/a.ts`. */
const ADDRESS_REGEXP = new RegExp(raw`^.*\b${SCHEME}://[^/]*(?=/)`, "i");

/** Prefix of bundlers before the path of a module: a layer such as `(rsc)`, and a slash. */
const LAYER_REGEXP = /^\/(?:\([\w-]+\)\/)?(?=\.{1,2}\/)/;

/** `package:app/a.dart` means lib/a.dart of the package; `res://` and `app:` mean the root. */
const PACKAGE_REGEXP = /^package:([^/]+)\/(?=.*\.dart$)/;
const ROOT_REGEXP = /^(?:res:\/\/|(?:package|app|qrc):)/;

/** Query that development servers append to an address. */
const QUERY_REGEXP = /\?[^/]*$/;

const ENCODED_REGEXP = /%[\da-f]{2}/i;

/**
 * Decodes percent-encoded characters such as `%20` in an address; malformed text stays unchanged.
 */
export function decodeAddress(path: string): string {
  if (!ENCODED_REGEXP.test(path)) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Prefix of Windows for paths that may be long. */
const LONG_REGEXP = /^\\\\[?.]\\(?=[A-Za-z]:)/;

/**
 * Returns a path without the scheme, host, layer and query of an address, and without a label
 * before it.
 */
export function cleanPath(path: string): string {
  const written = path.replace(LABEL_REGEXP, "").replace(LONG_REGEXP, "").replace(QUERY_REGEXP, "");
  const local = written.replace(ADDRESS_REGEXP, "");
  return (local === written ? local : decodeAddress(local))
    .replace(LAYER_REGEXP, "").replace(PACKAGE_REGEXP, "$1/lib/").replace(ROOT_REGEXP, "");
}
