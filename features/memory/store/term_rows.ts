import { analyze, listTellingTokens } from "@dossier/core/text";
import type { Sql } from "@dossier/retrieval/state";
import { simHash } from "../core/mod.ts";
import type { MemoryPlace } from "./memory_place.ts";

/** Most words of an observation that it is found by. */
const MAX_TERMS = 400;

/** Rows of one statement; SQLite takes 32,766 parameters and PostgreSQL 65,535. */
const ROWS = 200;

/** Documents with a word that are counted, and read; one with more tells little apart. */
const MAX_COUNT = 2000;

/** Most rows that are read for a query, those of the rarest words first. */
const MAX_ROWS = 3000;

/** Most words of a query that are looked up, the rarest: more than the title of an issue has. */
const MAX_QUERY_TERMS = 32;

/** Returns the distinct words of a text as they are indexed: in lower case, stemmed, identifiers with their parts. */
export function termsOf(text: string): readonly string[] {
  return [...new Set(analyze(text).map(({ text }) => text))];
}

/** Returns the quarters of a SimHash as terms: of two that differ in at most three bits at least one is the same. */
export function listBands(fingerprint: string): readonly string[] {
  return (fingerprint.match(/.{4}/g) ?? []).map((band, at) => `#${at}:${band}`);
}

/** Indexes an observation: by its SimHash, and where `more` is given by its words and those of `more`. */
export async function addTerms(
  sql: Sql,
  { number }: MemoryPlace,
  id: number,
  { content, more }: { readonly content: string; readonly more: readonly string[] | undefined },
): Promise<void> {
  const words = more === undefined ? [] : termsOf([content, ...more].join("\n"));
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

/** Takes an observation out of the index. */
export async function removeTerms(sql: Sql, id: number): Promise<void> {
  await sql.run("DELETE FROM memory_terms WHERE observation = ?", id);
}

/** An observation that has words of a query. */
export interface TermMatch {
  /** Such as `o12`. */
  readonly id: string;
  /** The share of the query that it has, from 0 to 1: each word counts by how rare it is. */
  readonly relevance: number;
}

/** Returns the active observations of a project that have words of a query, best first, the newer of equals. */
export async function searchTerms(
  { state, number }: MemoryPlace,
  query: string,
  limit: number,
): Promise<readonly TermMatch[]> {
  const asked = [...new Set(listTellingTokens(query).map(({ text }) => text))];
  if (asked.length === 0) return [];
  return await state.read(async (sql) => {
    const total = await sql.value<number>(
      "SELECT count(*) FROM memory_observations WHERE project = ? AND status = 'active'",
      number,
    ) ?? 0;
    const counts = await countTerms(sql, number, asked);
    const known = asked
      .map((term) => ({ term, count: counts.get(term) ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => a.count - b.count)
      .slice(0, MAX_QUERY_TERMS);
    const worth = new Map(known.map(({ term, count }) => [term, rarity(count, total)]));
    // Words that no observation has say that the query is about something else, as far as a title goes.
    const unknown = Math.min(asked.length, MAX_QUERY_TERMS) - known.length;
    const whole = known.reduce((sum, { term }) => sum + worth.get(term)!, 0) +
      Math.max(unknown, 0) * rarity(0, total);
    const scores = new Map<number, number>();
    let room = MAX_ROWS;
    for (const { term, count } of known) {
      // Common words move those that rarer ones have found, and find nothing where there are any.
      if (room < Math.min(count, MAX_COUNT) && scores.size > 0) {
        await addCommon(sql, { number, term, worth: worth.get(term)!, scores });
        continue;
      }
      const rows = await sql.table(
        `SELECT observation FROM memory_terms WHERE project = ? AND term = ?
        ORDER BY observation DESC LIMIT ?`,
        number,
        term,
        Math.min(MAX_COUNT, Math.max(room, limit)),
      );
      room -= rows.length;
      for (const [id] of rows as number[][]) {
        scores.set(id!, (scores.get(id!) ?? 0) + worth.get(term)!);
      }
    }
    return [...scores]
      .toSorted(([aId, a], [bId, b]) => b - a || bId - aId)
      .slice(0, limit)
      .map(([id, score]) => ({ id: `o${id}`, relevance: whole === 0 ? 0 : score / whole }));
  });
}

/** Best observations so far whose common words are looked up. */
const MAX_COMMON = 256;

async function addCommon(
  sql: Sql,
  { number, term, worth, scores }: {
    readonly number: number;
    readonly term: string;
    readonly worth: number;
    readonly scores: Map<number, number>;
  },
): Promise<void> {
  const best = [...scores].toSorted(([, a], [, b]) => b - a).slice(0, MAX_COMMON);
  const rows = await sql.table(
    `SELECT observation FROM memory_terms WHERE project = ? AND term = ?
    AND observation IN (${best.map(() => "?").join(", ")})`,
    number,
    term,
    ...best.map(([id]) => id),
  );
  for (const [id] of rows as number[][]) scores.set(id!, scores.get(id!)! + worth);
}

/** Returns how many observations have each term, counted up to a limit. */
async function countTerms(
  sql: Sql,
  number: number,
  terms: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (let at = 0; at < terms.length; at += ROWS) {
    const page = terms.slice(at, at + ROWS);
    const rows = await sql.table(
      page.map((_, at) =>
        `SELECT ${at}, count(*) FROM (SELECT 1 FROM memory_terms WHERE project = ${number}
        AND term = ? LIMIT ${MAX_COUNT}) AS counted`
      ).join(" UNION ALL "),
      ...page,
    );
    for (const [at, count] of rows as number[][]) counts.set(page[at!]!, count!);
  }
  return counts;
}

/** Returns what a word tells that so many of all have: the logarithm of its rarity, as in BM25, never below 0. */
function rarity(count: number, total: number): number {
  return Math.log(1 + (Math.max(total, count) - count + 0.5) / (count + 0.5));
}
