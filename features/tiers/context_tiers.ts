import {
  type CompactionMoment,
  type ContextResource,
  COOLDOWN_MS,
  isCooledDown,
  listResources,
  type ManifestStatus,
  renderAtMoment,
  TierError,
} from "./core/mod.ts";
import {
  acknowledgeManifest,
  listTierInjections,
  type TierInjection,
  tierStatistics,
} from "./state/mod.ts";
import { type ActivityEvent, appendActivity } from "@dossier/retrieval/state";
import { maskValue } from "@dossier/retrieval/secrets";
import type { BuildKnowledgeOptions, BuiltKnowledge } from "./build_knowledge.ts";
import type { TierGatherer } from "./gather_tiers.ts";
import type { ManifestProblem } from "./manifest_reading.ts";
import { type GathererOptions, openGatherer, type TierOptions } from "./open_gatherer.ts";
import {
  type ReadContextManifest,
  readContextManifest,
  readValidManifest,
} from "./read_context_manifest.ts";
import type { ReadResource } from "./read_resource.ts";
import type { TrustReview } from "./review_trust.ts";
import { openSessionRecord } from "./session_record.ts";
import { type ContextTiersOptions, type SessionStart, startSession } from "./start_session.ts";

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

  /** Takes over a tree. */
  constructor(options: ContextTiersOptions) {
    this.#options = options;
  }

  /** Returns what the manifest declares, against what comes of it for a session that begins now. */
  async status(options: TierOptions = {}): Promise<ManifestStatus | undefined> {
    const read = await this.#read();
    if (read === undefined) return undefined;
    const { describeManifest } = await import("./manifest_status.ts");
    const gatherer = await this.#gather(read, options);
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
    const gatherer = read && await this.#gather(read);
    return await reviewTrust(read && gatherer && { read, gatherer }, this.#options);
  }

  /** Notes that the manifest is agreed to as it is, and returns its hash; undefined without a file. */
  async acknowledge(): Promise<string | undefined> {
    const read = await readContextManifest(this.#options.root);
    if (read?.hash === undefined) return undefined;
    await acknowledgeManifest(await this.#options.openState(), read.form.path, read.hash);
    return read.hash;
  }

  /**
   * Returns what a session is given as it begins, and records it. A session that begins once more is given what it
   * does not hold.
   */
  async start(session: string, asked: TierOptions = {}): Promise<SessionStart | undefined> {
    const read = await this.#read();
    return read && await startSession(session, read, { ...this.#options, asked });
  }

  /** Notes what a session did, which triggers go by, with its secrets masked. */
  async record(session: string, events: readonly ActivityEvent[]): Promise<void> {
    const masked = await maskValue(events);
    await appendActivity(await this.#options.openState(), session, masked);
  }

  /** Returns what a session was given by its tiers, and whether there is time for more. */
  async sessionStatus(session: string): Promise<SessionTiers> {
    const state = await this.#options.openState();
    const { injections, tokens, last } = await tierStatistics(state, session);
    const read = await this.#read();
    const gatherer = read && await this.#gather(read, { session });
    return {
      session,
      injections,
      tokens,
      recent: await listTierInjections(state, { session, limit: RECENT_INJECTIONS }),
      edges: gatherer?.relevant().length ?? 0,
      cooldownMs: COOLDOWN_MS,
      mayRefresh: isCooledDown(last, state.now()),
    };
  }

  /** Returns what hosts may read by its URI. */
  async resources(): Promise<readonly ContextResource[]> {
    const read = await this.#read();
    if (read === undefined) return [];
    const { places } = await this.#gather(read);
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
    const read = await this.#read();
    if (read === undefined) {
      throw new TierError("invalid-uri", `Cannot read "${uri}" as the project has no manifest`);
    }
    const { readResource } = await import("./read_resource.ts");
    const gatherer = await this.#gather(read, { ...options, session });
    return await readResource(uri, { gatherer, session, openState: this.#options.openState });
  }

  /** Returns what a session is told of its own accord, such as after its history was condensed. */
  async atMoment(moment: CompactionMoment): Promise<string> {
    const read = await this.#read();
    if (read === undefined) return "";
    const { readCarriedContext } = await import("./carried_context.ts");
    const { places } = await this.#gather(read);
    return renderAtMoment(moment, await readCarriedContext(read, places), read.form);
  }

  /** Makes the knowledge files that the manifest declares; see `buildKnowledge()`. */
  async buildKnowledge(options: BuildKnowledgeOptions = {}): Promise<readonly BuiltKnowledge[]> {
    const read = await this.#read();
    if (read === undefined) return [];
    const { buildKnowledge } = await import("./build_knowledge.ts");
    const { root, visibility, openState } = this.#options;
    return await buildKnowledge(read, { ...options, root, visibility, state: await openState() });
  }

  /** Returns the manifest of the project, when nothing in it is wrong. */
  #read(): Promise<ReadContextManifest | undefined> {
    return readValidManifest(this.#options.root);
  }

  /** Returns what reads the sources of a manifest for a session. */
  async #gather(
    read: ReadContextManifest,
    { session = "", ...options }: GathererOptions = {},
  ): Promise<TierGatherer> {
    const { state } = await openSessionRecord(session, this.#options.openState);
    return await openGatherer(read, this.#options, { ...options, session, state });
  }
}
