import type { Sql } from "@dossier/retrieval/state";
import type { FeedbackCandidate, FeedbackRanked, Observation } from "../core/mod.ts";
import type { MemoryPlace } from "./memory_place.ts";
import { parseObservationId } from "./observation_row.ts";

/** An edge of the graph, as in logs. */
export interface EdgeKey {
  /** Id of a node. */
  readonly source: string;
  /** The relation of its nodes. */
  readonly relation: string;
  /** Id of a node. */
  readonly target: string;
}

/** A delivery of memory to a session at a moment, or in a dry run. */
export interface MemoryInjectionDraft {
  /** Id on all machines, so that a repeated report is logged once. */
  readonly delivery: string;
  /** The receiving session. */
  readonly session: string;
  /** Kind of the work, such as `bug_fix`. */
  readonly workType: string;
  /** The occasion, such as `context`, `start` or `prompt`. */
  readonly moment: string;
  /** The query of observations, with secrets masked. */
  readonly query: string;
  /** Budget for observations, in tokens. */
  readonly budgetTokens: number;
  /** Tokens of the whole delivery, including the part of the graph. */
  readonly actualTokens: number;
  /** Tokens of the part of the graph. */
  readonly graphTokens: number;
  /** Ids of observations in the order shown. */
  readonly observations: readonly string[];
  /** Ids of those that are summaries of sessions. */
  readonly summaries: readonly string[];
  /** Ids of nodes that were shown. */
  readonly graphNodes: readonly string[];
  /** Edges that were shown. */
  readonly graphEdges: readonly EdgeKey[];
}

/** Returns the log entry of observations for a session without the graph, with a new id. */
export function draftMemoryInjection(
  { observations, ...given }:
    & Pick<
      MemoryInjectionDraft,
      "session" | "workType" | "moment" | "query" | "budgetTokens" | "actualTokens"
    >
    & { readonly observations: readonly Pick<Observation, "id" | "kind">[] },
): MemoryInjectionDraft {
  return {
    ...given,
    delivery: crypto.randomUUID(),
    graphTokens: 0,
    observations: observations.map(({ id }) => id),
    summaries: observations.flatMap(({ id, kind }) => kind === "summary" ? id : []),
    graphNodes: [],
    graphEdges: [],
  };
}

/** An entry of the log. */
export interface LoggedInjection extends MemoryInjectionDraft {
  /** Time of logging, ISO 8601. */
  readonly timestamp: string;
}

const INSERT = `INSERT INTO memory_injections (delivery, project, session, work_type, moment, query,
  budget_tokens, actual_tokens, graph_tokens, observations, summaries, graph_nodes, graph_edges, time)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (delivery) DO NOTHING`;
const INSERT_GIVEN = `INSERT INTO memory_given (project, observation, session, delivery, time)
  VALUES (?, ?, ?, ?, ?)`;
const SELECT = `SELECT delivery, session, work_type AS "workType", moment, query,
  budget_tokens AS "budgetTokens", actual_tokens AS "actualTokens", graph_tokens AS "graphTokens",
  observations, summaries, graph_nodes AS "graphNodes", graph_edges AS "graphEdges", time
  FROM memory_injections WHERE project = ?`;

/** Logs a delivery to a session; returns false when it was logged before. */
export async function logInjection(
  place: MemoryPlace,
  draft: MemoryInjectionDraft,
): Promise<boolean> {
  const { state, number } = place;
  return await state.write((sql) => logInjectionIn(sql, { number, time: state.now() }, draft));
}

/**
 * Does what {@link logInjection} does, in the caller's transaction.
 *
 * @param place.number The number of the project in the store.
 * @param place.time Time of the delivery, in milliseconds since 1970.
 */
export async function logInjectionIn(
  sql: Sql,
  { number, time }: { readonly number: number; readonly time: number },
  draft: MemoryInjectionDraft,
): Promise<boolean> {
  const { changes } = await sql.run(
    INSERT,
    draft.delivery,
    number,
    draft.session,
    draft.workType,
    draft.moment,
    draft.query,
    draft.budgetTokens,
    draft.actualTokens,
    draft.graphTokens,
    JSON.stringify(draft.observations),
    JSON.stringify(draft.summaries),
    JSON.stringify(draft.graphNodes),
    JSON.stringify(draft.graphEdges),
    time,
  );
  if (changes === 0) return false;
  for (const id of new Set(draft.observations)) {
    const values = [parseObservationId(id) ?? 0, draft.session, draft.delivery, time];
    await sql.run(INSERT_GIVEN, number, ...values);
  }
  return true;
}

/** Withdraws an entry: the delivery was not sent after all. */
export async function withdrawMemory(
  { state, number }: MemoryPlace,
  delivery: string,
): Promise<void> {
  await state.write((sql) => withdrawMemoryIn(sql, { number, delivery }));
}

/** Does what {@link withdrawMemory} does, in the caller's transaction. */
export async function withdrawMemoryIn(
  sql: Sql,
  { number, delivery }: { readonly number: number; readonly delivery: string },
): Promise<void> {
  for (const table of ["memory_injections", "memory_given"]) {
    await sql.run(`DELETE FROM ${table} WHERE project = ? AND delivery = ?`, number, delivery);
  }
}

const SELECT_GIVEN = `SELECT DISTINCT observation FROM memory_given
  WHERE project = ? AND session = ? AND delivery NOT IN
    (SELECT delivery FROM memory_injections WHERE project = ? AND session = ? AND moment = ?)`;

/**
 * Returns the observations that a session received, at any moment.
 *
 * @param options.except Excludes those that it only received at this moment. @default none
 */
export async function listGivenObservations(
  { state, number }: MemoryPlace,
  session: string,
  { except = "" }: { readonly except?: string } = {},
): Promise<ReadonlySet<string>> {
  const rows = await state.read((sql) =>
    sql.table(SELECT_GIVEN, number, session, number, session, except)
  );
  return new Set(rows.map(([id]) => `o${id}`));
}

/** The deliveries of an observation, and the outcomes of their sessions. */
export interface Usage {
  /** Sessions that received it. */
  readonly sessions: number;
  /** Number of sessions whose result was accepted. */
  readonly accepted: number;
  /** Number of sessions whose result was rejected or sent back for rework. */
  readonly failed: number;
}

/** Returns the usage of observations, by id. */
export async function countUsage(
  { state, number }: MemoryPlace,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Usage>> {
  const numbers = ids.flatMap((id) => parseObservationId(id) ?? []);
  if (numbers.length === 0) return new Map();
  type Row = Usage & { readonly observation: number };
  const rows = await state.read((sql) =>
    sql.all<Row>(
      `SELECT observation, count(*) AS sessions,
        sum(CASE WHEN outcome = 'accepted' THEN 1 ELSE 0 END) AS accepted,
        sum(CASE WHEN outcome IN ('rejected', 'rework') THEN 1 ELSE 0 END) AS failed
      FROM (SELECT DISTINCT observation, session FROM memory_given WHERE project = ?
        AND observation IN (${numbers.map(() => "?").join(", ")})) AS given
      LEFT JOIN memory_outcomes ON memory_outcomes.project = ?
        AND memory_outcomes.session = given.session
      GROUP BY observation`,
      number,
      ...numbers,
      number,
    )
  );
  return new Map(
    rows.map((
      { observation, sessions, accepted, failed },
    ) => [`o${observation}`, { sessions, accepted, failed }]),
  );
}

/** Returns the log of a session, or of all, oldest first. */
export async function listMemoryInjections(
  place: MemoryPlace,
  { session, limit = 10_000 }: { readonly session?: string; readonly limit?: number } = {},
): Promise<readonly LoggedInjection[]> {
  return await place.state.read((sql) => listMemoryInjectionsIn(sql, place, { session, limit }));
}

/** Does what {@link listMemoryInjections} does, in the caller's transaction. */
export async function listMemoryInjectionsIn(
  sql: Sql,
  { state, number }: MemoryPlace,
  { session, limit = 10_000 }: { readonly session?: string | undefined; readonly limit?: number },
): Promise<readonly LoggedInjection[]> {
  type Texts = Record<"observations" | "summaries" | "graphNodes" | "graphEdges", string>;
  type Row = Omit<MemoryInjectionDraft, keyof Texts> & Texts & { readonly time: number };
  const rows = await sql.all<Row>(
    `${SELECT} ${session === undefined ? "" : "AND session = ? "}ORDER BY id DESC LIMIT ?`,
    number,
    ...(session === undefined ? [] : [session]),
    limit,
  );
  return rows.toReversed().map(({ time, ...row }) => ({
    ...row,
    observations: state.parse<readonly string[]>(row.observations),
    summaries: state.parse<readonly string[]>(row.summaries),
    graphNodes: state.parse<readonly string[]>(row.graphNodes),
    graphEdges: state.parse<readonly EdgeKey[]>(row.graphEdges),
    timestamp: state.instant(time),
  }));
}

const INSERT_RANK = `INSERT INTO memory_ranks (project, session, observation, relevance, weight,
  weighted, plain_rank, weighted_rank, time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Logs the ranks of candidates for a session, one row each. */
export async function logRanks(
  { state, number }: MemoryPlace,
  session: string,
  ranked: readonly FeedbackRanked<FeedbackCandidate>[],
): Promise<void> {
  if (ranked.length === 0) return;
  await state.write(async (sql) => {
    for (const { id, relevance, weight = 1, weighted, plainRank, weightedRank } of ranked) {
      const at = parseObservationId(id) ?? 0;
      const scores = [relevance, weight, weighted, plainRank, weightedRank];
      await sql.run(INSERT_RANK, number, session, at, ...scores, state.now());
    }
  });
}

/** The rank of an observation for a session. */
export interface RankRow {
  /** The receiving session. */
  readonly session: string;
  /** Such as `o12`. */
  readonly observation: string;
  /** 0-based rank by relevance alone, and with learned weights. */
  readonly plainRank: number;
  readonly weightedRank: number;
}

/** Returns the last ranks, oldest first. */
export async function listRanks(
  { state, number }: MemoryPlace,
  { limit = 10_000 }: { readonly limit?: number } = {},
): Promise<readonly RankRow[]> {
  type Row = Omit<RankRow, "observation"> & { readonly observation: number };
  const rows = await state.read((sql) =>
    sql.all<Row>(
      `SELECT session, observation, plain_rank AS "plainRank", weighted_rank AS "weightedRank"
      FROM memory_ranks WHERE project = ? ORDER BY id DESC LIMIT ?`,
      number,
      limit,
    )
  );
  return rows.toReversed().map((row) => ({ ...row, observation: `o${row.observation}` }));
}
