import { anyOf, raw } from "../text/match_at.ts";

/** A place in a file that a text names. */
export interface NamedLocation {
  /** The file as printed; absent when the text has it elsewhere. */
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based last line of a range. */
  readonly endLine?: number;
  /** 1-based. */
  readonly column?: number;
}

/** The number of a line: `10`. */
export const LINE_GROUP: string = raw`(?<line>\d{1,9})`;

/** The number of a column: `5`. */
export const COLUMN_GROUP: string = raw`(?<column>\d{1,9})`;

/** A column that some leave out: `:5`. */
export const MAYBE_COLUMN_GROUP: string = `(?::${COLUMN_GROUP})?`;

/** What the named groups of a pattern matched. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** Returns the groups of the first pattern that a line matches, or undefined. */
export function matchFirstPattern(forms: readonly RegExp[], line: string): Groups | undefined {
  for (const form of forms) {
    const groups = form.exec(line)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

/** Returns the place that groups with the names of its fields matched. */
export function toLocation({ path, line, endLine, column }: Groups): NamedLocation {
  return {
    ...(path !== undefined && { path: cleanPath(path) }),
    ...(line !== undefined && { line: Number(line) }),
    ...(endLine !== undefined && { endLine: Number(endLine) }),
    ...(column !== undefined && { column: Number(column) }),
  };
}

/** What tools and logs print before a path: `Error: `, `##[error]`, `** `, a time. */
const LABEL_REGEXP = /^(?:[\w%*-]{1,40}:\s+|##\[\w+\]|\*\*\s+|\d{4}-\d\d-\d\d[T\d:.,Z+-]*\s+)+/;

/** Schemes whose addresses have a host, a bundler's name or nothing between their slashes: `webpack`. */
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

/** An address up to its path: `webpack://app` of `webpack://app/./src/a.ts`. */
const ADDRESS_REGEXP = new RegExp(raw`^.*\b${SCHEME}://[^/]*(?=/)`, "i");

/** What bundlers put before the path of a module: a layer such as `(rsc)`, and a slash. */
const LAYER_REGEXP = /^\/(?:\([\w-]+\)\/)?(?=\.{1,2}\/)/;

/** `package:app/a.dart` is lib/a.dart of the package; `res://` and `app:` are the root. */
const PACKAGE_REGEXP = /^package:([^/]+)\/(?=.*\.dart$)/;
const ROOT_REGEXP = /^(?:res:\/\/|(?:package|app|qrc):)/;

/** What servers for developers append to an address. */
const QUERY_REGEXP = /\?[^/]*$/;

const ENCODED_REGEXP = /%[\da-f]{2}/i;

/** Decodes `%20` and its like in an address; malformed text stays as it is. */
export function decodeAddress(path: string): string {
  if (!ENCODED_REGEXP.test(path)) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** How Windows marks a path that may be long. */
const LONG_REGEXP = /^\\\\[?.]\\(?=[A-Za-z]:)/;

/** Returns a path without the scheme, host, layer and query of an address, and without a label before it. */
export function cleanPath(path: string): string {
  const written = path.replace(LABEL_REGEXP, "").replace(LONG_REGEXP, "").replace(QUERY_REGEXP, "");
  const local = written.replace(ADDRESS_REGEXP, "");
  return (local === written ? local : decodeAddress(local))
    .replace(LAYER_REGEXP, "").replace(PACKAGE_REGEXP, "$1/lib/").replace(ROOT_REGEXP, "");
}
