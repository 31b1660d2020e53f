import {
  addPlugins,
  buildTier,
  type BuiltTier,
  findRelevant,
  formatTrigger,
  isSalient,
  joinPieces,
  type PluginReport,
  type SalienceFacts,
  type SalienceTrigger,
  type TierInput,
  type TierName,
  type TierPiece,
} from "./core/mod.ts";
import { StepLimit } from "@dossier/core/condition";
import type { GrantOption, Trust } from "@dossier/retrieval/settings";
import { compilePattern, textHash } from "@dossier/retrieval/machine";
import { listFiles } from "@dossier/retrieval/tree";
import { type PluginRequest, type PluginResponse, runPlugin } from "./run_plugin.ts";
import type { ProjectState } from "./project_state.ts";
import type { LoadedManifest } from "./read_context_manifest.ts";
import { resolveSource, type SourceContext, toGrantRequest } from "./resolve_source.ts";
import { DEFAULT_GRANTS, readTierFile, SourceLimit, type TierTree } from "./tier_files.ts";

/** The state in which tiers are gathered. */
export interface TierSituation {
  readonly project: ProjectState;
  /** Id of the session; empty without one. */
  readonly session: string;
  /** A sentence about the session. */
  readonly sessionText: string;
  readonly prompt: string;
  /** Messages of the commits made. */
  readonly commits: readonly string[];
  /** Paths of open or changed files, relative to the root. */
  readonly files: readonly string[];
  /** Grants of the user; absent when the manifest requests none. */
  readonly trust?: Trust | undefined;
  /** If true, programs and modules of the project may be run. */
  readonly allowPlugins: boolean;
  /** Time limit of a plugin in milliseconds. */
  readonly pluginTimeMs?: number | undefined;
}

/**
 * Maximum number of files whose texts are searched for triggers of plugins, the last changed ones.
 */
const MAX_FACT_FILES = 100;

/** Reads the sources of one manifest in one situation; each plugin is called once. */
export class TierGatherer {
  readonly #read: LoadedManifest;
  readonly #situation: TierSituation;
  readonly #places: SourceContext;
  readonly #responses = new Map<string, Promise<PluginResponse>>();
  readonly #steps: StepLimit;
  #facts: Promise<SalienceFacts> | undefined;

  /** Use `openGatherer()`. */
  constructor(read: LoadedManifest, tree: TierTree, situation: TierSituation) {
    const { form, manifest: { types }, requests, hash = "" } = read;
    const { project: state, sessionText: session } = situation;
    this.#read = read;
    this.#steps = new StepLimit("invalid-manifest", `the triggers of "${form.path}"`);
    this.#situation = situation;
    const provide = (name: string) => this.#provide(name);
    let listed: Promise<readonly string[]> | undefined;
    const listPaths = () =>
      listed ??= listFiles(tree.root, tree.visibility).then(({ paths }) => paths);
    const limit = new SourceLimit();
    const isGranted = (uri: string, requestedOption: GrantOption, target: string) => {
      const request = requests.find((one) => one.uri === uri && one.option === requestedOption);
      return request !== undefined && situation.trust !== undefined &&
        situation.trust.grants(toGrantRequest(request, { file: form.path, hash, target }));
    };
    const given = { limit, listPaths, isGranted };
    this.#places = { ...tree, form, types, state, session, provide, ...given };
  }

  /** The tree, the form and the state for resolving sources. */
  get places(): SourceContext {
    return this.#places;
  }

  /** Returns the readable sources of a tier that is injected without a request. */
  async readInputs(tier: Exclude<TierName, "reference">): Promise<readonly TierInput[]> {
    // In sequence, as earlier sources have priority in the limit.
    const inputs: TierInput[] = [];
    for (const source of this.#read.manifest[tier].sources) {
      inputs.push(await resolveSource(source, this.#places));
    }
    return inputs;
  }

  /** Returns the source of a URI, with the grants of the manifest. */
  resolve(uri: string): Promise<TierInput> {
    const { identity, workflow } = this.#read.manifest;
    const declared = [...identity.sources, ...workflow.sources].find((source) =>
      source.uri === uri
    );
    return resolveSource(declared ?? { uri, ...DEFAULT_GRANTS }, this.#places);
  }

  /** Returns the URIs of the documents that the text of the RFC in progress refers to. */
  listRelevantUris(): readonly string[] {
    const { form, state: { active: [current], text } } = this.#places;
    if (current === undefined) return [];
    return findRelevant(`${form.scheme}://docs/rfcs/${current.number}`, text, form);
  }

  /**
   * Returns the reference tier: the documents that the RFC in progress refers to, and the texts of
   * active plugins.
   */
  async buildReferenceTier(): Promise<BuiltTier> {
    const { maxTokens } = this.#read.manifest.reference;
    const documents = await this.readRelevantInputs();
    const built = buildTier("reference", documents, { budget: maxTokens, cuts: false });
    return addPlugins(built, await this.readPluginInputs());
  }

  /** Returns the documents that the RFC in progress refers to, the most relevant first. */
  async readRelevantInputs(): Promise<readonly TierInput[]> {
    const { graph } = this.#read.manifest.reference;
    const targets = graph === undefined ? [] : this.listRelevantUris();
    const inputs: TierInput[] = [];
    for (const target of targets) inputs.push(await this.resolve(target));
    // A mentioned number without a document of the project is not a source.
    return inputs.filter(({ pieces, instead }) => pieces.length > 0 && instead === undefined);
  }

  /** Returns the texts of active plugins, in the order of the manifest. */
  async readPluginInputs(): Promise<readonly TierInput[]> {
    // In parallel, so that plugins that hang cost one time limit in total.
    const given = await Promise.all(
      this.#read.manifest.plugins.map(async ({ uri }): Promise<TierInput[]> => {
        const answer = await this.#getResponse(uri);
        if (answer?.kind !== "answered") return [];
        const { pieces } = answer;
        return [{ uri, pieces, hash: await textHash(joinPieces(pieces)) }];
      }),
    );
    return given.flat();
  }

  /** Returns a report on each plugin: whether it is active, and the reason when it is not. */
  listPluginReports(): Promise<readonly PluginReport[]> {
    return Promise.all(this.#read.manifest.plugins.map(async (plugin): Promise<PluginReport> => {
      const { uri, provides, salienceTriggers } = plugin;
      const answer = await this.#getResponse(uri);
      return {
        uri,
        provides,
        triggers: salienceTriggers.map(formatTrigger),
        ...(answer === undefined
          ? { status: "inactive", reason: "no trigger of it is active" }
          : answer.kind === "answered"
          ? { status: "active" }
          : { status: "skipped", reason: answer.reason }),
      };
    }));
  }

  /** Returns the active triggers of all plugins, in the notation of manifests. */
  async listActiveTriggers(): Promise<readonly string[]> {
    const triggers = this.#read.manifest.plugins.flatMap((plugin) => plugin.salienceTriggers);
    const active = await this.#listActive(triggers);
    return active.map(formatTrigger);
  }

  /** Notifies all plugins of an event; their responses are not used. */
  async notifyPlugins(call: Exclude<PluginRequest["call"], "provide">): Promise<void> {
    await Promise.all(this.#read.manifest.plugins.map(({ uri }) => this.#run(uri, call)));
  }

  async #provide(name: string): Promise<readonly TierPiece[] | undefined> {
    const prefix = `${this.#places.form.scheme}://${name}/`;
    const plugin = this.#read.manifest.plugins
      .find(({ uri }) => `${uri.replace(/\/+$/, "")}/`.startsWith(prefix));
    if (plugin === undefined) return undefined;
    const answer = await this.#getResponse(plugin.uri);
    return answer?.kind === "answered" ? answer.pieces : [];
  }

  /** Returns the response of a plugin; undefined while none of its triggers is active. */
  async #getResponse(uri: string): Promise<PluginResponse | undefined> {
    const plugin = this.#read.manifest.plugins.find((each) => each.uri === uri)!;
    if ((await this.#listActive(plugin.salienceTriggers)).length === 0) return undefined;
    const response = this.#responses.get(uri) ?? this.#run(uri, "provide");
    this.#responses.set(uri, response);
    return await response;
  }

  async #listActive(triggers: readonly SalienceTrigger[]): Promise<readonly SalienceTrigger[]> {
    const facts = await (this.#facts ??= this.#readFacts());
    const isActive = await Promise.all(
      triggers.map((trigger) =>
        isSalient(trigger, facts, { compile: compilePattern, steps: this.#steps })
      ),
    );
    return triggers.filter((_, at) => isActive[at]);
  }

  async #run(uri: string, call: PluginRequest["call"]): Promise<PluginResponse> {
    const { session, prompt, commits, files, allowPlugins, pluginTimeMs } = this.#situation;
    const plugin = this.#read.manifest.plugins.find((each) => each.uri === uri)!;
    if (!allowPlugins && (plugin.command ?? plugin.module) !== undefined) {
      return {
        kind: "skipped",
        reason: "programs of the project are not run unless you allow it with --allow-plugins",
      };
    }
    return await runPlugin(plugin, { call, uri, session, prompt, commits, files }, {
      root: this.#places.root,
      timeLimitMs: pluginTimeMs,
    });
  }

  async #readFacts(): Promise<SalienceFacts> {
    const { prompt, commits, files } = this.#situation;
    const texts: TierPiece[] = [];
    for (const path of files.slice(0, MAX_FACT_FILES)) {
      texts.push(await readTierFile(path, DEFAULT_GRANTS, this.#places));
    }
    return {
      prompt,
      commits,
      files: texts.flatMap((piece) => "text" in piece ? [piece.text] : []),
    };
  }
}
