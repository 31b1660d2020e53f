import type { Note } from "@dossier/core";
import { buildTier, type BuiltTier, renderSessionStart } from "./core/mod.ts";
import { findRefreshMark, type RefreshMark } from "./state/mod.ts";
import type { StateStore } from "@dossier/retrieval/state";
import { checkActivity, markFresh, shouldInjectSource } from "./check_activity.ts";
import { openGatherer, type TierOptions } from "./open_gatherer.ts";
import type { ProjectState } from "./project_state.ts";
import type { LoadedManifest } from "./read_context_manifest.ts";
import { draftTierInjections, openSessionRecord } from "./session_record.ts";
import { NOT_GRANTED, type TierTree } from "./tier_files.ts";

/** The tree and the state of {@link ContextTiers}. */
export interface ContextTiersOptions extends TierTree {
  /** Opens the record of injections. */
  readonly openState: () => Promise<StateStore>;
}

/** The context for the start of a session. */
export interface SessionStart {
  /** The identity tier in full, and the URIs of the workflow tier. */
  readonly text: string;
  /** The results of its sources. */
  readonly identity: BuiltTier;
  /** Notes about the record. */
  readonly notes: readonly Note[];
}

/** Trigger of the identity tier. */
export const SESSION_START = "session-start";

/**
 * Returns the context for the start of a session, and records it. A session that starts again gets
 * only the parts that it does not have. When nothing can be recorded, it gets all of it, with a
 * note.
 */
export async function startSession(
  session: string,
  read: LoadedManifest,
  { options, ...tree }: ContextTiersOptions & { readonly options: TierOptions },
): Promise<SessionStart> {
  const { manifest: { identity: declared, workflow }, form } = read;
  for (;;) {
    const { state, memory, save } = await openSessionRecord(session, tree.openState);
    const gatherer = await openGatherer(read, tree, { ...options, session, state });
    const mark = state && await createStartMark(session, state, gatherer.places.state);
    const inputs = await gatherer.readInputs("identity");
    const freshInputs = await markFresh(
      inputs,
      async (input) => !await shouldInjectSource(input, memory),
    );
    const identity = buildTier("identity", freshInputs, { budget: declared.maxTokens });
    const notes = await save({ injections: draftTierInjections(identity, SESSION_START), mark });
    // The session got other context meanwhile.
    if (notes === undefined) continue;
    await gatherer.notifyPlugins(SESSION_START);
    const text = renderSessionStart(identity, workflow.sources, form);
    return { text, identity, notes: [...notes, ...listUngrantedNotes(identity)] };
  }
}

/** Returns the mark of a session's start, so that no bundle repeats the identity tier. */
async function createStartMark(
  session: string,
  state: StateStore,
  project: ProjectState,
): Promise<RefreshMark | undefined> {
  if (await findRefreshMark(state, session) !== undefined) return undefined;
  const { mark } = await checkActivity(session, { state, project, triggers: [] });
  // Earlier activity is still to be checked for triggers.
  return { ...mark, activity: 0, turns: 0 };
}

/** Returns a note on each file of a source that the user has not granted. */
function listUngrantedNotes({ tier, sources }: BuiltTier): readonly Note[] {
  return sources.flatMap(({ files }) =>
    files.filter(({ reason }) => reason?.startsWith(NOT_GRANTED)).map(({ path, reason }) => ({
      code: "tier-source",
      message: `Nothing is included from "${path}" for the ${tier} tier: ${reason}`,
    }))
  );
}
