import {
  type CompactionMoment,
  type ContextResource,
  COOLDOWN_MS,
  isCooledDown,
  listResources,
  type ManifestStatus,
  renderMoment,
  TierError,
} from "./core/mod.ts";
import {
  acknowledgeManifest,
  listTierInjections,
  readTierStatistics,
  type TierInjection,
} from "./state/mod.ts";
import { type ActivityEvent, appendActivity } from "@dossier/retrieval/state";
import { maskValue } from "@dossier/retrieval/secrets";
import type { BuildKnowledgeOptions, BuiltKnowledge } from "./build_knowledge.ts";
import type { TierGatherer } from "./gather_tiers.ts";
import type { ManifestProblem } from "./manifest_reader.ts";
import { type GathererOptions, openGatherer, type TierOptions } from "./open_gatherer.ts";
import {
  type LoadedManifest,
  readContextManifest,
  readValidManifest,
} from "./read_context_manifest.ts";
import type { ReadResource } from "./read_resource.ts";
import type { TrustReview } from "./review_trust.ts";
import { openSessionRecord } from "./session_record.ts";
import { type ContextTiersOptions, type SessionStart, startSession } from "./start_session.ts";

/** The injections of a session from its tiers. */
export interface SessionTiers {
  /** Its id. */
  readonly session: string;
  /** Number of injections. */
  readonly injections: number;
  /** Tokens of all injections. */
  readonly tokens: number;
  /** The last ten, also rejected ones, newest first. */
  readonly recent: readonly TierInjection[];
  /** Edges of the relevance graph from the RFC in progress. */
  readonly edges: number;
  /** Shortest time between two injections, in milliseconds. */
  readonly cooldownMs: number;
  /** True when that time has passed. */
  readonly mayRefresh: boolean;
}

/** Number of injections in the list. */
const RECENT_INJECTIONS = 10;

/**
 * The tiers of context of one project, as its manifest declares them. Methods return undefined, or
 * nothing, for a project without a manifest; they throw a {@link TierError} `invalid-manifest` for
 * an invalid one, and a {@link RetrievalError} for errors of the state.
 */
export class ContextTiers {
  readonly #options: ContextTiersOptions;

  /** Use {@link openTiers}. */
  constructor(options: ContextTiersOptions) {
    this.#options = options;
  }

  /** Returns the declarations of the manifest, with their result for a session that begins now. */
  async status(options: TierOptions = {}): Promise<ManifestStatus | undefined> {
    const read = await this.#read();
    if (read === undefined) return undefined;
    const { buildManifestStatus } = await import("./manifest_status.ts");
    const gatherer = await this.#gather(read, options);
    return await buildManifestStatus(read, gatherer, await this.#options.openState());
  }

  /** Returns all problems of the manifest; it may be unusable. */
  async problems(): Promise<readonly ManifestProblem[] | undefined> {
    return (await readContextManifest(this.#options.root))?.problems;
  }

  /**
   * Returns the requests of the repository's files that only the user may grant; the manifest may
   * be unusable.
   */
  async reviewTrust(): Promise<TrustReview> {
    const { reviewTrust } = await import("./review_trust.ts");
    const read = await readContextManifest(this.#options.root);
    const gatherer = read && await this.#gather(read);
    return await reviewTrust(read && gatherer && { read, gatherer }, this.#options);
  }

  /**
   * Records that the user agrees to the current manifest, and returns its hash; undefined without a
   * file.
   */
  async acknowledge(): Promise<string | undefined> {
    const read = await readContextManifest(this.#options.root);
    if (read?.hash === undefined) return undefined;
    await acknowledgeManifest(await this.#options.openState(), read.form.path, read.hash);
    return read.hash;
  }

  /**
   * Returns the text for the start of a session, and records it. A session that starts again gets
   * only the parts that it does not have.
   */
  async start(session: string, options: TierOptions = {}): Promise<SessionStart | undefined> {
    const read = await this.#read();
    return read && await startSession(session, read, { ...this.#options, options });
  }

  /** Records activity of a session for triggers, with secrets masked. */
  async record(session: string, events: readonly ActivityEvent[]): Promise<void> {
    const masked = await maskValue(events);
    await appendActivity(await this.#options.openState(), session, masked);
  }

  /** Returns the injections of a session, and whether the cooldown has passed. */
  async sessionStatus(session: string): Promise<SessionTiers> {
    const state = await this.#options.openState();
    const { injections, tokens, last } = await readTierStatistics(state, session);
    const read = await this.#read();
    const gatherer = read && await this.#gather(read, { session });
    return {
      session,
      injections,
      tokens,
      recent: await listTierInjections(state, { session, limit: RECENT_INJECTIONS }),
      edges: gatherer?.listRelevantUris().length ?? 0,
      cooldownMs: COOLDOWN_MS,
      mayRefresh: isCooledDown(last, state.now()),
    };
  }

  /** Returns the resources that hosts may read by URI. */
  async resources(): Promise<readonly ContextResource[]> {
    const read = await this.#read();
    if (read === undefined) return [];
    const { places } = await this.#gather(read);
    const active = places.state.active.map(({ number }) => number);
    return listResources(read.manifest, { form: read.form, active });
  }

  /**
   * Returns the text of a URI, and records the read for the session.
   *
   * @throws {TierError} `invalid-uri` for an invalid URI, or one that a rule blocks.
   */
  async readResource(
    uri: string,
    { session, ...options }: TierOptions & { readonly session?: string | undefined } = {},
  ): Promise<ReadResource> {
    const read = await this.#read();
    if (read === undefined) {
      throw new TierError("invalid-uri", `Cannot read "${uri}" as the project has no manifest`);
    }
    const { readResource } = await import("./read_resource.ts");
    const gatherer = await this.#gather(read, { ...options, session });
    return await readResource(uri, { gatherer, session, openState: this.#options.openState });
  }

  /** Returns the text for a moment of a session, such as after the compaction of its history. */
  async atMoment(moment: CompactionMoment): Promise<string> {
    const read = await this.#read();
    if (read === undefined) return "";
    const { readMomentContext } = await import("./moment_context.ts");
    const { places } = await this.#gather(read);
    return renderMoment(moment, await readMomentContext(read, places), read.form);
  }

  /** Builds the knowledge files that the manifest declares; see `buildKnowledge()`. */
  async buildKnowledge(options: BuildKnowledgeOptions = {}): Promise<readonly BuiltKnowledge[]> {
    const read = await this.#read();
    if (read === undefined) return [];
    const { buildKnowledge } = await import("./build_knowledge.ts");
    const { root, visibility, openState } = this.#options;
    return await buildKnowledge(read, { ...options, root, visibility, state: await openState() });
  }

  /** Returns the manifest of the project when it is valid. */
  #read(): Promise<LoadedManifest | undefined> {
    return readValidManifest(this.#options.root);
  }

  /** Returns a reader of the sources of a manifest for a session. */
  async #gather(
    read: LoadedManifest,
    { session = "", ...options }: GathererOptions = {},
  ): Promise<TierGatherer> {
    const { state } = await openSessionRecord(session, this.#options.openState);
    return await openGatherer(read, this.#options, { ...options, session, state });
  }
}
