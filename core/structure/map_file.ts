import { pow } from "../math/mod.ts";
import type { DocumentKind } from "../chunk/mod.ts";
import type { SymbolKind } from "../outline/mod.ts";
import type { PartLocation } from "../part/mod.ts";
import { pathKinds } from "../rank/mod.ts";
import { normaliseName, splitIdentifier, stemOf } from "../text/mod.ts";

/** Definition that a map may show. */
export interface MapDefinition {
  readonly name: string;
  /** Name with its container, dotted. */
  readonly symbol: string;
  readonly kind: SymbolKind;
  /**
   * First line including its comment, 1-based; for several small values in a row, the first line of
   * the first one.
   */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** Importance of a definition in its file, computed from its kind, size and name. */
  readonly importance: number;
}

/** File with its definitions; a document with its headings. */
export interface MapFile {
  /** Number of its document in the index. */
  readonly id: number;
  readonly path: string;
  readonly language: string;
  /**
   * Weight relative to other code: 1, and less for tests and for code that is not of this project.
   */
  readonly weight: number;
  /** Number of lines up to the end of its last part. */
  readonly lines: number;
  /** Each name once, most important first. */
  readonly definitions: readonly MapDefinition[];
}

/**
 * Weight of documents, tests, examples, and generated or copied code; and weight of code for an
 * earlier time. As these are powers of two, their sum is the same in any order: the order of
 * documents in an index depends on its history.
 */
const SECONDARY_WEIGHT = 1 / 32;
const LEGACY_WEIGHT = 1 / 2;

/** Kinds of paths that do not lower the weight of a file, or only a little. */
const MILD_KINDS: ReadonlySet<string> = new Set(["contract", "legacy"]);

/**
 * Paths of tests and test doubles that `pathKinds` does not recognize, and of copied foreign code:
 * in a folder with a telling name, or below the name of a host, as in `github.com/who/what`.
 */
const SECONDARY_REGEXP = new RegExp(
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

/**
 * Module within a file of Rust: it only structures the file. In other languages such a module is
 * like a class.
 */
const INNER_MODULE_REGEXP = /^[a-z]/;

const TEST_WORD_REGEXP = /^tests?$/i;

// Factors of the importance of a definition relative to a function of the same size, and the
// influence of size. They were set with the maps of six trees, for questions with known answers.
// Each may be halved or doubled without changing more than 2 % of the answers that the maps name.
const TYPE_FACTOR = 1.5;
const MEMBER_FACTOR = 0.5;
const VALUE_FACTOR = 0.3;
/** A name of one word, such as "open" or "New", is common to many programs. */
const ONE_WORD_FACTOR = 0.6;
const PRIVATE_FACTOR = 0.5;
/** Definition with the name of its file. */
const NAMESAKE_FACTOR = 2;
const TEST_FACTOR = 0.2;
const SIZE_EXPONENT = 0.7;

/** Number of lines from which on the size no longer matters. */
const MAX_SIZE_LINES = 400;

/** Returns the entry of a file in a map, from the parts of the file in an index. */
export function toMapFile(
  { kind, ...file }: Pick<MapFile, "id" | "path" | "language"> & { readonly kind: DocumentKind },
  parts: readonly PartLocation[],
): MapFile {
  const stem = stemOfFile(file.path);
  const definitions = listDefined(parts)
    .map(({ size, ...definition }) => {
      const factor = normaliseName(definition.name) === stem ? NAMESAKE_FACTOR : 1;
      return { ...definition, importance: computeImportance(definition, size) * factor };
    })
    .sort((a, b) => b.importance - a.importance || a.startLine - b.startLine);
  const weight = kind === "document" ? SECONDARY_WEIGHT : computeWeight(file.path);
  return { ...file, weight, lines: parts.at(-1)?.endLine ?? 0, definitions };
}

/**
 * Returns the normalised name of a file, which equals that of a definition with the name of the
 * file.
 */
export function stemOfFile(path: string): string {
  return normaliseName(stemOf(path.slice(path.lastIndexOf("/") + 1)));
}

function computeWeight(path: string): number {
  const kinds = pathKinds(path);
  if (SECONDARY_REGEXP.test(path) || !kinds.every((kind) => MILD_KINDS.has(kind))) {
    return SECONDARY_WEIGHT;
  }
  return kinds.includes("legacy") ? LEGACY_WEIGHT : 1;
}

type Defined = Omit<MapDefinition, "importance"> & {
  /** Number of lines, including those of members outside of it. */
  size: number;
  endLine: number;
};

/** Returns the definitions of a file; of several with one name, only the longest. */
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
    // Short sections share one part.
    for (const name of isHeading ? names.slice(0, 1) : names) {
      const symbol = isHeading || container === "" ? name : `${container}.${name}`;
      last = { name, symbol, kind, startLine, endLine: end, size: end - startLine + 1 };
      if ((byName.get(name)?.size ?? 0) < last.size) byName.set(name, last);
    }
  }
  return [...byName.values()];
}

function computeImportance(
  { name, symbol, kind }: Omit<MapDefinition, "importance">,
  size: number,
) {
  const isType = TYPE_KINDS.has(kind);
  const isValue = VALUE_KINDS.has(kind) || kind === "module" && INNER_MODULE_REGEXP.test(name);
  const words = splitIdentifier(name);
  const isMember = kind === "method" || symbol !== name;
  const isTest = [...words, ...symbol.split(".")].some((word) => TEST_WORD_REGEXP.test(word));
  return pow(Math.min(size, MAX_SIZE_LINES), SIZE_EXPONENT) *
    (isType ? TYPE_FACTOR : isMember ? MEMBER_FACTOR : 1) *
    (isValue ? VALUE_FACTOR : 1) *
    (!isType && words.length < 2 ? ONE_WORD_FACTOR : 1) *
    (name.startsWith("_") ? PRIVATE_FACTOR : 1) *
    (isTest ? TEST_FACTOR : 1);
}
