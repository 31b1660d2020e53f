import {
  type CompactionMoment,
  type ContextResource,
  COOLDOWN_MS,
  isCooledDown,
  listResources,
  type ManifestStatus,
  tellAtMoment,
  TierError,
} from "@dossier/core/tier";
import {
  acknowledgeManifest,
  type ActivityEvent,
  listTierInjections,
  type TierInjection,
  tierStatistics,
} from "../delivery/state/mod.ts";
import { maskValue } from "../secrets/mod.ts";
import type { BuildKnowledgeOptions, BuiltKnowledge } from "./build_knowledge.ts";
import type { ManifestProblem } from "./manifest_reading.ts";
import { readContextManifest } from "./read_context_manifest.ts";
import type { TierOptions } from "./open_gatherer.ts";
import type { ReadResource } from "./read_resource.ts";
import type { TrustReview } from "./review_trust.ts";
import {
  type ContextTiersOptions,
  type RefreshTierOptions,
  type SessionStart,
  TierSessions,
  type WorkflowRefresh,
} from "./tier_sessions.ts";

/** What a session was given by its tiers. */
export interface SessionTiers {
  /** Its id. */
  readonly session: string;
  /** How often it was given something. */
  readonly injections: number;
  /** Tokens of that. */
  readonly tokens: number;
  /** The last ten, also those that were refused, newest first. */
  readonly recent: readonly TierInjection[];
  /** Edges of the relevance graph that go out from the RFC in progress. */
  readonly edges: number;
  /** Time that has to pass between two injections, in milliseconds. */
  readonly cooldownMs: number;
  /** Whether it has passed. */
  readonly mayRefresh: boolean;
}

/** Injections that are told. */
const RECENT_INJECTIONS = 10;

/**
 * The tiers of context of one project, as its manifest declares them. Methods return undefined, or nothing, for a
 * project without a manifest; they throw a {@link TierError} `invalid-manifest` for one that is wrong, and a
 * {@link RetrievalError} for what is wrong with the state.
 */
export class ContextTiers {
  readonly #options: ContextTiersOptions;
  readonly #sessions: TierSessions;

  /** Takes over a tree. */
  constructor(options: ContextTiersOptions) {
    this.#options = options;
    this.#sessions = new TierSessions(options);
  }

  /** Returns what the manifest declares, against what comes of it for a session that begins now. */
  async status(options: TierOptions = {}): Promise<ManifestStatus | undefined> {
    const read = await this.#sessions.read();
    if (read === undefined) return undefined;
    const { describeManifest } = await import("./manifest_status.ts");
    const gatherer = await this.#sessions.gather(read, options);
    return await describeManifest(read, gatherer, await this.#options.openState());
  }

  /** Returns all that is wrong with the manifest itself; it need not be usable. */
  async problems(): Promise<readonly ManifestProblem[] | undefined> {
    return (await readContextManifest(this.#options.root))?.problems;
  }

  /** Returns what the files of the repository ask for that only the user may grant; the manifest need not be usable. */
  async reviewTrust(): Promise<TrustReview> {
    const { reviewTrust } = await import("./review_trust.ts");
    const read = await readContextManifest(this.#options.root);
    const gatherer = read && await this.#sessions.gather(read, {});
    return await reviewTrust(read && gatherer && { read, gatherer }, this.#options);
  }

  /** Notes that the manifest is agreed to as it is, and returns its hash; undefined without a file. */
  async acknowledge(): Promise<string | undefined> {
    const read = await readContextManifest(this.#options.root);
    if (read?.hash === undefined) return undefined;
    acknowledgeManifest(await this.#options.openState(), read.form.path, read.hash);
    return read.hash;
  }

  /**
   * Returns what a session is given as it begins, and records it. A session that begins once more is given what it
   * does not hold.
   */
  start(session: string, options: TierOptions = {}): Promise<SessionStart | undefined> {
    return this.#sessions.start(session, options);
  }

  /** Notes what a session did, which triggers go by, with its secrets masked. */
  async record(session: string, events: readonly ActivityEvent[]): Promise<void> {
    await this.#sessions.record(session, await maskValue(events));
  }

  /**
   * Returns the workflow tier when a trigger has been set off since it was asked for last, and records it;
   * undefined when there is nothing to give.
   */
  refresh(
    session: string,
    options: RefreshTierOptions = {},
  ): Promise<WorkflowRefresh | undefined> {
    return this.#sessions.refresh(session, options);
  }

  /** Returns what a session was given by its tiers, and whether there is time for more. */
  async sessionStatus(session: string): Promise<SessionTiers> {
    const state = await this.#options.openState();
    const { injections, tokens, last } = tierStatistics(state, session);
    const read = await this.#sessions.read();
    const gatherer = read && await this.#sessions.gather(read, { session });
    return {
      ...{ session, injections, tokens },
      recent: listTierInjections(state, { session, limit: RECENT_INJECTIONS }),
      edges: gatherer?.edges().length ?? 0,
      cooldownMs: COOLDOWN_MS,
      mayRefresh: isCooledDown(last, state.now()),
    };
  }

  /** Tells the plugins of the project that something has happened. */
  async tellPlugins(
    call: "worktree-enter" | "file-open",
    { session, ...options }: TierOptions & { readonly session?: string | undefined },
  ): Promise<void> {
    const read = await this.#sessions.read();
    if (read === undefined) return;
    await (await this.#sessions.gather(read, { ...options, session })).tellPlugins(call);
  }

  /** Returns what hosts may read by its URI. */
  async resources(): Promise<readonly ContextResource[]> {
    const read = await this.#sessions.read();
    if (read === undefined) return [];
    const { places } = await this.#sessions.gather(read, {});
    const active = places.state.active.map(({ number }) => number);
    return listResources(read.manifest, { form: read.form, active });
  }

  /**
   * Returns what a URI names, and records that a session has read it.
   *
   * @throws {TierError} `invalid-uri` for one that is none, or that a rule blocks.
   */
  async readResource(
    uri: string,
    { session, ...options }: TierOptions & { readonly session?: string | undefined } = {},
  ): Promise<ReadResource> {
    const read = await this.#sessions.read();
    if (read === undefined) {
      throw new TierError("invalid-uri", `Cannot read "${uri}" as the project has no manifest`);
    }
    const { readResource } = await import("./read_resource.ts");
    const gatherer = await this.#sessions.gather(read, { ...options, session });
    return await readResource(uri, { gatherer, session, sessions: this.#sessions });
  }

  /** Returns what a session is told of its own accord, such as after its history was condensed. */
  async atMoment(moment: CompactionMoment): Promise<string> {
    const read = await this.#sessions.read();
    if (read === undefined) return "";
    const { readCarriedContext } = await import("./carried_context.ts");
    const gatherer = await this.#sessions.gather(read, {});
    return tellAtMoment(moment, await readCarriedContext(read, gatherer.places), read.form);
  }

  /** Makes the knowledge files that the manifest declares; see `buildKnowledge()`. */
  async buildKnowledge(options: BuildKnowledgeOptions = {}): Promise<readonly BuiltKnowledge[]> {
    const read = await this.#sessions.read();
    if (read === undefined) return [];
    const { buildKnowledge } = await import("./build_knowledge.ts");
    const { root, visibility, openState } = this.#options;
    return await buildKnowledge(read, { ...options, root, visibility, state: await openState() });
  }
}
