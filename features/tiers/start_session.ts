import type { Note } from "@dossier/core";
import { buildTier, type BuiltTier, renderSessionStart } from "./core/mod.ts";
import { findRefreshMark, type RefreshMark } from "./state/mod.ts";
import type { StateStore } from "@dossier/retrieval/state";
import { isTierWanted, lookAtActivity, markHeld } from "./look_at_activity.ts";
import { openGatherer, type TierOptions } from "./open_gatherer.ts";
import type { ProjectState } from "./project_state.ts";
import type { ReadContextManifest } from "./read_context_manifest.ts";
import { draftTierInjections, openSessionRecord } from "./session_record.ts";
import { NOT_GRANTED, type TierTree } from "./tier_files.ts";

/** Where tiers are put together. */
export interface ContextTiersOptions extends TierTree {
  /** Opens the record of what was given. */
  readonly openState: () => Promise<StateStore>;
}

/** What a session is given of its tiers as it begins. */
export interface SessionStart {
  /** The identity tier in full, and what there is to ask for. */
  readonly text: string;
  /** What became of its sources. */
  readonly identity: BuiltTier;
  /** What is to be said of the record. */
  readonly notes: readonly Note[];
}

/** What sets off the identity tier. */
export const SESSION_START = "session-start";

/**
 * Returns what a session is given as it begins, and records it. A session that begins once more is given what it does
 * not hold. Where nothing can be recorded, it is given all, and a note says so.
 */
export async function startSession(
  session: string,
  read: ReadContextManifest,
  { asked, ...tree }: ContextTiersOptions & { readonly asked: TierOptions },
): Promise<SessionStart> {
  const { manifest: { identity: declared, workflow }, form } = read;
  for (;;) {
    const { state, memory, keep } = await openSessionRecord(session, tree.openState);
    const gatherer = await openGatherer(read, tree, { ...asked, session, state });
    const mark = state && await markBeginning(session, state, gatherer.places.state);
    const inputs = await gatherer.inputs("identity");
    const wanted = await markHeld(inputs, async (input) => !await isTierWanted(input, memory));
    const identity = buildTier("identity", wanted, { budget: declared.maxTokens });
    const notes = await keep({ injections: draftTierInjections(identity, SESSION_START), mark });
    // It was given something else meanwhile.
    if (notes === undefined) continue;
    await gatherer.notifyPlugins(SESSION_START);
    const text = renderSessionStart(identity, workflow.sources, form);
    return { text, identity, notes: [...notes, ...noteUngranted(identity)] };
  }
}

/** Returns what notes that a session has been given its first tier, so that no bundle gives it again. */
async function markBeginning(
  session: string,
  state: StateStore,
  project: ProjectState,
): Promise<RefreshMark | undefined> {
  if (await findRefreshMark(state, session) !== undefined) return undefined;
  const { mark } = await lookAtActivity(session, { state, project, triggers: [] });
  // What it did before is still to be looked at for triggers.
  return { ...mark, activity: 0, turns: 0 };
}

/** Returns a note on each file that a source asks to give and the user has not granted. */
function noteUngranted({ tier, sources }: BuiltTier): readonly Note[] {
  return sources.flatMap(({ files }) =>
    files.filter(({ reason }) => reason?.startsWith(NOT_GRANTED)).map(({ path, reason }) => ({
      code: "tier-source",
      message: `Nothing is given of "${path}" for the ${tier} tier: ${reason}`,
    }))
  );
}
