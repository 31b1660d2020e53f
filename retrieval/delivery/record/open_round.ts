import type { Bundle, Issue } from "@dossier/core";
import type { IndexReader } from "../../index/mod.ts";
import { type HeldPassage, listHeldPassages } from "../state/held_passages.ts";
import { openHoldings } from "../state/holdings.ts";
import type { Injection } from "../state/injection.ts";
import type { DeliveryHandlers } from "../state/outbox.ts";
import type { Sql, StateStore } from "../state/state_store.ts";
import { findAnswer, listSessionInjections } from "../state/read_injections.ts";
import {
  createHashReader,
  type Delivery,
  recordBundle,
  type RecordBundleOptions,
} from "./record_bundle.ts";
import { RetrievalError } from "../../machine/mod.ts";
import { roundTakenError } from "../state/append_injection.ts";
import { checkSessionId } from "../state/session_id.ts";

/** Round of requests of an agent, with the knowledge of its session. */
export interface Round {
  /** Number of the round in the session, from 1. */
  readonly round: number;
  /** Issue of the last bundle of the session, with its current work manifest. */
  readonly issue: Issue | undefined;
  /** Passages that the session received before. */
  readonly held: readonly HeldPassage[];
}

/**
 * Prepares the answer to the requests of one round. The same text is answered again without a new
 * record. A text without requests uses no round, and is recorded only when it says how the agent
 * ended its turn.
 *
 * @param text Text of the agent, without secrets.
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
  const all = await listSessionInjections(state, session);
  const known = decision.kind === "answered"
    ? all.filter(({ id }) => id < decision.injection.id)
    : all;
  const held = (await listHeldPassages(state, session))
    .filter(({ record }) => known.some(({ id }) => id === record));
  const findHash = createHashReader(reader, held);
  const last = all.at(-1)?.id ?? 0;
  return {
    round: { round: decision.round, issue: known.findLast(hasIssue)?.request.issue, held },
    // The hash of a file that is not in the index is not computed: no session has such a file.
    holdings: openHoldings(held, async (path) => await findHash(path) ?? "unknown"),
    record: (bundle, options) =>
      recordAnswer(state, bundle, { decision, text, last, handlers, ...options }),
  };
}

/**
 * Returns true when an injection sets the issue of its session and the files that may be edited for
 * it.
 */
function hasIssue({ kind, request, withdrawn }: Injection): boolean {
  return request.issue !== undefined && !(kind === "answer" && withdrawn !== undefined);
}

async function recordAnswer(
  state: StateStore,
  bundle: Bundle,
  { decision, ...options }: RecordBundleOptions & { readonly decision: RoundDecision },
): Promise<Bundle | undefined> {
  // A withdrawn answer is sent only now, and gets its own record.
  if (decision.kind === "answered" && decision.injection.withdrawn === undefined) {
    return { ...bundle, record: decision.injection.id };
  }
  const { outcomes = [], signals = [] } = bundle;
  // There is no request and no signal to record.
  if (outcomes.length + signals.length === 0) return bundle;
  const usesRound = decision.kind === "open" && outcomes.length > 0;
  const round = usesRound ? decision.round : undefined;
  return await recordBundle(state, bundle, { ...options, round });
}

/** Options of {@link beginRound}. */
interface BeginRoundOptions {
  readonly session: string;
  /** Number of the round, counted by the caller, from 1. @default the one after the last */
  readonly round?: number | undefined;
  /** Maximum number of rounds of a session. */
  readonly maxRounds: number;
}

/**
 * Decision about a round:
 * - `open`: answer it, and record the answer with this round;
 * - `answered`: the same text was answered before, so repeat that answer;
 * - `over`: no rounds are left, so answer that, and record the answer without a round.
 */
type RoundDecision =
  | { readonly kind: "open" | "over"; readonly round: number }
  | { readonly kind: "answered"; readonly round: number; readonly injection: Injection };

const LAST_ROUND = "SELECT max(round) FROM records WHERE session = ? AND round IS NOT NULL";

/**
 * Returns the decision about a round of requests of a session.
 *
 * This function does not use up the round. A round is used when its injection is on the disk, so a
 * process that dies earlier uses none. When two processes answer the same round at once,
 * `appendInjection` rejects the second with `round-taken`, and the caller calls this function
 * again. So no session ever receives more than `maxRounds` answers.
 *
 * A round has one answer. The same text again is `answered`, so a caller that numbers its rounds
 * can safely retry. Another text is rejected.
 *
 * @throws {RetrievalError} `invalid-session`; `invalid-round` when the number is invalid;
 * `round-taken` when another text was answered in this round; `state-damaged` and other errors of
 * the state.
 */
export async function beginRound(
  state: StateStore,
  text: string,
  { session, round: requested, maxRounds }: BeginRoundOptions,
): Promise<RoundDecision> {
  checkSessionId(session);
  if (requested !== undefined && !(Number.isSafeInteger(requested) && requested >= 1)) {
    throw new RetrievalError(
      "invalid-round",
      `Cannot answer the round as its number must be a whole number >= 1: current value is ${requested}`,
    );
  }
  return await state.read(async (sql): Promise<RoundDecision> => {
    const round = requested ?? await lastRound(sql, session) + 1;
    const injection = await findAnswer(state, sql, session, { round });
    if (injection === undefined) return { kind: round > maxRounds ? "over" : "open", round };
    if (injection.request.text !== text) throw roundTakenError(session, round);
    return { kind: "answered", round, injection };
  });
}

async function lastRound(sql: Sql, session: string): Promise<number> {
  return await sql.value<number>(LAST_ROUND, session) ?? 0;
}
