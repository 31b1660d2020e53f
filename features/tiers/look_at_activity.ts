import {
  documentStatus,
  firedTriggers,
  isCooledDown,
  mayInject,
  refreshPolicy,
  type RefreshTrigger,
  type TierInput,
} from "./core/mod.ts";
import { findRefreshMark, lastTierHash, type RefreshMark, tierStatistics } from "./state/mod.ts";
import { readActivity, type StateStore } from "@dossier/retrieval/state";
import { markProject, type ProjectState } from "./project_state.ts";

/**
 * How long before now a file may have been changed that the index did not have yet, in milliseconds: ten times as long
 * as a change takes to be in the index. One that is looked at twice does no harm.
 */
const INDEX_LAG_MS = 5000;

/** What a session did since it was looked at last, and what comes of it. */
export interface LookedAtActivity {
  /** The triggers that were set off. */
  readonly fired: readonly RefreshTrigger[];
  /** Whether the workflow tier is to be given now; a trigger that is set off too soon is dropped. */
  readonly isDue: boolean;
  /** How far this has looked, to be kept. */
  readonly mark: RefreshMark;
}

/**
 * Returns which triggers a session has set off, and whether it is to be given the workflow tier; it notes nothing.
 *
 * @param options.turns Turns that are not recorded, such as the one that asks.
 */
export async function lookAtActivity(
  session: string,
  { state, project, triggers, turns: more = 0 }: {
    readonly state: StateStore;
    readonly project: ProjectState;
    readonly triggers: readonly RefreshTrigger[];
    readonly turns?: number;
  },
): Promise<LookedAtActivity> {
  const seen = await markProject(project, state.now() - INDEX_LAG_MS);
  const known = await findRefreshMark(state, session) ??
    { ...seen, activity: 0, turns: 0, isWaiting: false };
  const { events, turns } = await readActivity(state, session, known.activity);
  const now = known.turns + turns + more;
  const fired = firedTriggers(triggers, {
    turns: { before: known.turns, now },
    isRfcChanged: seen.rfc !== known.rfc,
    tools: events.flatMap(({ kind, value }) => kind === "tool" ? [value] : []),
  });
  const isCool = isCooledDown((await tierStatistics(state, session)).last, state.now());
  const isDue = isCool && (fired.length > 0 || known.isWaiting);
  const activity = events.at(-1)?.id ?? known.activity;
  return { fired, isDue, mark: { ...seen, activity, turns: now, isWaiting: false } };
}

/** What a session was given before. */
export interface TierMemory {
  /** Returns the hash of a source as it was given last; undefined when it was not. */
  readonly last: (uri: string) => Promise<string | undefined>;
  /** Whether enough time has passed since it was given something. */
  readonly isCool: boolean;
}

/** Memory of who was given nothing. */
const NO_MEMORY: TierMemory = { last: () => Promise.resolve(undefined), isCool: true };

/** Returns what a session was given before; nothing without a session or a record. */
export async function openTierMemory(
  state: StateStore | undefined,
  session: string | undefined,
): Promise<TierMemory> {
  if (state === undefined || session === undefined) return NO_MEMORY;
  return {
    last: (uri) => lastTierHash(state, session, uri),
    isCool: isCooledDown((await tierStatistics(state, session)).last, state.now()),
  };
}

/** Returns whether a source is to be given to a session. */
export async function isTierWanted(
  { uri, hash, pieces }: TierInput,
  { last, isCool }: TierMemory,
): Promise<boolean> {
  const [only, ...others] = pieces;
  const isRfc = uri.includes("/rfcs/") && only !== undefined && others.length === 0;
  const status = isRfc && "text" in only ? documentStatus(only.text) : undefined;
  return mayInject(refreshPolicy(uri, status), {
    hash,
    last: await last(uri),
    isCool,
  });
}

/** Returns sources with those marked that a session holds. */
export async function markHeld(
  inputs: readonly TierInput[],
  isHeld: (input: TierInput) => Promise<boolean>,
): Promise<readonly TierInput[]> {
  return await Promise.all(
    inputs.map(async (input): Promise<TierInput> =>
      input.instead === undefined && await isHeld(input)
        ? { ...input, instead: { status: "fresh", reason: "the session has been given it" } }
        : input
    ),
  );
}
