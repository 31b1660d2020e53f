import type { State } from "./open_state.ts";

/** When and why records went. */
export interface Pruning {
  /** When, as an ISO 8601 instant. */
  readonly time: string;
  /** What asked for it: an option or a setting as it was written. */
  readonly reason: string;
}

const SELECT = `SELECT time, reason FROM pruned JOIN prunings ON prunings.id = pruning
  WHERE record = ?`;
const SELECT_LAST = `SELECT time, reason FROM prunings WHERE id IN (SELECT pruning FROM pruned)
  ORDER BY id DESC LIMIT 1`;
const SELECT_REASON = "SELECT 1 FROM prunings WHERE reason = ? LIMIT 1";
const COUNT = "SELECT count(*) FROM pruned";

/**
 * Returns when and why the record with this number went, or undefined when it did not.
 *
 * @throws {RetrievalError} `state-damaged` and the like.
 */
export function findPruning(state: State, record: number): Pruning | undefined {
  return state.read(() => toPruning(state, state.statement(SELECT).get(record)));
}

/**
 * Returns how many records have gone, and when and why the last ones did; undefined when none has.
 *
 * @throws {RetrievalError} `state-damaged` and the like.
 */
export function lastPruning(state: State): Pruning & { readonly records: number } | undefined {
  return state.read(() => {
    const pruning = toPruning(state, state.statement(SELECT_LAST).get());
    const [records] = state.statement(COUNT).get() as unknown as [number];
    return pruning && { ...pruning, records };
  });
}

/**
 * Returns whether the records were looked through for this reason before, whatever went then.
 *
 * @throws {RetrievalError} `state-damaged` and the like.
 */
export function wasPrunedBy(state: State, reason: string): boolean {
  return state.read(() => state.statement(SELECT_REASON).get(reason) !== undefined);
}

function toPruning(state: State, row: unknown): Pruning | undefined {
  if (row === undefined) return undefined;
  const [time, reason] = row as [number, string];
  return { time: state.instant(time), reason };
}
