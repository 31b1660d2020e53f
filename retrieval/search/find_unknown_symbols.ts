import type { Visibility } from "@dossier/core/exclude";
import { type IndexReader, listNamesMissingInAll } from "../index/mod.ts";
import type { QueryText } from "./query_text.ts";

/** A name that is nowhere in the tree. */
export interface UnknownSymbol {
  readonly name: string;
  /** Names that the tree defines and that may be meant, the nearest first; at least one. */
  readonly near: readonly string[];
}

/**
 * Documents whose names are compared with a misspelt one: to read those of 3,000 and compare them takes
 * a process that has just started 9 to 18 ms.
 */
const MAX_NAMED_DOCUMENTS = 2500;

/** Symbols of lesser weight stand in logs and in programs of the reporter's own. */
const MIN_WEIGHT = 0.7;

/** Names shorter than this are near to too many others. */
const MIN_LENGTH = 4;

/** Words of a sentence shorter than this are: most that a tree has not are no slips. */
const MIN_WORD_LENGTH = 5;

/** Words of a sentence from this length on may have two slips, as names may. */
const LONG_WORD_LENGTH = 8;

/** Words of a sentence that is still a question. */
const MAX_WORDS = 8;

/** Names that one may stand for, of all trees. */
const MAX_NEAR = 5;

/** Names longer than an index term may be are data. */
const MAX_LENGTH = 64;

/** Names that are looked for at most. */
const MAX_NAMES = 6;

/** A tree whose names are compared. */
export interface NamingTree {
  readonly index: IndexReader;
  /** Says of which documents it may be told what they define. */
  readonly visibility: Visibility;
}

/** One word, which may be a symbol whatever its letters are. */
const WORD_REGEXP = /^[\w$]+$/;

/** A name that may be misspelt. */
interface SuspectName {
  readonly name: string;
  /** How many slips it may have; as many as `nearestNames` forgives without it. */
  readonly maxEdits?: number;
}

/**
 * Returns what a query names like a symbol and the trees have nowhere, where one defines something that
 * goes by a similar name. A query of one word is taken for a symbol, and so is each word of a short
 * sentence without marks.
 */
export async function findUnknownSymbols(
  trees: readonly NamingTree[],
  query: QueryText,
): Promise<readonly UnknownSymbol[]> {
  const suspects = await listSuspects(query);
  const indexes = trees.map(({ index }) => index);
  const missing = new Set(await listNamesMissingInAll(indexes, suspects.map(({ name }) => name)));
  if (missing.size === 0) return [];
  const { findNearNames } = await import("./find_near_names.ts");
  const named = await Promise.all(trees.map(async ({ index, visibility }) => ({
    visibility,
    definitions: await index.listDefinitions(MAX_NAMED_DOCUMENTS),
  })));
  return suspects.filter(({ name }) => missing.has(name)).slice(0, MAX_NAMES)
    .map(({ name, ...edits }) => {
      const near = named.flatMap(({ definitions, visibility }) =>
        findNearNames(name, definitions, { visibility, ...edits })
      );
      return { name, near: [...new Set(near)].slice(0, MAX_NEAR) };
    })
    .filter(({ near }) => near.length > 0);
}

async function listSuspects(query: QueryText): Promise<readonly SuspectName[]> {
  const word = query.text.trim();
  if (!WORD_REGEXP.test(word) && query.isPlain) return listWords(query);
  const names = WORD_REGEXP.test(word) ? [word] : await listSymbolNames(query);
  return [...new Set(names)]
    .filter(({ length }) => length >= MIN_LENGTH && length <= MAX_LENGTH)
    .slice(0, MAX_NAMES)
    .map((name) => ({ name }));
}

/** Returns the words of a short sentence that are long enough to be told from others. */
function listWords({ text, terms, tokens }: QueryText): SuspectName[] {
  const words = new Set(
    terms.filter(({ isPart, partTerms }) => !isPart && partTerms.length === 0).map(({ term }) =>
      term
    ),
  );
  if (words.size > MAX_WORDS) return [];
  const names = tokens.filter((token) => !token.isPart && words.delete(token.text))
    .map(({ start, end }) => text.slice(start, end));
  return names.filter(({ length }) => length >= MIN_WORD_LENGTH && length <= MAX_LENGTH)
    .map((name) => ({ name, maxEdits: name.length < LONG_WORD_LENGTH ? 1 : 2 }));
}

async function listSymbolNames(query: QueryText): Promise<string[]> {
  const { parsed, core } = await query.parse();
  return core.querySymbols(parsed).filter(({ weight }) => weight >= MIN_WEIGHT)
    .flatMap(({ qualifiers, name }) => [...qualifiers, name]);
}
