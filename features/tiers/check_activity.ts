import {
  findRefreshPolicy,
  isCooledDown,
  listFiredTriggers,
  parseDocumentStatus,
  type RefreshTrigger,
  shouldInject,
  type TierInput,
} from "./core/mod.ts";
import {
  findLastTierHash,
  findRefreshMark,
  readTierStatistics,
  type RefreshMark,
} from "./state/mod.ts";
import { readActivity, type StateStore } from "@dossier/retrieval/state";
import { createProjectMark, type ProjectState } from "./project_state.ts";

/**
 * Longest time in milliseconds that the index lags after changes of files: ten times the usual
 * one. Checking a file twice does no harm.
 */
const INDEX_LAG_MS = 5000;

/** Activity of a session since the last check, and its result. */
export interface CheckedActivity {
  /** The triggers that fired. */
  readonly fired: readonly RefreshTrigger[];
  /**
   * True when the workflow tier should be injected now; a trigger that fires during the cooldown is
   * dropped.
   */
  readonly isDue: boolean;
  /** The new mark, to be stored. */
  readonly mark: RefreshMark;
}

/**
 * Returns the triggers that a session has fired, and whether the workflow tier is due; records
 * nothing.
 *
 * @param options.turns Turns that are not recorded, such as the current one.
 */
export async function checkActivity(
  session: string,
  { state, project, triggers, turns: more = 0 }: {
    readonly state: StateStore;
    readonly project: ProjectState;
    readonly triggers: readonly RefreshTrigger[];
    readonly turns?: number;
  },
): Promise<CheckedActivity> {
  const seen = await createProjectMark(project, state.now() - INDEX_LAG_MS);
  const known = await findRefreshMark(state, session) ??
    { ...seen, activity: 0, turns: 0, isWaiting: false };
  const { events, turns } = await readActivity(state, session, known.activity);
  const now = known.turns + turns + more;
  const fired = listFiredTriggers(triggers, {
    turns: { before: known.turns, now },
    isRfcChanged: seen.rfc !== known.rfc,
    tools: events.flatMap(({ kind, value }) => kind === "tool" ? [value] : []),
  });
  const isCool = isCooledDown((await readTierStatistics(state, session)).last, state.now());
  const isDue = isCool && (fired.length > 0 || known.isWaiting);
  const activity = events.at(-1)?.id ?? known.activity;
  return { fired, isDue, mark: { ...seen, activity, turns: now, isWaiting: false } };
}

/** Earlier injections of a session. */
export interface TierMemory {
  /** Returns the hash of the last injected text of a source; undefined when there was none. */
  readonly last: (uri: string) => Promise<string | undefined>;
  /** True when the cooldown since the last injection has passed. */
  readonly isCool: boolean;
}

/** The memory without injections. */
const EMPTY_MEMORY: TierMemory = { last: () => Promise.resolve(undefined), isCool: true };

/** Returns the earlier injections of a session; none without a session or a record. */
export async function openTierMemory(
  state: StateStore | undefined,
  session: string | undefined,
): Promise<TierMemory> {
  if (state === undefined || session === undefined) return EMPTY_MEMORY;
  return {
    last: (uri) => findLastTierHash(state, session, uri),
    isCool: isCooledDown((await readTierStatistics(state, session)).last, state.now()),
  };
}

/** Returns true when a source should be injected into a session. */
export async function shouldInjectSource(
  { uri, hash, pieces }: TierInput,
  { last, isCool }: TierMemory,
): Promise<boolean> {
  const [only, ...others] = pieces;
  const isRfc = uri.includes("/rfcs/") && only !== undefined && others.length === 0;
  const status = isRfc && "text" in only ? parseDocumentStatus(only.text) : undefined;
  return shouldInject(findRefreshPolicy(uri, status), {
    hash,
    last: await last(uri),
    isCool,
  });
}

/** Returns sources, with those marked as fresh that a session has already. */
export async function markFresh(
  inputs: readonly TierInput[],
  isHeld: (input: TierInput) => Promise<boolean>,
): Promise<readonly TierInput[]> {
  return await Promise.all(
    inputs.map(async (input): Promise<TierInput> =>
      input.instead === undefined && await isHeld(input)
        ? { ...input, instead: { status: "fresh", reason: "the session has already received it" } }
        : input
    ),
  );
}
