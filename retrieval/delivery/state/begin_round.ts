import { RetrievalError } from "../../machine/mod.ts";
import { roundTaken } from "./append_record.ts";
import type { State } from "./open_state.ts";
import { findAnswer } from "./read_records.ts";
import type { Injection } from "./record.ts";
import { checkSessionId } from "./session_id.ts";

/** Options of {@link beginRound}. */
export interface BeginRoundOptions {
  /** The round as the caller counts it, from 1; the one after the last when it is left out. */
  readonly round?: number | undefined;
  /** The agent's text that is to be answered. */
  readonly text: string;
  /** Rounds that are answered for a session. */
  readonly maxRounds: number;
}

/**
 * What to do about a round:
 * - `open`: answer it, and append the record with this round;
 * - `answered`: it was answered to the same text, so give what the record says once more;
 * - `over`: there are no rounds left, so answer that, and append the record without a round.
 */
export type RoundDecision =
  | { readonly kind: "open"; readonly round: number }
  | { readonly kind: "answered"; readonly round: number; readonly record: Injection }
  | { readonly kind: "over"; readonly round: number };

const LAST_ROUND = "SELECT max(round) FROM records WHERE session = ? AND round IS NOT NULL";

/**
 * Returns what to do about a round of requests of a session.
 *
 * The record takes the round, not this: a round counts when its answer is on the disk, and a process
 * that dies before has taken none. Of two processes that answer the same round at once, `appendRecord`
 * refuses the second with `round-taken`, which then calls this again. So no session is ever given more
 * than `maxRounds` answers.
 *
 * A round is never answered twice: asked again with the same text it is `answered`, so that a caller
 * that names its rounds may safely try again; with another text it is refused.
 *
 * @throws {RetrievalError} `invalid-session`; `invalid-round` when the number is none; `round-taken`
 * when the round was answered to another text; `state-damaged` and the like.
 */
export function beginRound(
  state: State,
  session: string,
  { round: wanted, text, maxRounds }: BeginRoundOptions,
): RoundDecision {
  checkSessionId(session);
  if (wanted !== undefined && !(Number.isSafeInteger(wanted) && wanted >= 1)) {
    throw new RetrievalError(
      "invalid-round",
      `Cannot answer the round as its number must be a whole number >= 1: current value is ${wanted}`,
    );
  }
  return state.read(() => {
    const round = wanted ?? lastRound(state, session) + 1;
    const record = findAnswer(state, session, { round });
    if (record === undefined) return { kind: round > maxRounds ? "over" : "open", round };
    if (record.request.text !== text) throw roundTaken(session, round);
    return { kind: "answered", round, record };
  });
}

function lastRound(state: State, session: string): number {
  return (state.statement(LAST_ROUND).get(session) as unknown as [number | null])[0] ?? 0;
}
