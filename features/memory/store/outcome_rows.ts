import type { JsonValue } from "@dossier/core/text";
import type { Sql } from "@dossier/retrieval/state";
import { isMisleading, learnGraphWeight, learnWeight, type Outcome } from "../core/mod.ts";
import { listMemoryInjectionsIn } from "./injection_rows.ts";
import { audit, type MemoryPlace } from "./memory_place.ts";
import { parseObservationId } from "./observation_row.ts";

/** A change of the weight of an observation, a node or an edge. */
export interface WeightStepRow {
  /** `o12` for an observation, `n:ID` for a node, `e:SOURCE|RELATION|TARGET` for an edge. */
  readonly subject: string;
  /** The session of the outcome. */
  readonly session: string;
  /** The outcome that counts: the first one of a session. */
  readonly outcome: Outcome;
  /** The weight before. */
  readonly previous: number;
  /** The weight after. */
  readonly weight: number;
  /** The share of the distance to the signal. */
  readonly rate: number;
  /** The reason in one sentence. */
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** The changes of an outcome. */
export interface AppliedOutcome {
  /** The outcome that counts: the first one of a session. */
  readonly outcome: Outcome;
  /**
   * True when the session had an outcome before: nothing was changed, and `outcome` is the earlier
   * one.
   */
  readonly isRepeated: boolean;
  /** Number of observations that the session received. */
  readonly given: number;
  /** Each changed weight. */
  readonly steps: readonly WeightStepRow[];
  /** Observations that are misleading after it. */
  readonly misleading: readonly string[];
}

const INSERT_OUTCOME = `INSERT INTO memory_outcomes (project, session, outcome, diagnostic, time)
  VALUES (?, ?, ?, ?, ?) ON CONFLICT (project, session) DO NOTHING`;
const FIND_OUTCOME = "SELECT outcome FROM memory_outcomes WHERE project = ? AND session = ?";
const INSERT_STEP = `INSERT INTO memory_weight_steps (project, subject, session, outcome, previous,
  weight, rate, reason, time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const LIST_OUTCOMES =
  "SELECT outcome FROM memory_weight_steps WHERE project = ? AND subject = ? ORDER BY time, session";

/**
 * Changes the weights of everything that a session received, once per session, and stores the
 * outcome. The first outcome of a session counts.
 *
 * @param diagnostic The result of `diagnose()`.
 */
export async function applyOutcome(
  place: MemoryPlace,
  { session, outcome, diagnostic }: {
    /** The session of the outcome. */
    readonly session: string;
    /** The outcome that counts: the first one of a session. */
    readonly outcome: Outcome;
    readonly diagnostic: JsonValue;
  },
): Promise<AppliedOutcome> {
  const { state, number } = place;
  return await state.write(async (sql) => {
    const given = await listMemoryInjectionsIn(sql, place, { session });
    const ids = [...new Set(given.flatMap(({ observations }) => observations))];
    const text = JSON.stringify(diagnostic);
    const { changes } = await sql.run(INSERT_OUTCOME, number, session, outcome, text, state.now());
    if (changes === 0) {
      const earlier = (await sql.value<Outcome>(FIND_OUTCOME, number, session))!;
      return { outcome: earlier, isRepeated: true, given: ids.length, steps: [], misleading: [] };
    }
    const steps: WeightStepRow[] = [];
    const misleading: string[] = [];
    // In sorted order, so that two outcomes at once never deadlock.
    for (const id of ids.toSorted()) {
      const step = await moveObservation(sql, place, { id, session, outcome });
      if (step === undefined) continue;
      steps.push(step);
      if (isMisleading(await listOutcomes(sql, number, id))) misleading.push(id);
    }
    const nodes = new Set(given.flatMap(({ graphNodes }) => graphNodes));
    const edges = new Map(
      given.flatMap(({ graphEdges }) =>
        graphEdges.map((edge) => [[edge.source, edge.relation, edge.target].join("|"), edge])
      ),
    );
    for (const node of [...nodes].toSorted()) {
      const where = "memory_nodes WHERE project = ? AND id = ?";
      const change = { session, outcome, subject: `n:${node}`, where, keys: [node] };
      steps.push(...await moveGraph(sql, place, { ...change, column: "importance" }));
    }
    for (const [key, { source, relation, target }] of [...edges].toSorted()) {
      const where = "memory_edges WHERE project = ? AND source = ? AND relation = ? AND target = ?";
      const keys = [source, relation, target];
      const change = { session, outcome, subject: `e:${key}`, where, keys };
      steps.push(...await moveGraph(sql, place, { ...change, column: "feedback" }));
    }
    await audit(sql, place, { action: "outcome", session, outcome, steps: steps.length });
    return { outcome, isRepeated: false, given: ids.length, steps, misleading };
  });
}

async function moveObservation(
  sql: Sql,
  place: MemoryPlace,
  { id, session, outcome }: {
    readonly id: string;
    /** The session of the outcome. */
    readonly session: string;
    /** The outcome that counts: the first one of a session. */
    readonly outcome: Outcome;
  },
): Promise<WeightStepRow | undefined> {
  const { number, dialect } = place;
  const at = parseObservationId(id) ?? 0;
  const previous = await sql.value<number>(
    `SELECT weight FROM memory_observations WHERE project = ? AND id = ?${dialect.lockRow}`,
    number,
    at,
  );
  if (previous === undefined) return undefined;
  const isFlagged = isMisleading(await listOutcomes(sql, number, id));
  const { weight, rate } = learnWeight(previous, outcome, { isMisleading: isFlagged });
  const reason = outcome === "accepted"
    ? "the session was accepted"
    : `the session ended as ${outcome}${isFlagged ? ", as the ones before" : ""}`;
  const step = { subject: id, session, outcome, previous, weight, rate, reason };
  const kept = await storeStep(sql, place, step);
  if (kept === undefined) return undefined;
  await sql.run("UPDATE memory_observations SET weight = ? WHERE id = ?", weight, at);
  return kept;
}

/** Learning rate of the graph; see `learnGraphWeight()`. */
const GRAPH_RATE = 0.1;

async function moveGraph(
  sql: Sql,
  place: MemoryPlace,
  { where, keys, column, subject, session, outcome }: {
    readonly where: string;
    readonly keys: readonly string[];
    readonly column: "importance" | "feedback";
    readonly subject: string;
    /** The session of the outcome. */
    readonly session: string;
    /** The outcome that counts: the first one of a session. */
    readonly outcome: Outcome;
  },
): Promise<readonly WeightStepRow[]> {
  const { number } = place;
  const previous = await sql.value<number>(
    `SELECT ${column} FROM ${where}${place.dialect.lockRow}`,
    number,
    ...keys,
  );
  if (previous === undefined) return [];
  const weight = learnGraphWeight(previous, outcome);
  const reason = `the session ended as ${outcome}`;
  const moved = { subject, session, outcome, previous, weight, rate: GRAPH_RATE, reason };
  const step = await storeStep(sql, place, moved);
  if (step === undefined) return [];
  const [table, condition] = where.split(" WHERE ");
  await sql.run(`UPDATE ${table} SET ${column} = ? WHERE ${condition}`, weight, number, ...keys);
  return [step];
}

/** Stores a step, unless its subject and session have one. */
async function storeStep(
  sql: Sql,
  { number, state }: MemoryPlace,
  step: Omit<WeightStepRow, "time">,
): Promise<WeightStepRow | undefined> {
  const { subject, session, outcome, previous, weight, rate, reason } = step;
  const time = state.now();
  const values = [subject, session, outcome, previous, weight, rate, reason, time];
  const { changes } = await sql.run(INSERT_STEP, number, ...values);
  return changes === 0 ? undefined : { ...step, time };
}

async function listOutcomes(
  sql: Sql,
  number: number,
  subject: string,
): Promise<readonly Outcome[]> {
  const rows = await sql.all<{ outcome: Outcome }>(LIST_OUTCOMES, number, subject);
  return rows.map(({ outcome }) => outcome);
}

const SELECT_STEPS = `SELECT subject, session, outcome, previous, weight, rate, reason, time
  FROM memory_weight_steps WHERE project = ?`;

/** Returns the steps of a subject, or of all, oldest first. */
export async function listWeightSteps(
  { state, number }: MemoryPlace,
  { subject, limit = 10_000 }: { readonly subject?: string; readonly limit?: number } = {},
): Promise<readonly WeightStepRow[]> {
  return (await state.read((sql) =>
    sql.all<WeightStepRow>(
      `${SELECT_STEPS} ${subject === undefined ? "" : "AND subject = ? "}
      ORDER BY time DESC, session DESC, subject DESC LIMIT ?`,
      number,
      ...(subject === undefined ? [] : [subject]),
      limit,
    )
  )).toReversed();
}

/** The outcome of a session. */
export interface OutcomeRow {
  /** The session of the outcome. */
  readonly session: string;
  /** The outcome that counts: the first one of a session. */
  readonly outcome: Outcome;
  readonly diagnostic: JsonValue;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Returns the outcomes of the project's sessions, oldest first. */
export async function listOutcomeRows(
  { state, number }: MemoryPlace,
): Promise<readonly OutcomeRow[]> {
  type Row = Omit<OutcomeRow, "diagnostic"> & { readonly diagnostic: string };
  const rows = await state.read((sql) =>
    sql.all<Row>(
      `SELECT session, outcome, diagnostic, time FROM memory_outcomes WHERE project = ?
      ORDER BY time, session`,
      number,
    )
  );
  return rows.map((row) => ({ ...row, diagnostic: state.parse<JsonValue>(row.diagnostic) }));
}
