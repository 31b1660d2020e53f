import type { Note } from "@dossier/core";
import {
  type GivenTiers,
  noteUnrecorded,
  recordTiers,
  type State,
  tierVersion,
} from "../delivery/state/mod.ts";
import { openTierMemory, type TierMemory } from "./look_at_activity.ts";

/** What was recorded of a session when it was opened, and what keeps more. */
export interface SessionRecord {
  /** Absent where it can not be opened. */
  readonly state?: State;
  readonly memory: TierMemory;
  /**
   * Records what is given; where nothing can be recorded, a note says so.
   *
   * @returns Undefined, and nothing is recorded, when the session was given something else meanwhile.
   */
  readonly keep: (given: Omit<GivenTiers, "session">) => readonly Note[] | undefined;
}

/** Returns the record of a session: without one, as of a session that begins. */
export async function openSessionRecord(
  session: string,
  openState: () => Promise<State>,
): Promise<SessionRecord> {
  const note = (error: unknown): readonly Note[] => {
    const unrecorded = noteUnrecorded(error);
    if (unrecorded === undefined) throw error;
    return [unrecorded];
  };
  try {
    const state = await openState();
    // Before what the session holds is read: what it is given after that is seen when this is recorded.
    const since = tierVersion(state, session);
    return {
      state,
      memory: openTierMemory(state, session),
      keep(given) {
        try {
          return recordTiers(state, { session, ...given }, { since }) ? [] : undefined;
        } catch (error) {
          return note(error);
        }
      },
    };
  } catch (error) {
    const notes = note(error);
    return { memory: openTierMemory(undefined, session), keep: () => notes };
  }
}
