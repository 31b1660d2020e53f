import type { Bundle, Issue } from "@dossier/core";
import type { IndexReader } from "../../index/mod.ts";
import { beginRound, type BeginRoundOptions, type RoundDecision } from "../state/begin_round.ts";
import { type HeldPassage, heldPassages } from "../state/held_passages.ts";
import { openHoldings } from "../state/holdings.ts";
import type { Injection } from "../state/injection.ts";
import type { DeliveryHandlers } from "../state/outbox.ts";
import type { StateStore } from "../state/state_store.ts";
import { sessionInjections } from "../state/read_injections.ts";
import {
  type Delivery,
  openHashes,
  recordBundle,
  type RecordBundleOptions,
} from "./record_bundle.ts";

/** A round of an agent's requests, and what its session knows. */
export interface Round {
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
 * @throws {RetrievalError} What {@link beginRound} throws.
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
