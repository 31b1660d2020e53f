import type { Bundle } from "@dossier/core";
import type { Lease } from "../sources/mod.ts";
import { isDiskFull, RetrievalError } from "../machine/mod.ts";
import {
  beginRound,
  heldPassages,
  type InjectionRecord,
  noteUnrecorded,
  SessionMoved,
  sessionRecords,
  type State,
} from "../delivery/state/mod.ts";
import { maskValue } from "../secrets/mod.ts";
import { answerRequests, type RequestOptions } from "./answer_requests.ts";
import { mergeTaskSettings } from "../config/task/mod.ts";
import { recordBundle } from "../delivery/mod.ts";

/** What {@link answerRound} goes by. */
export interface AnswerRoundOptions {
  /** The index that answers. */
  readonly state: Lease;
  /** The session, the round and how to answer. */
  readonly options: RequestOptions;
  /** When it began, by `performance.now()`. */
  readonly started: number;
}

/**
 * Answers the requests of one round of a session, and records the answer. When another process answers
 * the same round first, what it gave is given again. A text without requests takes no round, and leaves a
 * record only when it says how the agent ended its turn.
 */
export async function answerRound(
  records: State,
  written: string,
  { state, options, started }: AnswerRoundOptions,
): Promise<Bundle> {
  // What the record keeps of it is what a second try is compared with.
  const text = await maskValue(written);
  const { session, trigger = "need", format = "markdown" } = options;
  const { given } = state.indexed.settings;
  const { needMaxRounds: maxRounds } = mergeTaskSettings(given, options.settings).settings;
  for (;;) {
    const decision = beginRound(records, session, { round: options.round, text, maxRounds });
    const before = sessionRecords(records, session);
    const isRepeat = decision.kind === "answered";
    const known = isRepeat ? before.filter(({ id }) => id < decision.record.id) : before;
    const bundle = await answerRequests(text, state, {
      session: {
        id: session,
        round: decision.round,
        issue: known.findLast(hasIssue)?.request.issue,
        held: heldPassages(records, session).filter(({ record }) =>
          known.some(({ id }) => id === record)
        ),
      },
      options,
    });
    // One that was withdrawn is sent only now, and has a record of its own.
    if (isRepeat && decision.record.withdrawn === undefined) {
      return { ...bundle, record: decision.record.id };
    }
    const { outcomes = [], signals = [] } = bundle;
    // Nothing was asked or said, so there is nothing to keep.
    if (outcomes.length + signals.length === 0) return bundle;
    const takesRound = decision.kind === "open" && outcomes.length > 0;
    try {
      const { id } = await recordBundle(records, bundle, {
        kind: "answer",
        ...(takesRound ? { round: decision.round } : {}),
        trigger,
        text,
        options: listOptions(options),
        format,
        store: state.indexed.store,
        log: state.indexed.settings.log,
        signal: options.signal,
        last: before.at(-1)?.id ?? 0,
        durationMs: performance.now() - started,
      });
      return { ...bundle, record: id };
    } catch (error) {
      // Somebody else was faster: the next turn gives what that one gave, or refuses another text, or
      // leaves out what the session holds by now.
      if (error instanceof SessionMoved) continue;
      if (error instanceof RetrievalError && error.code === "round-taken") continue;
      const note = isDiskFull(error) ? noteUnrecorded(error) : undefined;
      if (note === undefined) throw error;
      return { ...bundle, notes: [...bundle.notes, note] };
    }
  }
}

/** Returns whether a record says what the issue of its session is, and what may be edited for it. */
function hasIssue({ kind, request, withdrawn }: InjectionRecord): boolean {
  return request.issue !== undefined && !(kind === "answer" && withdrawn !== undefined);
}

function listOptions(
  { budget, estimator, format, settings, locks }: RequestOptions,
): InjectionRecord["request"]["options"] {
  return JSON.parse(JSON.stringify({ budget, estimator, format, settings, locks }));
}
