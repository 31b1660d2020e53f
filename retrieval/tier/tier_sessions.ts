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
  appendTierInjections,
  findRefreshMark,
  putRefreshMark,
  type State,
  type TierInjectionDraft,
} from "../delivery/state/mod.ts";
import type { TierGatherer } from "./gather_tiers.ts";
import { isTierWanted, lookAtActivity, markHeld, openTierMemory } from "./look_at_activity.ts";
import { type GathererOptions, openGatherer, type TierOptions } from "./open_gatherer.ts";
import type { ProjectState } from "./project_state.ts";
import { type ReadContextManifest, readValidManifest } from "./read_context_manifest.ts";
import type { TierTree } from "./tier_files.ts";

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
}

/** What a session is given of the workflow tier. */
export interface WorkflowRefresh {
  /** Its text, and what became of its sources. */
  readonly workflow: BuiltTier;
  /** The triggers that were set off, as manifests write them. */
  readonly triggers: readonly string[];
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
   * does not hold.
   */
  async start(session: string, options: TierOptions = {}): Promise<SessionStart | undefined> {
    const read = await this.read();
    if (read === undefined) return undefined;
    const gatherer = await this.gather(read, { ...options, session });
    const identity = await this.#give("identity", gatherer, {
      ...{ read, session, trigger: SESSION_START },
    });
    await this.#noteBeginning(session, gatherer.places.state);
    await gatherer.tellPlugins(SESSION_START);
    const { manifest: { workflow }, form } = read;
    return { text: tellSessionStart(identity, workflow.sources, form), identity };
  }

  /** Notes that a session has been given its first tier, so that no bundle gives it again. */
  async #noteBeginning(session: string, project: ProjectState): Promise<void> {
    const state = await this.#options.openState();
    if (findRefreshMark(state, session) !== undefined) return;
    const rule = "drop";
    const { mark } = await lookAtActivity(session, { state, project, triggers: [], rule });
    // What it did before is still to be looked at for triggers.
    putRefreshMark(state, session, { ...mark, activity: 0, turns: 0 });
  }

  /** Notes what a session did, which triggers go by. */
  async record(session: string, events: readonly ActivityEvent[]): Promise<void> {
    appendActivity(await this.#options.openState(), session, events);
  }

  /**
   * Returns the workflow tier when a trigger has been set off since it was asked for last, and records it;
   * undefined when there is nothing to give.
   */
  async refresh(
    session: string,
    { rule = "drop", ...options }: RefreshTierOptions = {},
  ): Promise<WorkflowRefresh | undefined> {
    const read = await this.read();
    if (read === undefined) return undefined;
    const state = await this.#options.openState();
    const gatherer = await this.gather(read, { ...options, session });
    const { fired, isDue, mark } = await lookAtActivity(session, {
      ...{ state, rule, project: gatherer.places.state },
      triggers: read.manifest.workflow.refreshTriggers,
    });
    putRefreshMark(state, session, mark);
    if (!isDue) return undefined;
    const triggers = fired.map(tellTrigger);
    const trigger = triggers.join(", ") || "cooldown-over";
    const workflow = await this.#give("workflow", gatherer, { read, session, trigger });
    return workflow.used === 0 ? undefined : { workflow, triggers };
  }

  /** Puts a tier together for a session, less what it holds, and records what is given and refused. */
  async #give(
    tier: Exclude<TierName, "reference">,
    gatherer: TierGatherer,
    { read, session, trigger }: {
      readonly read: ReadContextManifest;
      readonly session: string;
      readonly trigger: string;
    },
  ): Promise<BuiltTier> {
    const state = await this.#options.openState();
    const memory = openTierMemory(state, session);
    const inputs = markHeld(
      await gatherer.inputs(tier),
      (input) => !isTierWanted(input, memory),
    );
    const built = buildTier(tier, inputs, { budget: read.manifest[tier].maxTokens });
    const rows = draftTierInjections(built, trigger);
    if (rows.length > 0) appendTierInjections(state, session, rows);
    return built;
  }

  /**
   * Records that something was read by its URI, and what of it was refused; returns whether the session did not hold
   * it as it is.
   */
  async recordRead(
    session: string,
    tier: TierName,
    { input, tokens }: { readonly input: TierInput; readonly tokens: number },
  ): Promise<boolean> {
    const state = await this.#options.openState();
    const { uri, hash, pieces } = input;
    const memory = openTierMemory(state, session);
    const isStale = memory.last(uri) !== hash;
    const isGiven = pieces.some((piece) => "text" in piece) && isTierWanted(input, memory);
    const row = { tier, source: uri, hash, trigger: "read" };
    const rows = [
      ...(isGiven ? [{ ...row, tokens }] : []),
      ...tellBlocked(pieces).map((reason) => ({ ...row, tokens: 0, reason })),
    ];
    if (rows.length > 0) appendTierInjections(state, session, rows);
    return isStale;
  }

  /** Returns the manifest of the project, when nothing in it is wrong. */
  read(): Promise<ReadContextManifest | undefined> {
    return readValidManifest(this.#options.root);
  }

  /** Returns what reads the sources of a manifest for a session. */
  async gather(read: ReadContextManifest, options: GathererOptions): Promise<TierGatherer> {
    const state = await this.#options.openState();
    return await openGatherer(read, this.#options, { ...options, state });
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
