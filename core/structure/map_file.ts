import { pow } from "../math/mod.ts";
import type { DocumentKind } from "../chunk/mod.ts";
import type { SymbolKind } from "../outline/mod.ts";
import type { PartLocation } from "../part/mod.ts";
import { pathKinds } from "../rank/mod.ts";
import { normaliseName, splitIdentifier, stemOf } from "../text/mod.ts";

/** A definition that a map may show. */
export interface MapDefinition {
  readonly name: string;
  /** Its name with what it is in, dotted. */
  readonly symbol: string;
  readonly kind: SymbolKind;
  /** First line with its comment, 1-based; of small values one below the other that of the first. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** How much it tells of its file, by its kind, its size and its name. */
  readonly worth: number;
}

/** A file with what it defines; a document with its headings. */
export interface MapFile {
  /** Number of its document in the index. */
  readonly id: number;
  readonly path: string;
  readonly language: string;
  /** What it counts beside other code: 1, and less for tests and for what is not of this project. */
  readonly weight: number;
  /** How many lines it has up to the end of its last part. */
  readonly lines: number;
  /** Each name once, what tells the most first. */
  readonly definitions: readonly MapDefinition[];
}

/**
 * What documents count, tests, examples and what is made by a program or copied; and what is for an earlier time. As
 * powers of two they add up to the same in any order: an index has documents in that of its history.
 */
const ASIDE = 1 / 32;
const LEGACY = 1 / 2;

/** Kinds of paths that tell nothing against a file, or little. */
const MILD_KINDS: ReadonlySet<string> = new Set(["contract", "legacy"]);

/**
 * Tests and what stands in for others in them, by words in a path that `pathKinds` does not look for, and copies of
 * what others have written: in a folder that says so, or below the name of a host, as `github.com/who/what`.
 */
const ASIDE_REGEXP = new RegExp(
  [
    "(?:^|/)tests?[_-][^/]*/",
    "(?:^|[/._-])(?:tests?|test(?:data|fixtures))_*(?:/|\\.[^./]+$)",
    "(?:^|[/._-])(?:mocks?|fakes?|stubs?)(?:[/._-]|$)",
    "(?:^|/)(?:deps|external|third[_-]?party|(?:[\\w.-]*[_.-])?vendor(?:ed)?)/",
    "(?:^|/)(?:[\\w-]+\\.)+(?:com|org|net|io|in|dev)/[^/]+/",
  ].join("|"),
  "i",
);

const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set(
  ["class", "interface", "type", "enum", "struct", "trait"],
);
const VALUE_KINDS: ReadonlySet<SymbolKind> = new Set(["constant", "variable", "field", "macro"]);

/** A module within a file of Rust: part of the file's own order. In other languages it is what a class is. */
const INNER_MODULE_REGEXP = /^[a-z]/;

const TEST_WORD_REGEXP = /^tests?$/i;

// What a definition is worth beside a function of the same size, and how size counts: set by the maps of six trees
// with questions whose answers are known, where each may be halved or doubled without changing more than 2 % of what
// the maps name of the answers.
const TYPE = 1.5;
const MEMBER = 0.5;
const VALUE = 0.3;
/** A name of one word says what any program does: "open", "New". */
const ONE_WORD = 0.6;
const PRIVATE = 0.5;
/** What a file is named for. */
const NAMESAKE = 2;
const TEST = 0.2;
const SIZE_EXPONENT = 0.7;

/** Lines from which on more of them say no more. */
const MAX_SIZE = 400;

/** Returns what a map knows of a file, from the parts that an index has of it. */
export function toMapFile(
  { kind, ...file }: Pick<MapFile, "id" | "path" | "language"> & { readonly kind: DocumentKind },
  parts: readonly PartLocation[],
): MapFile {
  const stem = stemOfFile(file.path);
  const definitions = listDefined(parts)
    .map(({ size, ...definition }) => {
      const factor = normaliseName(definition.name) === stem ? NAMESAKE : 1;
      return { ...definition, worth: weighDefinition(definition, size) * factor };
    })
    .sort((a, b) => b.worth - a.worth || a.startLine - b.startLine);
  const weight = kind === "document" ? ASIDE : weighFile(file.path);
  return { ...file, weight, lines: parts.at(-1)?.endLine ?? 0, definitions };
}

/** Returns the normalised name of a file: that of a definition which it is named for is the same. */
export function stemOfFile(path: string): string {
  return normaliseName(stemOf(path.slice(path.lastIndexOf("/") + 1)));
}

function weighFile(path: string): number {
  const kinds = pathKinds(path);
  if (ASIDE_REGEXP.test(path) || !kinds.every((kind) => MILD_KINDS.has(kind))) return ASIDE;
  return kinds.includes("legacy") ? LEGACY : 1;
}

type Defined = Omit<MapDefinition, "worth"> & {
  /** Its lines, with those of members that stand outside of it. */
  size: number;
  endLine: number;
};

/** Returns the definitions of a file, of several that go by one name the longest. */
function listDefined(parts: readonly PartLocation[]): Defined[] {
  const byName = new Map<string, Defined>();
  let last: Defined | undefined;
  for (const { startLine, endLine, names, container, isContinuation, ...part } of parts) {
    const isHeading = part.kind === "section";
    const kind = isHeading ? "heading" : part.symbolKind;
    if (isContinuation && last !== undefined) {
      last.endLine = Math.max(last.endLine, endLine);
      last.size += endLine - startLine + 1;
    }
    if (kind === undefined || isContinuation) continue;
    const end = part.membersEnd ?? endLine;
    const owner = isHeading
      ? undefined
      : byName.get(container.slice(container.lastIndexOf(".") + 1));
    if (owner !== undefined && startLine > owner.endLine) owner.size += end - startLine + 1;
    // Short sections stand together in one part.
    for (const name of isHeading ? names.slice(0, 1) : names) {
      const symbol = isHeading || container === "" ? name : `${container}.${name}`;
      last = { name, symbol, kind, startLine, endLine: end, size: end - startLine + 1 };
      if ((byName.get(name)?.size ?? 0) < last.size) byName.set(name, last);
    }
  }
  return [...byName.values()];
}

function weighDefinition({ name, symbol, kind }: Omit<MapDefinition, "worth">, size: number) {
  const isType = TYPE_KINDS.has(kind);
  const isValue = VALUE_KINDS.has(kind) || kind === "module" && INNER_MODULE_REGEXP.test(name);
  const words = splitIdentifier(name);
  const isMember = kind === "method" || symbol !== name;
  const isTest = [...words, ...symbol.split(".")].some((word) => TEST_WORD_REGEXP.test(word));
  return pow(Math.min(size, MAX_SIZE), SIZE_EXPONENT) *
    (isType ? TYPE : isMember ? MEMBER : 1) *
    (isValue ? VALUE : 1) *
    (!isType && words.length < 2 ? ONE_WORD : 1) *
    (name.startsWith("_") ? PRIVATE : 1) *
    (isTest ? TEST : 1);
}
