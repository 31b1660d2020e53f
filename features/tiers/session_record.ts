import type { Note } from "@dossier/core";
import type { BuiltTier, TierFileReport, TierSourceReport } from "./core/mod.ts";
import { type GivenTiers, recordTiers, type TierInjectionDraft, tierVersion } from "./state/mod.ts";
import { noteUnrecorded, type StateStore } from "@dossier/retrieval/state";
import { openTierMemory, type TierMemory } from "./look_at_activity.ts";

/** What was recorded of a session when it was opened, and what keeps more. */
export interface SessionRecord {
  /** Absent where it can not be opened. */
  readonly state?: StateStore;
  readonly memory: TierMemory;
  /**
   * Records what is given; where nothing can be recorded, a note says so.
   *
   * @returns Undefined, and nothing is recorded, when the session was given something else meanwhile.
   */
  readonly keep: (given: Omit<GivenTiers, "session">) => Promise<readonly Note[] | undefined>;
}

/** Returns the record of a session: without one, as of a session that begins. */
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
    // Before what the session holds is read: what it is given after that is seen when this is recorded.
    const since = await tierVersion(state, session);
    return {
      state,
      memory: await openTierMemory(state, session),
      async keep(given) {
        try {
          return await recordTiers(state, { session, ...given }, { since }) ? [] : undefined;
        } catch (error) {
          return note(error);
        }
      },
    };
  } catch (error) {
    const notes = note(error);
    return { memory: await openTierMemory(undefined, session), keep: () => Promise.resolve(notes) };
  }
}

/** What became of the sources of a tier, as far as that is recorded. */
export interface RecordableTier extends Pick<BuiltTier, "tier"> {
  readonly sources: readonly (Pick<TierSourceReport, "uri" | "hash" | "status" | "tokens"> & {
    readonly files: readonly Pick<TierFileReport, "path" | "status" | "reason">[];
  })[];
}

/** Returns what is to be recorded of a tier: each source that was given, and each file that was refused. */
export function draftTierInjections(
  { tier, sources }: RecordableTier,
  trigger: string,
): readonly TierInjectionDraft[] {
  return sources.flatMap(({ uri, hash, status, tokens, files }) => {
    const isGiven = status === "injected" || status === "truncated";
    const given = isGiven ? [{ tier, source: uri, hash, tokens, trigger }] : [];
    const refused = describeBlocked(files)
      .map((reason) => ({ tier, source: uri, hash, tokens: 0, trigger, reason }));
    const isOmitted = status === "omitted_budget";
    const omitted = isOmitted
      ? [{ tier, source: uri, hash, tokens: 0, trigger, reason: "omitted_budget" }]
      : [];
    return [...given, ...refused, ...omitted];
  });
}

/** Returns why files were refused, of each that was. */
export function describeBlocked(
  files: readonly { readonly path: string; readonly status?: string; readonly reason?: string }[],
): readonly string[] {
  return files.filter(({ status }) => status === "blocked")
    .map(({ path, reason }) => `"${path}": ${reason}`);
}
