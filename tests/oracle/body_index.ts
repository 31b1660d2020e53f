import { analyze, type Bm25fParameters, chunkLines, LexicalScorer } from "@dossier/core";
import { openMemoryStore, openView, writeSegment } from "../synthetic_segment.ts";

/** Constants that every oracle uses, too. */
export const K1 = 1.2;
export const B = 0.75;

/** Number of compared results. */
export const TOP = 10;

/** BM25 of the body only. */
const BODY_ONLY: Bm25fParameters = {
  k1: K1,
  fields: {
    body: { weight: 1, b: B },
    symbols: { weight: 0, b: 0 },
    heading: { weight: 0, b: 0 },
    path: { weight: 0, b: 0 },
  },
};

/** Texts, one line each, and queries of their words. */
export interface OracleCorpus {
  /** Texts of one chunk each. */
  readonly texts: readonly string[];
  /** Queries of distinct index terms. */
  readonly queries: readonly (readonly string[])[];
}

/** Number of a chunk, with its score. */
export interface Hit {
  readonly chunk: number;
  readonly score: number;
}

/** Names of index terms that no tokenizer splits or changes. */
export interface TermNames {
  /** Returns the name of a term: a letter and a number. */
  readonly nameOf: (term: string) => string;
  /** Returns the names of all terms of a text, separated by spaces. */
  readonly rewrite: (text: string) => string;
}

/** Returns a naming of terms, in which each new term gets the next number. */
export function createTermNames(): TermNames {
  const numbers = new Map<string, number>();
  const nameOf = (term: string) => {
    const number = numbers.get(term) ?? numbers.size;
    numbers.set(term, number);
    return `t${number}`;
  };
  return {
    nameOf,
    rewrite: (text) => analyze(text).map(({ text: term }) => nameOf(term)).join(" "),
  };
}

/** Returns a function that ranks all chunks for the terms of a query with our engine, best first. */
export function openBodyIndex(texts: readonly string[]): Disposable & {
  readonly rank: (terms: readonly string[]) => Hit[];
} {
  const store = openMemoryStore();
  // Two segments, to test sums over segments, too; their paths have no terms.
  const half = Math.ceil(texts.length / 2);
  writeSegment(store, [{ path: "-", lines: texts.slice(0, half) }]);
  writeSegment(store, [{ path: "--", lines: texts.slice(half) }]);
  const scorer = new LexicalScorer(openView(store), { parameters: BODY_ONLY });
  return {
    rank: (terms) => {
      const query = terms.map((term, position) => ({
        term,
        count: 1,
        position,
        isPart: false,
        partTerms: [],
      }));
      const hits: Hit[] = [];
      scorer.score(query).chunks.forEach((score, chunk) => {
        if (score > 0) hits.push({ chunk, score });
      });
      return hits.sort((a, b) => b.score - a.score || a.chunk - b.chunk);
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

/** Returns the share of the first ten of `expected` in the first ten of `actual`. */
export function overlap(actual: readonly Hit[], expected: readonly Hit[]): number {
  const wanted = expected.slice(0, TOP).map(({ chunk }) => chunk);
  if (wanted.length === 0) return actual.length === 0 ? 1 : 0;
  const found = new Set(actual.slice(0, TOP).map(({ chunk }) => chunk));
  return wanted.filter((chunk) => found.has(chunk)).length / wanted.length;
}

/** Returns a function that returns the same numbers from 0 to 1 in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = 8000;
const CHUNKS = 2500;
const QUERIES = 60;

/**
 * Returns chunks of words with the distribution of a language (Zipf's law).
 *
 * @param maxShare Maximum share of chunks with a term of a query.
 */
export function makeZipfCorpus(maxShare = 1): OracleCorpus {
  const random = createRandom(20_260_102);
  const words = Array.from({ length: WORDS }, (_, i) => `w${spell(i)}`);
  // The density of the rank is close to 1 / rank: every doubling of it is equally likely.
  const draw = () => words[Math.floor(WORDS ** random()) - 1]!;
  const texts = Array.from({ length: CHUNKS }, () => {
    const length = 20 + Math.floor(200 * random() ** 2);
    return Array.from({ length }, draw).join(" ");
  });
  return { texts, queries: makeQueries(texts, { maxShare, random }) };
}

/**
 * Returns chunks of the program's own files.
 *
 * @param maxShare Maximum share of chunks with a term of a query.
 */
export function readOwnCorpus(maxShare = 1): OracleCorpus {
  const root = new URL("../../", import.meta.url);
  const texts: string[] = [];
  for (const folder of ["core", "retrieval", "features", "cli", "tests"]) {
    for (const path of listFiles(new URL(`${folder}/`, root))) {
      const text = Deno.readTextFileSync(path);
      const lines = text.split("\n");
      for (const { startLine, endLine } of chunkLines(text)) {
        texts.push(lines.slice(startLine - 1, endLine).join(" "));
      }
    }
  }
  return { texts, queries: makeQueries(texts, { maxShare, random: createRandom(7) }) };
}

function* listFiles(folder: URL): Generator<URL> {
  const entries = [...Deno.readDirSync(folder)].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, isDirectory } of entries) {
    if (isDirectory) yield* listFiles(new URL(`${name}/`, folder));
    else if (name.endsWith(".ts")) yield new URL(name, folder);
  }
}

/** Returns queries of 1 to 12 terms that occur together in some chunk. */
function makeQueries(
  texts: readonly string[],
  { maxShare, random }: { readonly maxShare: number; readonly random: () => number },
): string[][] {
  const termsOf = texts.map((text) => analyze(text).map(({ text: term }) => term));
  const frequencies = new Map<string, number>();
  for (const term of termsOf.flatMap((terms) => [...new Set(terms)])) {
    frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  const isTelling = (term: string) => frequencies.get(term)! <= maxShare * texts.length;
  return Array.from({ length: QUERIES }, (_, i) => {
    const terms = termsOf[Math.floor(random() * texts.length)]!.filter(isTelling);
    const wanted = 1 + (i % 12);
    const chosen = new Set<string>();
    for (let tries = 0; chosen.size < wanted && tries < 100; tries++) {
      chosen.add(terms[Math.floor(random() * terms.length)] ?? "nothing");
    }
    return [...chosen];
  });
}

/** Returns a number spelled in consonants, which no stemmer shortens. */
function spell(value: number): string {
  return String(value).replaceAll(/\d/g, (digit) => "bcdfghjklm".charAt(Number(digit)));
}
