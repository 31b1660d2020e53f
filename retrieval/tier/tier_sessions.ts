import type { Note } from "@dossier/core";
import {
  buildTier,
  type BuiltTier,
  type CooldownRule,
  tellSessionStart,
  tellTrigger,
  type TierFileReport,
  type TierInput,
  type TierName,
  type TierSourceReport,
} from "@dossier/core/tier";
import {
  type ActivityEvent,
  appendActivity,
  findRefreshMark,
  type GivenTiers,
  noteUnrecorded,
  recordTiers,
  type RefreshMark,
  type State,
  type TierInjectionDraft,
  tierVersion,
} from "../delivery/state/mod.ts";
import type { TierGatherer } from "./gather_tiers.ts";
import {
  isTierWanted,
  lookAtActivity,
  markHeld,
  openTierMemory,
  type TierMemory,
} from "./look_at_activity.ts";
import { type GathererOptions, openGatherer, type TierOptions } from "./open_gatherer.ts";
import type { ProjectState } from "./project_state.ts";
import { type ReadContextManifest, readValidManifest } from "./read_context_manifest.ts";
import { NOT_GRANTED, type TierTree } from "./tier_files.ts";

/** Where tiers are put together. */
export interface ContextTiersOptions extends TierTree {
  /** Opens the record of what was given. */
  readonly openState: () => Promise<State>;
}

/** How the workflow tier is asked for. */
export interface RefreshTierOptions extends TierOptions {
  /** What becomes of a trigger within 30 s of the last injection. @default "drop" */
  readonly rule?: CooldownRule | undefined;
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

/** What a session is given of the workflow tier. */
export interface WorkflowRefresh {
  /** Its text, and what became of its sources. */
  readonly workflow: BuiltTier;
  /** The triggers that were set off, as manifests write them. */
  readonly triggers: readonly string[];
  /** What is to be said of the record. */
  readonly notes: readonly Note[];
}

/** What sets off the identity tier. */
export const SESSION_START = "session-start";

/** Gives tiers to sessions, with a record of what each was given and of what was refused. */
export class TierSessions {
  readonly #options: ContextTiersOptions;

  /** Takes over a tree. */
  constructor(options: ContextTiersOptions) {
    this.#options = options;
  }

  /**
   * Returns what a session is given as it begins, and records it. A session that begins once more is given what it
   * does not hold. Where nothing can be recorded, it is given all, and a note says so.
   */
  async start(session: string, options: TierOptions = {}): Promise<SessionStart | undefined> {
    const read = await this.read();
    if (read === undefined) return undefined;
    for (;;) {
      const record = await openSessionRecord(session, this.#options.openState);
      const { state } = record;
      const gatherer = await openGatherer(read, this.#options, { ...options, session, state });
      const mark = state && await markBeginning(session, state, gatherer.places.state);
      const identity = await build("identity", gatherer, { read, memory: record.memory });
      const injections = draftTierInjections(identity, SESSION_START);
      const notes = record.keep({ injections, mark });
      if (notes === undefined) continue;
      await gatherer.tellPlugins(SESSION_START);
      const { manifest: { workflow }, form } = read;
      const text = tellSessionStart(identity, workflow.sources, form);
      return { text, identity, notes: [...notes, ...noteUngranted(identity)] };
    }
  }

  /** Notes what a session did, which triggers go by. */
  async record(session: string, events: readonly ActivityEvent[]): Promise<void> {
    appendActivity(await this.#options.openState(), session, events);
  }

  /**
   * Returns the workflow tier when a trigger has been set off since it was asked for last, and records it;
   * undefined when there is nothing to give. Where nothing can be recorded, a note says so.
   *
   * @throws {RetrievalError} When what was recorded can not be read: nobody knows then what the session did.
   */
  async refresh(
    session: string,
    { rule = "drop", ...options }: RefreshTierOptions = {},
  ): Promise<WorkflowRefresh | undefined> {
    const read = await this.read();
    if (read === undefined) return undefined;
    const state = await this.#options.openState();
    for (;;) {
      const record = await openSessionRecord(session, () => Promise.resolve(state));
      const gatherer = await openGatherer(read, this.#options, { ...options, session, state });
      const { fired, isDue, mark } = await lookAtActivity(session, {
        ...{ state, rule, project: gatherer.places.state },
        triggers: read.manifest.workflow.refreshTriggers,
      });
      const triggers = fired.map(tellTrigger);
      const workflow = isDue
        ? await build("workflow", gatherer, { read, memory: record.memory })
        : undefined;
      const trigger = triggers.join(", ") || "cooldown-over";
      const injections = workflow === undefined ? [] : draftTierInjections(workflow, trigger);
      const notes = record.keep({ injections, mark });
      if (notes === undefined) continue;
      return workflow === undefined || workflow.used === 0
        ? undefined
        : { workflow, triggers, notes };
    }
  }

  /**
   * Records that something was read by its URI, and what of it was refused; returns whether the session did not hold
   * it as it is, and a note where nothing can be recorded.
   */
  async recordRead(
    session: string,
    tier: TierName,
    { input, tokens }: { readonly input: TierInput; readonly tokens: number },
  ): Promise<{ readonly isStale: boolean; readonly notes: readonly Note[] }> {
    const { uri, hash, pieces } = input;
    const row = { tier, source: uri, hash, trigger: "read" };
    const refused = tellBlocked(pieces).map((reason) => ({ ...row, tokens: 0, reason }));
    for (;;) {
      const { memory, keep } = await openSessionRecord(session, this.#options.openState);
      const isGiven = pieces.some((piece) => "text" in piece) && isTierWanted(input, memory);
      const isStale = memory.last(uri) !== hash;
      const injections = [...(isGiven ? [{ ...row, tokens }] : []), ...refused];
      const notes = injections.length === 0 ? [] : keep({ injections });
      if (notes !== undefined) return { isStale, notes };
    }
  }

  /** Returns the manifest of the project, when nothing in it is wrong. */
  read(): Promise<ReadContextManifest | undefined> {
    return readValidManifest(this.#options.root);
  }

  /** Returns what reads the sources of a manifest for a session. */
  async gather(
    read: ReadContextManifest,
    { session = "", ...options }: GathererOptions,
  ): Promise<TierGatherer> {
    const { state } = await openSessionRecord(session, this.#options.openState);
    return await openGatherer(read, this.#options, { ...options, session, state });
  }
}

/** Returns what notes that a session has been given its first tier, so that no bundle gives it again. */
async function markBeginning(
  session: string,
  state: State,
  project: ProjectState,
): Promise<RefreshMark | undefined> {
  if (findRefreshMark(state, session) !== undefined) return undefined;
  const { mark } = await lookAtActivity(session, { state, project, triggers: [], rule: "drop" });
  // What it did before is still to be looked at for triggers.
  return { ...mark, activity: 0, turns: 0 };
}

/** Puts a tier together for a session, less what it holds. */
async function build(
  tier: Exclude<TierName, "reference">,
  gatherer: TierGatherer,
  { read, memory }: { readonly read: ReadContextManifest; readonly memory: TierMemory },
): Promise<BuiltTier> {
  const inputs = markHeld(await gatherer.inputs(tier), (input) => !isTierWanted(input, memory));
  return buildTier(tier, inputs, { budget: read.manifest[tier].maxTokens });
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
    const refused = tellBlocked(files)
      .map((reason) => ({ tier, source: uri, hash, tokens: 0, trigger, reason }));
    const isOmitted = status === "omitted_budget";
    const omitted = isOmitted
      ? [{ tier, source: uri, hash, tokens: 0, trigger, reason: "omitted_budget" }]
      : [];
    return [...given, ...refused, ...omitted];
  });
}

/** Returns why files were refused, of each that was. */
function tellBlocked(
  files: readonly { readonly path: string; readonly status?: string; readonly reason?: string }[],
): readonly string[] {
  return files.filter(({ status }) => status === "blocked")
    .map(({ path, reason }) => `"${path}": ${reason}`);
}

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
