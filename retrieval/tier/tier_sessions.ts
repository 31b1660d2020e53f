import {
  buildTier,
  type BuiltTier,
  type CooldownRule,
  decideRefresh,
  documentStatus,
  firedTriggers,
  isCooledDown,
  mayInject,
  refreshPolicy,
  type RefreshTrigger,
  sourceStaleness,
  tellSessionStart,
  tellTrigger,
  type TierInput,
  type TierName,
} from "@dossier/core/tier";
import type { Visibility } from "@dossier/core/exclude";
import { textHash } from "../machine/mod.ts";
import {
  type ActivityEvent,
  appendActivity,
  appendTierInjections,
  findRefreshMark,
  lastTierHash,
  listEdges,
  putRefreshMark,
  readActivity,
  type State,
  type TierInjection,
  type TierStatistics,
  tierStatistics,
} from "../delivery/state/mod.ts";
import { TierGatherer, type TierSituation } from "./gather_tiers.ts";
import { type ReadContextManifest, readValidManifest } from "./read_context_manifest.ts";

/** Where tiers are put together. */
export interface ContextTiersOptions {
  /** Real absolute path of the tree. */
  readonly root: string;
  readonly visibility: Visibility;
  /** Opens the record of what was given. */
  readonly openState: () => Promise<State>;
}

/** What a session is about, for the plugins; each is optional. */
export interface TierOptions {
  /** What was asked for. */
  readonly prompt?: string | undefined;
  /** Messages of the commits made. */
  readonly commits?: readonly string[] | undefined;
  /** Paths of the files that are open or changed, relative to the root. */
  readonly files?: readonly string[] | undefined;
  /** Whether programs and modules that the manifest names may be run. @default false */
  readonly allowPlugins?: boolean | undefined;
  /** How long one may take, in milliseconds. @default 5000 */
  readonly pluginTimeMs?: number | undefined;
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
const SESSION_START = "session-start";

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
    await gatherer.tellPlugins(SESSION_START);
    const { manifest: { workflow }, form } = read;
    return { text: tellSessionStart(identity, workflow.sources, form), identity };
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
    const { fired, isDue } = await this.#lookAtActivity(session, { state, read, gatherer, rule });
    if (!isDue) return undefined;
    const triggers = fired.map(tellTrigger);
    const trigger = triggers.join(", ") || "cooldown-over";
    const workflow = await this.#give("workflow", gatherer, { read, session, trigger });
    return workflow.used === 0 ? undefined : { workflow, triggers };
  }

  async #lookAtActivity(
    session: string,
    { state, read, gatherer, rule }: {
      readonly state: State;
      readonly read: ReadContextManifest;
      readonly gatherer: TierGatherer;
      readonly rule: CooldownRule;
    },
  ): Promise<{ readonly fired: readonly RefreshTrigger[]; readonly isDue: boolean }> {
    const { active: [current], tasks } = gatherer.places.state;
    const rfc = await textHash(JSON.stringify([current?.path, current?.text, tasks]));
    const mark = findRefreshMark(state, session) ??
      { activity: 0, turns: 0, rfc, isWaiting: false };
    const { events, turns } = readActivity(state, session, mark.activity);
    const fired = firedTriggers(read.manifest.workflow.refreshTriggers, {
      turns: { before: mark.turns, now: mark.turns + turns },
      isRfcChanged: rfc !== mark.rfc,
      tools: events.flatMap(({ kind, value }) => kind === "tool" ? [value] : []),
    });
    const isCool = isCooledDown(tierStatistics(state, session).last, state.now());
    const decision = decideRefresh(fired, { isCool, isWaiting: mark.isWaiting, rule });
    putRefreshMark(state, session, {
      activity: events.at(-1)?.id ?? mark.activity,
      turns: mark.turns + turns,
      rfc,
      isWaiting: decision.isWaiting,
    });
    return { fired, isDue: decision.isDue };
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
    const isCool = isCooledDown(tierStatistics(state, session).last, state.now());
    const inputs = (await gatherer.inputs(tier)).map((input): TierInput =>
      input.instead === undefined && !isWanted(input, { state, session, isCool })
        ? { ...input, instead: { status: "fresh", reason: "the session has been given it" } }
        : input
    );
    const built = buildTier(tier, inputs, { budget: read.manifest[tier].maxTokens });
    const rows = toInjections(built, trigger);
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
    const isCool = isCooledDown(tierStatistics(state, session).last, state.now());
    const isStale = lastTierHash(state, session, uri) !== hash;
    const isGiven = pieces.some((piece) => "text" in piece) &&
      isWanted(input, { state, session, isCool });
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
  async gather(
    read: ReadContextManifest,
    { session = "", prompt = "", commits = [], files = [], allowPlugins = false, pluginTimeMs }:
      & TierOptions
      & { readonly session?: string | undefined },
  ): Promise<TierGatherer> {
    const state = await this.#options.openState();
    const situation: TierSituation = {
      ...{ session, prompt, commits, files, allowPlugins, pluginTimeMs },
      sessionText: tellSession(session, tierStatistics(state, session)),
      edgesOf: (source) => listEdges(state, source),
    };
    return await TierGatherer.open(read, this.#options, situation);
  }
}

function tellSession(session: string, { injections, tokens }: TierStatistics): string {
  if (session === "") return "No session.";
  return `Session ${session}: ${injections} injections, ${tokens} tokens.`;
}

/** Returns whether a source is to be given to a session. */
function isWanted(
  { uri, hash, pieces }: TierInput,
  { state, session, isCool }: {
    readonly state: State;
    readonly session: string;
    readonly isCool: boolean;
  },
): boolean {
  const [only, ...others] = pieces;
  const isRfc = uri.includes("/rfcs/") && only !== undefined && others.length === 0;
  const status = isRfc && "text" in only ? documentStatus(only.text) : undefined;
  const staleness = sourceStaleness(hash, lastTierHash(state, session, uri));
  return mayInject(refreshPolicy(uri, status), { staleness, isCool });
}

/** Returns what is to be recorded of a tier: each source that was given, and each file that was refused. */
function toInjections(
  { tier, sources }: BuiltTier,
  trigger: string,
): readonly Omit<TierInjection, "id" | "session" | "time">[] {
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
