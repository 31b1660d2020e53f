import {
  addPlugins,
  buildTier,
  type BuiltTier,
  findRelevant,
  isSalient,
  joinPieces,
  type PluginReport,
  printTrigger,
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
import { askPlugin, type PluginAnswer, type PluginRequest } from "./ask_plugin.ts";
import type { ProjectState } from "./project_state.ts";
import type { ReadContextManifest } from "./read_context_manifest.ts";
import { resolveSource, type TierPlaces, toGrantRequest } from "./resolve_source.ts";
import { OWN_FILES, readTierFile, SourceRoom, type TierTree } from "./tier_files.ts";

/** What goes on while tiers are put together. */
export interface TierSituation {
  readonly project: ProjectState;
  /** Id of the session; empty without one. */
  readonly session: string;
  /** What there is to say of the session. */
  readonly sessionText: string;
  readonly prompt: string;
  /** Messages of the commits made. */
  readonly commits: readonly string[];
  /** Paths of the files that are open or changed, relative to the root. */
  readonly files: readonly string[];
  /** What the user grants the project; absent where its manifest asks for nothing. */
  readonly trust?: Trust | undefined;
  /** Whether programs and modules of the project may be run. */
  readonly allowPlugins: boolean;
  /** How long a plugin may take, in milliseconds. */
  readonly pluginTimeMs?: number | undefined;
}

/** Files whose texts are looked into for what plugins may say: as many as were changed last. */
const MAX_FACT_FILES = 100;

/** Reads the sources of one manifest in one situation; each plugin is asked once. */
export class TierGatherer {
  readonly #read: ReadContextManifest;
  readonly #situation: TierSituation;
  readonly #places: TierPlaces;
  readonly #answers = new Map<string, Promise<PluginAnswer>>();
  readonly #steps: StepLimit;
  #facts: Promise<SalienceFacts> | undefined;

  /** Use `openGatherer()`. */
  constructor(read: ReadContextManifest, tree: TierTree, situation: TierSituation) {
    const { form, manifest: { types }, requests, hash = "" } = read;
    const { project: state, sessionText: session } = situation;
    this.#read = read;
    this.#steps = new StepLimit("invalid-manifest", `the triggers of "${form.path}"`);
    this.#situation = situation;
    const provide = (name: string) => this.#provide(name);
    let listed: Promise<readonly string[]> | undefined;
    const listPaths = () =>
      listed ??= listFiles(tree.root, tree.visibility).then(({ paths }) => paths);
    const room = new SourceRoom();
    const isGranted = (uri: string, wanted: GrantOption, target: string) => {
      const request = requests.find((one) => one.uri === uri && one.option === wanted);
      return request !== undefined && situation.trust !== undefined &&
        situation.trust.grants(toGrantRequest(request, { file: form.path, hash, target }));
    };
    const given = { room, listPaths, isGranted };
    this.#places = { ...tree, form, types, state, session, provide, ...given };
  }

  /** Where sources are found, and what the project is at. */
  get places(): TierPlaces {
    return this.#places;
  }

  /** Returns the sources of a tier that is pushed, as far as they can be read. */
  async inputs(tier: Exclude<TierName, "reference">): Promise<readonly TierInput[]> {
    // One after the other, as the first ones have the room.
    const inputs: TierInput[] = [];
    for (const source of this.#read.manifest[tier].sources) {
      inputs.push(await resolveSource(source, this.#places));
    }
    return inputs;
  }

  /** Returns what a URI names, as the manifest grants it. */
  resolve(uri: string): Promise<TierInput> {
    const { identity, workflow } = this.#read.manifest;
    const declared = [...identity.sources, ...workflow.sources].find((source) =>
      source.uri === uri
    );
    return resolveSource(declared ?? { uri, ...OWN_FILES }, this.#places);
  }

  /** Returns the URIs of the documents that the text of the RFC in progress refers to. */
  relevant(): readonly string[] {
    const { form, state: { active: [current], text } } = this.#places;
    if (current === undefined) return [];
    return findRelevant(`${form.scheme}://docs/rfcs/${current.number}`, text, form);
  }

  /** Returns the reference tier: what matters for the RFC in progress, and what active plugins give. */
  async reference(): Promise<BuiltTier> {
    const { maxTokens } = this.#read.manifest.reference;
    const documents = await this.relevantInputs();
    const built = buildTier("reference", documents, { budget: maxTokens, cuts: false });
    return addPlugins(built, await this.pluginInputs());
  }

  /** Returns the documents that matter for the RFC in progress, what matters most first. */
  async relevantInputs(): Promise<readonly TierInput[]> {
    const { graph } = this.#read.manifest.reference;
    const targets = graph === undefined ? [] : this.relevant();
    const inputs: TierInput[] = [];
    for (const target of targets) inputs.push(await this.resolve(target));
    // A number that is mentioned and is no document of the project is no source of it.
    return inputs.filter(({ pieces, instead }) => pieces.length > 0 && instead === undefined);
  }

  /** Returns what active plugins give, in the order of the manifest. */
  async pluginInputs(): Promise<readonly TierInput[]> {
    // At once, so that those that hang take as long as one.
    const given = await Promise.all(
      this.#read.manifest.plugins.map(async ({ uri }): Promise<TierInput[]> => {
        const answer = await this.#ask(uri);
        if (answer?.kind !== "answered") return [];
        const { pieces } = answer;
        return [{ uri, pieces, hash: await textHash(joinPieces(pieces)) }];
      }),
    );
    return given.flat();
  }

  /** Returns of each plugin whether it is active, and what stands in its way. */
  plugins(): Promise<readonly PluginReport[]> {
    return Promise.all(this.#read.manifest.plugins.map(async (plugin): Promise<PluginReport> => {
      const { uri, provides, salienceTriggers } = plugin;
      const answer = await this.#ask(uri);
      return {
        uri,
        provides,
        triggers: salienceTriggers.map(printTrigger),
        ...(answer === undefined
          ? { status: "inactive", reason: "no trigger of it is active" }
          : answer.kind === "answered"
          ? { status: "active" }
          : { status: "skipped", reason: answer.reason }),
      };
    }));
  }

  /** Returns the triggers of all plugins that are active, as manifests write them. */
  async activeTriggers(): Promise<readonly string[]> {
    const triggers = this.#read.manifest.plugins.flatMap((plugin) => plugin.salienceTriggers);
    const active = await this.#listActive(triggers);
    return active.map(printTrigger);
  }

  /** Tells all plugins that something has happened; what they answer is not used. */
  async notifyPlugins(call: Exclude<PluginRequest["call"], "provide">): Promise<void> {
    await Promise.all(this.#read.manifest.plugins.map(({ uri }) => this.#run(uri, call)));
  }

  async #provide(name: string): Promise<readonly TierPiece[] | undefined> {
    const prefix = `${this.#places.form.scheme}://${name}/`;
    const plugin = this.#read.manifest.plugins
      .find(({ uri }) => `${uri.replace(/\/+$/, "")}/`.startsWith(prefix));
    if (plugin === undefined) return undefined;
    const answer = await this.#ask(plugin.uri);
    return answer?.kind === "answered" ? answer.pieces : [];
  }

  /** Returns what a plugin has to say; undefined while none of its triggers is active. */
  async #ask(uri: string): Promise<PluginAnswer | undefined> {
    const plugin = this.#read.manifest.plugins.find((each) => each.uri === uri)!;
    if ((await this.#listActive(plugin.salienceTriggers)).length === 0) return undefined;
    const asked = this.#answers.get(uri) ?? this.#run(uri, "provide");
    this.#answers.set(uri, asked);
    return await asked;
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

  async #run(uri: string, call: PluginRequest["call"]): Promise<PluginAnswer> {
    const { session, prompt, commits, files, allowPlugins, pluginTimeMs } = this.#situation;
    const plugin = this.#read.manifest.plugins.find((each) => each.uri === uri)!;
    if (!allowPlugins && (plugin.command ?? plugin.module) !== undefined) {
      return {
        kind: "skipped",
        reason: "programs of the project are not run unless you allow it with --allow-plugins",
      };
    }
    return await askPlugin(plugin, { call, uri, session, prompt, commits, files }, {
      root: this.#places.root,
      timeLimitMs: pluginTimeMs,
    });
  }

  async #readFacts(): Promise<SalienceFacts> {
    const { prompt, commits, files } = this.#situation;
    const texts: TierPiece[] = [];
    for (const path of files.slice(0, MAX_FACT_FILES)) {
      texts.push(await readTierFile(path, OWN_FILES, this.#places));
    }
    return {
      prompt,
      commits,
      files: texts.flatMap((piece) => "text" in piece ? [piece.text] : []),
    };
  }
}
