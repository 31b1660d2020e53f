import { log } from "@dossier/core/math";
import { analyze, listContentTokens } from "@dossier/core/text";
import type { Sql } from "@dossier/retrieval/state";
import { simHash } from "../core/mod.ts";
import type { MemoryPlace } from "./memory_place.ts";

/** Maximum number of indexed words of an observation. */
const MAX_TERMS = 400;

/** Rows per statement; SQLite allows 32,766 parameters and PostgreSQL 65,535. */
const ROWS = 200;

/**
 * Maximum number of documents per word that are counted and read; a more frequent word
 * distinguishes little.
 */
const MAX_COUNT = 2000;

/**
 * Maximum number of observations that are counted for the rarity of words; a larger memory counts
 * as one of this size.
 */
const MAX_TOTAL = 10_000;

/** Maximum number of rows read for a query, those of the rarest words first. */
const MAX_ROWS = 3000;

/**
 * Maximum number of words of a query that are looked up, the rarest: more than the title of an
 * issue has.
 */
const MAX_QUERY_TERMS = 32;

/**
 * Returns the distinct indexed words of a text: in lower case, stemmed, identifiers with their
 * parts.
 */
export function listTerms(text: string): readonly string[] {
  return [...new Set(analyze(text).map(({ text }) => text))];
}

/**
 * Returns the quarters of a SimHash as terms: two that differ in at most three bits have at least
 * one in common.
 */
export function listBands(fingerprint: string): readonly string[] {
  return (fingerprint.match(/.{4}/g) ?? []).map((band, at) => `#${at}:${band}`);
}

/** Indexes an observation: by its SimHash, and by the words of a text if any. */
export async function addTerms(
  sql: Sql,
  { number }: MemoryPlace,
  id: number,
  { content, text }: { readonly content: string; readonly text: string | undefined },
): Promise<void> {
  const words = text === undefined ? [] : listTerms(text);
  const terms = [...listBands(simHash(content)), ...words.slice(0, MAX_TERMS)];
  for (let at = 0; at < terms.length; at += ROWS) {
    const page = terms.slice(at, at + ROWS);
    await sql.run(
      `INSERT INTO memory_terms (project, term, observation) VALUES ${
        page.map(() => "(?, ?, ?)").join(", ")
      } ON CONFLICT DO NOTHING`,
      ...page.flatMap((term) => [number, term, id]),
    );
  }
}

/** Removes the words of an observation from the index. */
export async function removeTerms(sql: Sql, id: number): Promise<void> {
  await sql.run("DELETE FROM memory_terms WHERE observation = ?", id);
}

/** An observation with words of a query. */
export interface TermMatch {
  /** Such as `o12`. */
  readonly id: string;
  /** The share of the query's words that it has, from 0 to 1, weighted by their rarity. */
  readonly relevance: number;
}

/**
 * Returns the active observations of a project with words of a query, best first, the newer of
 * equals first.
 */
export async function searchTerms(
  place: MemoryPlace,
  query: string,
  limit: number,
): Promise<readonly TermMatch[]> {
  const queryTerms = [...new Set(listContentTokens(query).map(({ text }) => text))];
  if (queryTerms.length === 0) return [];
  return await place.state.read(async (sql) => {
    const { total, counts } = await countTerms(sql, place, queryTerms);
    const known = queryTerms
      .map((term, at) => ({ term, count: counts[at]! }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => a.count - b.count)
      .slice(0, MAX_QUERY_TERMS)
      .map(({ term, count }) => ({ term, count, worth: measureRarity(count, total) }));
    // Unknown words suggest that the query is about something else, up to the length of a title.
    const unknown = Math.min(queryTerms.length, MAX_QUERY_TERMS) - known.length;
    const whole = known.reduce((sum, { worth }) => sum + worth, 0) +
      Math.max(unknown, 0) * measureRarity(0, total);
    // Common words only add to the scores of observations that rarer words have found; they find
    // none by themselves.
    let room = MAX_ROWS;
    const rare = known.filter(({ count }, at) =>
      (at === 0 || room >= count) && (room -= count, true)
    );
    const scores = new Map<number, number>();
    const add = (worth: number, ids: readonly number[]) => {
      for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + worth);
    };
    const found = await listNewest(sql, place, rare);
    rare.forEach(({ worth }, at) => add(worth, found[at]!));
    const common = known.slice(rare.length);
    const best = [...scores].toSorted(([, a], [, b]) => b - a).slice(0, MAX_RESCORED);
    const moved = await listWithin(sql, place, common, best.map(([id]) => id));
    common.forEach(({ worth }, at) => add(worth, moved[at]!));
    return [...scores]
      .toSorted(([aId, a], [bId, b]) => b - a || bId - aId)
      .slice(0, limit)
      .map(([id, score]) => ({ id: `o${id}`, relevance: whole === 0 ? 0 : score / whole }));
  });
}

/**
 * Returns the number of active observations, and of those with each term, counted up to a limit
 * each.
 */
async function countTerms(
  sql: Sql,
  { number }: MemoryPlace,
  terms: readonly string[],
): Promise<{ readonly total: number; readonly counts: readonly number[] }> {
  const total = `SELECT 0, count(*) FROM (SELECT 1 FROM memory_observations
    WHERE project = ?1 AND status = 'active' LIMIT ${MAX_TOTAL}) AS counted`;
  const counts = new Array<number>(terms.length + 1).fill(0);
  for (let first = 0; first < terms.length; first += ROWS) {
    const page = terms.slice(first, first + ROWS);
    const parts = page.map((_, at) =>
      `SELECT ${first + at + 1}, count(*) FROM (SELECT 1 FROM memory_terms
      WHERE project = ?1 AND term = ?${at + 2} LIMIT ${MAX_COUNT}) AS counted`
    );
    const rows = await sql.table([total, ...parts].join(" UNION ALL "), number, ...page);
    for (const [at, count] of rows as number[][]) counts[at!] = count!;
  }
  return { total: counts[0]!, counts: counts.slice(1) };
}

/** A word of a query, and the number of its observations, counted up to a limit. */
interface CountedTerm {
  readonly term: string;
  readonly count: number;
}

/** Returns the observations with each term, as many of the newest as were counted. */
async function listNewest(
  sql: Sql,
  { number, dialect }: MemoryPlace,
  terms: readonly CountedTerm[],
): Promise<readonly (readonly number[])[]> {
  const parts = terms.map((_, at) =>
    `SELECT ${at}, ${dialect.joinNumbers("observation")} FROM (SELECT observation FROM memory_terms
    WHERE project = ?1 AND term = ?${2 * at + 2} ORDER BY observation DESC LIMIT ?${
      2 * at + 3
    }) AS newest`
  );
  const values = terms.flatMap(({ term, count }) => [term, count]);
  return await listNumbers(sql, parts, [number, ...values]);
}

/** Best observations so far whose common words are looked up. */
const MAX_RESCORED = 256;

/** Returns the subset of some observations with each term. */
async function listWithin(
  sql: Sql,
  { number, dialect }: MemoryPlace,
  terms: readonly CountedTerm[],
  ids: readonly number[],
): Promise<readonly (readonly number[])[]> {
  // A constant number, so that there are few distinct statements.
  const padded = Array.from({ length: MAX_RESCORED }, (_, at) => ids[at] ?? 0);
  const marks = padded.map((_, at) => `?${at + 2}`).join(", ");
  const parts = terms.map((_, at) =>
    `SELECT ${at}, ${dialect.joinNumbers("observation")} FROM memory_terms
    WHERE project = ?1 AND term = ?${at + 2 + MAX_RESCORED} AND observation IN (${marks})`
  );
  return await listNumbers(sql, parts, [number, ...padded, ...terms.map(({ term }) => term)]);
}

/**
 * Returns the numbers of the parts of a statement, each of which returns its position and its
 * numbers as one text.
 */
async function listNumbers(
  sql: Sql,
  parts: readonly string[],
  values: readonly (string | number)[],
): Promise<readonly (readonly number[])[]> {
  const numbers: (readonly number[])[] = parts.map(() => []);
  if (parts.length === 0) return numbers;
  const rows = await sql.table(parts.join(" UNION ALL "), ...values);
  for (const [at, text] of rows) numbers[Number(at)] = JSON.parse(`[${text ?? ""}]`);
  return numbers;
}

/**
 * Returns the weight of a word that `count` of `total` observations have: the logarithm of its
 * rarity, as in BM25, never below 0.
 */
function measureRarity(count: number, total: number): number {
  return log(1 + (Math.max(total, count) - count + 0.5) / (count + 0.5));
}
