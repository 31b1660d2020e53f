import type { DocumentDefinitions } from "../store/document_names.ts";
import type { QueryText } from "./query_text.ts";

/** A name that is nowhere in the tree. */
export interface UnknownSymbol {
  /** The name as the query has it. */
  readonly name: string;
  /** Names that the tree defines and that may be meant, the nearest first; at least one. */
  readonly near: readonly string[];
}

/** What {@link findUnknownSymbols} asks of an index. */
export interface KnownNames {
  /** Returns those of some names that are nowhere. */
  readonly listMissing: (names: readonly string[]) => readonly string[];
  /** Returns the names that documents define. */
  readonly listDefinitions: () => readonly DocumentDefinitions[];
  /** Returns whether what the document at a path defines may be told. */
  readonly isServed: (path: string) => boolean;
}

/** Symbols of lesser weight stand in logs and in programs of the reporter's own. */
const MIN_WEIGHT = 0.7;

/** Names shorter than this are near to too many others. */
const MIN_LENGTH = 4;

/** Names longer than an index term may be are data. */
const MAX_LENGTH = 64;

/** Names that are looked for at most. */
const MAX_NAMES = 6;

/** One word, which may be a symbol whatever its letters are. */
const WORD_REGEXP = /^[\w$]+$/;

/**
 * Returns what a query names like a symbol and the tree has nowhere, where it defines something that
 * goes by a similar name. A query of one word is taken for a symbol.
 */
export async function findUnknownSymbols(
  query: QueryText,
  { listMissing, listDefinitions, isServed }: KnownNames,
): Promise<readonly UnknownSymbol[]> {
  const missing = listMissing(await listNames(query));
  if (missing.length === 0) return [];
  const { nearNames } = await import("./near_names.ts");
  const definitions = listDefinitions();
  return missing.map((name) => ({ name, near: nearNames(name, definitions, { isServed }) }))
    .filter(({ near }) => near.length > 0);
}

async function listNames(query: QueryText): Promise<string[]> {
  const word = query.text.trim();
  const names = WORD_REGEXP.test(word) ? [word] : query.isPlain ? [] : await listSymbolNames(query);
  return [...new Set(names)]
    .filter(({ length }) => length >= MIN_LENGTH && length <= MAX_LENGTH)
    .slice(0, MAX_NAMES);
}

async function listSymbolNames(query: QueryText): Promise<string[]> {
  const { parsed, core } = await query.parse();
  return core.querySymbols(parsed).filter(({ weight }) => weight >= MIN_WEIGHT)
    .flatMap(({ qualifiers, name }) => [...qualifiers, name]);
}
