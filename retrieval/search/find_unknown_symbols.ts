import type { Visibility } from "@dossier/core/exclude";
import { type IndexReader, listNamesMissingInAll } from "../index/mod.ts";
import type { QueryText } from "./query_text.ts";

/** Name that is nowhere in the tree. */
export interface UnknownSymbol {
  readonly name: string;
  /** Similar names that the tree defines, the most similar first; at least one. */
  readonly near: readonly string[];
}

/**
 * Maximum number of documents whose names are compared with a misspelt one: reading and comparing
 * those of 3,000 takes a new process 9 to 18 ms.
 */
const MAX_NAMED_DOCUMENTS = 2500;

/** Minimum weight of a symbol: others are in logs and in code of the reporter. */
const MIN_WEIGHT = 0.7;

/** Minimum length of a name: shorter ones are similar to too many others. */
const MIN_LENGTH = 4;

/**
 * Minimum length of a word of a sentence: most shorter words that a tree lacks are not misspelt.
 */
const MIN_WORD_LENGTH = 5;

/** Minimum length of a word of a sentence with two typing errors, as names may have. */
const LONG_WORD_LENGTH = 8;

/** Maximum number of words of a sentence that counts as a question. */
const MAX_WORDS = 8;

/** Maximum number of suggestions for a name, for all trees together. */
const MAX_NEAR = 5;

/** Maximum length of a name: longer ones than an index term are data. */
const MAX_LENGTH = 64;

/** Maximum number of names that are looked up. */
const MAX_NAMES = 6;

/** Tree whose names are compared. */
export interface NamingTree {
  readonly index: IndexReader;
  /** Visibility of the documents whose definitions may be suggested. */
  readonly visibility: Visibility;
}

/** Single word, which may be a symbol in any spelling. */
const WORD_REGEXP = /^[\w$]+$/;

/** Possibly misspelt name. */
interface SuspectName {
  readonly name: string;
  /** Maximum number of typing errors. @default the limit of `nearestNames` */
  readonly maxEdits?: number;
}

/**
 * Returns the symbols of a query that the trees do not have, if a tree defines a similar name. A
 * query of one word counts as a symbol, and so does each word of a short sentence without
 * punctuation.
 */
export async function findUnknownSymbols(
  trees: readonly NamingTree[],
  query: QueryText,
): Promise<readonly UnknownSymbol[]> {
  const suspects = await listPossiblyMisspelt(query);
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

async function listPossiblyMisspelt(query: QueryText): Promise<readonly SuspectName[]> {
  const word = query.text.trim();
  if (!WORD_REGEXP.test(word) && query.isPlain) return listWords(query);
  const names = WORD_REGEXP.test(word) ? [word] : await listSymbolNames(query);
  return [...new Set(names)]
    .filter(({ length }) => length >= MIN_LENGTH && length <= MAX_LENGTH)
    .slice(0, MAX_NAMES)
    .map((name) => ({ name }));
}

/** Returns the words of a short sentence that are long enough to be distinctive. */
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
