import type { Bundle, Issue } from "@dossier/core";
import type { IndexReader } from "../../index/mod.ts";
import { isDiskFull, RetrievalError } from "../../machine/mod.ts";
import { SessionMoved } from "../state/append_record.ts";
import { beginRound, type RoundDecision } from "../state/begin_round.ts";
import { type HeldPassage, heldPassages } from "../state/held_passages.ts";
import { openHoldings } from "../state/holdings.ts";
import type { State } from "../state/open_state.ts";
import { sessionRecords } from "../state/read_records.ts";
import type { Injection } from "../state/record.ts";
import { noteUnrecorded } from "../state/state_error.ts";
import type { Delivery } from "./deliveries.ts";
import { recordBundle, type RecordBundleOptions } from "./record_bundle.ts";

/** A round of an agent's requests, and what its session knows. */
export interface Round {
  /** Its number, from 1. */
  readonly round: number;
  /** The issue of the session's last bundle, with the work manifest as it has become. */
  readonly issue: Issue | undefined;
  /** What the session was given before it. */
  readonly held: readonly HeldPassage[];
}

/** What {@link openRound} goes by. */
export interface OpenRoundOptions {
  readonly session: string;
  /** Number of the round, from 1. @default the one after the last */
  readonly round?: number | undefined;
  /** Rounds that are answered for a session. */
  readonly maxRounds: number;
  /** The index that answers. */
  readonly reader: IndexReader;
}

/**
 * Prepares the answer to the requests of one round. A round that was answered to the same text is answered
 * again, without a record of its own. A text without requests takes no round, and leaves a record only when
 * it says how the agent ended its turn.
 *
 * @param text What the agent wrote, without secrets.
 * @throws {RetrievalError} `invalid-session`, `invalid-round`; `round-taken` when the round was answered to
 * another text.
 */
export function openRound(
  state: State,
  text: string,
  { session, round, maxRounds, reader }: OpenRoundOptions,
): Delivery & { readonly round: Round } {
  const decision = beginRound(state, session, { round, text, maxRounds });
  const before = sessionRecords(state, session);
  const known = decision.kind === "answered"
    ? before.filter(({ id }) => id < decision.record.id)
    : before;
  const held = heldPassages(state, session)
    .filter(({ record }) => known.some(({ id }) => id === record));
  return {
    round: { round: decision.round, issue: known.findLast(hasIssue)?.request.issue, held },
    // A file that the index does not have is held by no session: its hash would have to be worked out.
    holdings: openHoldings(held, openKnownHashes(reader, held)),
    issue: undefined,
    widen: (issue) => Promise.resolve(issue),
    notes: [],
    record: (bundle, options) =>
      recordAnswer(state, bundle, { decision, text, last: before.at(-1)?.id ?? 0, ...options }),
  };
}

/** Returns what gives the content hashes of files; the index is asked once for all that a session holds. */
function openKnownHashes(
  reader: IndexReader,
  held: readonly HeldPassage[],
): (path: string) => Promise<string> {
  let known: ReturnType<IndexReader["findHashes"]> | undefined;
  return async (path) => {
    const hashes = await (known ??= reader.findHashes(held.map(({ path }) => path)));
    return hashes.get(path)?.hash ?? "unknown";
  };
}

async function recordAnswer(
  state: State,
  bundle: Bundle,
  { decision, ...options }: RecordBundleOptions & { readonly decision: RoundDecision },
): Promise<Bundle | undefined> {
  // One that was withdrawn is sent only now, and has a record of its own.
  if (decision.kind === "answered" && decision.record.withdrawn === undefined) {
    return { ...bundle, record: decision.record.id };
  }
  const { outcomes = [], signals = [] } = bundle;
  // Nothing was asked or said, so there is nothing to keep.
  if (outcomes.length + signals.length === 0) return bundle;
  const takesRound = decision.kind === "open" && outcomes.length > 0;
  try {
    const { id } = await recordBundle(state, bundle, {
      ...options,
      ...(takesRound ? { round: decision.round } : {}),
    });
    return { ...bundle, record: id };
  } catch (error) {
    // Somebody else was faster: the next try gives what that one gave, or refuses another text, or leaves
    // out what the session holds by now.
    if (error instanceof SessionMoved) return undefined;
    if (error instanceof RetrievalError && error.code === "round-taken") return undefined;
    const note = isDiskFull(error) ? noteUnrecorded(error) : undefined;
    if (note === undefined) throw error;
    return { ...bundle, notes: [...bundle.notes, note] };
  }
}

/** Returns whether a record says what the issue of its session is, and what may be edited for it. */
function hasIssue({ kind, request, withdrawn }: Injection): boolean {
  return request.issue !== undefined && !(kind === "answer" && withdrawn !== undefined);
}
