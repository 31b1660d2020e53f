import type { Bundle, Issue } from "@dossier/core";
import type { IndexReader } from "../../index/mod.ts";
import { type HeldPassage, heldPassages } from "../state/held_passages.ts";
import { openHoldings } from "../state/holdings.ts";
import type { Injection } from "../state/injection.ts";
import type { DeliveryHandlers } from "../state/outbox.ts";
import type { Sql, StateStore } from "../state/state_store.ts";
import { findAnswer, sessionInjections } from "../state/read_injections.ts";
import {
  type Delivery,
  openHashes,
  recordBundle,
  type RecordBundleOptions,
} from "./record_bundle.ts";
import { RetrievalError } from "../../machine/mod.ts";
import { roundTaken } from "../state/append_injection.ts";
import { checkSessionId } from "../state/session_id.ts";

/** A round of an agent's requests, and what its session knows. */
export interface Round {
  /** Which round of the session it is, from 1. */
  readonly round: number;
  /** The issue of the session's last bundle, with the work manifest as it has become. */
  readonly issue: Issue | undefined;
  /** What the session was given before it. */
  readonly held: readonly HeldPassage[];
}

/**
 * Prepares the answer to the requests of one round. A round that was answered to the same text is answered
 * again, without a record of its own. A text without requests takes no round, and leaves a record only when
 * it says how the agent ended its turn.
 *
 * @param text What the agent wrote, without secrets.
 */
export async function openRound(
  state: StateStore,
  text: string,
  { reader, handlers, ...options }: BeginRoundOptions & {
    readonly reader: IndexReader;
    readonly handlers?: DeliveryHandlers | undefined;
  },
): Promise<Delivery & { readonly round: Round }> {
  const { session } = options;
  const decision = await beginRound(state, text, options);
  const all = await sessionInjections(state, session);
  const known = decision.kind === "answered"
    ? all.filter(({ id }) => id < decision.injection.id)
    : all;
  const held = (await heldPassages(state, session))
    .filter(({ record }) => known.some(({ id }) => id === record));
  const findHash = openHashes(reader, held);
  const last = all.at(-1)?.id ?? 0;
  return {
    round: { round: decision.round, issue: known.findLast(hasIssue)?.request.issue, held },
    // A file that the index does not have is held by no session: its hash would have to be worked out.
    holdings: openHoldings(held, async (path) => await findHash(path) ?? "unknown"),
    record: (bundle, options) =>
      recordAnswer(state, bundle, { decision, text, last, handlers, ...options }),
  };
}

/** Returns whether an injection says what the issue of its session is, and what may be edited for it. */
function hasIssue({ kind, request, withdrawn }: Injection): boolean {
  return request.issue !== undefined && !(kind === "answer" && withdrawn !== undefined);
}

async function recordAnswer(
  state: StateStore,
  bundle: Bundle,
  { decision, ...options }: RecordBundleOptions & { readonly decision: RoundDecision },
): Promise<Bundle | undefined> {
  // One that was withdrawn is sent only now, and has a record of its own.
  if (decision.kind === "answered" && decision.injection.withdrawn === undefined) {
    return { ...bundle, record: decision.injection.id };
  }
  const { outcomes = [], signals = [] } = bundle;
  // Nothing was asked or said, so there is nothing to keep.
  if (outcomes.length + signals.length === 0) return bundle;
  const takesRound = decision.kind === "open" && outcomes.length > 0;
  const round = takesRound ? decision.round : undefined;
  return await recordBundle(state, bundle, { ...options, round });
}

/** Which round of a session is to be answered. */
interface BeginRoundOptions {
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
type RoundDecision =
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
