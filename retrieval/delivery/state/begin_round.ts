import { RetrievalError } from "../../machine/mod.ts";
import { roundTaken } from "./append_injection.ts";
import type { Injection } from "./injection.ts";
import type { Sql, StateStore } from "./state_store.ts";
import { findAnswer } from "./read_injections.ts";
import { checkSessionId } from "./session_id.ts";

/** Which round of a session is to be answered. */
export interface BeginRoundOptions {
  readonly session: string;
  /** Number of the round as the caller counts it, from 1. @default the one after the last */
  readonly round?: number | undefined;
  /** Rounds that are answered for a session. */
  readonly maxRounds: number;
}

/**
 * What to do about a round:
 * - `open`: answer it, and record the answer with this round;
 * - `answered`: it was answered to the same text, so give what that answer says once more;
 * - `over`: there are no rounds left, so answer that, and record the answer without a round.
 */
export type RoundDecision =
  | { readonly kind: "open" | "over"; readonly round: number }
  | { readonly kind: "answered"; readonly round: number; readonly injection: Injection };

const LAST_ROUND = "SELECT max(round) FROM records WHERE session = ? AND round IS NOT NULL";

/**
 * Returns what to do about a round of requests of a session.
 *
 * The injection takes the round, not this: a round counts when its answer is on the disk, and a process
 * that dies before has taken none. Of two processes that answer the same round at once, `appendInjection`
 * refuses the second with `round-taken`, which then calls this again. So no session is ever given more
 * than `maxRounds` answers.
 *
 * A round is never answered twice: asked again with the same text it is `answered`, so that a caller
 * that names its rounds may safely try again; with another text it is refused.
 *
 * @throws {RetrievalError} `invalid-session`; `invalid-round` when the number is none; `round-taken`
 * when the round was answered to another text; `state-damaged` and the like.
 */
export async function beginRound(
  state: StateStore,
  text: string,
  { session, round: wanted, maxRounds }: BeginRoundOptions,
): Promise<RoundDecision> {
  checkSessionId(session);
  if (wanted !== undefined && !(Number.isSafeInteger(wanted) && wanted >= 1)) {
    throw new RetrievalError(
      "invalid-round",
      `Cannot answer the round as its number must be a whole number >= 1: current value is ${wanted}`,
    );
  }
  return await state.read(async (sql): Promise<RoundDecision> => {
    const round = wanted ?? await lastRound(sql, session) + 1;
    const injection = await findAnswer(state, sql, session, { round });
    if (injection === undefined) return { kind: round > maxRounds ? "over" : "open", round };
    if (injection.request.text !== text) throw roundTaken(session, round);
    return { kind: "answered", round, injection };
  });
}

async function lastRound(sql: Sql, session: string): Promise<number> {
  return await sql.value<number>(LAST_ROUND, session) ?? 0;
}
