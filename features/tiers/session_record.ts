import type { Note } from "@dossier/core";
import type { BuiltTier, TierFileReport, TierSourceReport } from "./core/mod.ts";
import {
  readTierVersion,
  recordTiers,
  type TierDelivery,
  type TierInjectionDraft,
} from "./state/mod.ts";
import { noteUnrecorded, type StateStore } from "@dossier/retrieval/state";
import { openTierMemory, type TierMemory } from "./check_activity.ts";

/** The record of a session, and a function that extends it. */
export interface SessionRecord {
  /** Absent when it cannot be opened. */
  readonly state?: StateStore;
  readonly memory: TierMemory;
  /**
   * Records injections; returns a note when nothing can be recorded.
   *
   * @returns Undefined, and nothing is recorded, when the session got other context meanwhile.
   */
  readonly save: (given: Omit<TierDelivery, "session">) => Promise<readonly Note[] | undefined>;
}

/** Returns the record of a session; without a state, that of a new session. */
export async function openSessionRecord(
  session: string,
  openState: () => Promise<StateStore>,
): Promise<SessionRecord> {
  const note = (error: unknown): readonly Note[] => {
    const unrecorded = noteUnrecorded(error);
    if (unrecorded === undefined) throw error;
    return [unrecorded];
  };
  try {
    const state = await openState();
    // Before the memory is read, so that recording detects injections that happen after it.
    const since = await readTierVersion(state, session);
    return {
      state,
      memory: await openTierMemory(state, session),
      async save(given) {
        try {
          return await recordTiers(state, { session, ...given }, { since }) ? [] : undefined;
        } catch (error) {
          return note(error);
        }
      },
    };
  } catch (error) {
    const notes = note(error);
    return { memory: await openTierMemory(undefined, session), save: () => Promise.resolve(notes) };
  }
}

/** The results of a tier's sources, as far as they are recorded. */
export interface RecordableTier extends Pick<BuiltTier, "tier"> {
  readonly sources: readonly (Pick<TierSourceReport, "uri" | "hash" | "status" | "tokens"> & {
    readonly files: readonly Pick<TierFileReport, "path" | "status" | "reason">[];
  })[];
}

/** Returns the rows for a tier: each injected source, and each rejected file. */
export function draftTierInjections(
  { tier, sources }: RecordableTier,
  trigger: string,
): readonly TierInjectionDraft[] {
  return sources.flatMap(({ uri, hash, status, tokens, files }) => {
    const isGiven = status === "injected" || status === "truncated";
    const given = isGiven ? [{ tier, source: uri, hash, tokens, trigger }] : [];
    const refused = listBlockedReasons(files)
      .map((reason) => ({ tier, source: uri, hash, tokens: 0, trigger, reason }));
    const isOmitted = status === "omitted_budget";
    const omitted = isOmitted
      ? [{ tier, source: uri, hash, tokens: 0, trigger, reason: "omitted_budget" }]
      : [];
    return [...given, ...refused, ...omitted];
  });
}

/** Returns the reasons of the rejected files. */
export function listBlockedReasons(
  files: readonly { readonly path: string; readonly status?: string; readonly reason?: string }[],
): readonly string[] {
  return files.filter(({ status }) => status === "blocked")
    .map(({ path, reason }) => `"${path}": ${reason}`);
}
