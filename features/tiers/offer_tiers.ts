import type { Note } from "@dossier/core";
import {
  formatTrigger,
  type ManifestForm,
  type TierChoice,
  type TierInput,
  type TierName,
  type TierSource,
} from "./core/mod.ts";
import { acknowledgedManifestHash, findRefreshMark, type RefreshMark } from "./state/mod.ts";
import type { StateStore } from "@dossier/retrieval/state";
import type { TierGatherer } from "./gather_tiers.ts";
import {
  checkActivity,
  type CheckedActivity,
  markFresh,
  openTierMemory,
  shouldInjectSource,
  type TierMemory,
} from "./check_activity.ts";
import { openGatherer, type TierOptions } from "./open_gatherer.ts";
import {
  formatChangeMessage,
  type LoadedManifest,
  readValidManifest,
} from "./read_context_manifest.ts";
import type { TierTree } from "./tier_files.ts";
import { SESSION_START } from "./start_session.ts";

/** A bundle's request for tiers. */
export interface TiersRequest extends Pick<TierOptions, "prompt" | "allowPlugins"> {
  /** The tiers to include. @default those that are due */
  readonly choice?: TierChoice | undefined;
  /** The session of the bundle; without one a session begins and ends with it. */
  readonly session?: string | undefined;
  /** The state with the records; absent when there are none, and none should be made. */
  readonly state?: StateStore | undefined;
}

/** A part of a tier for a bundle. */
export interface OfferedTier {
  readonly tier: TierName;
  /** In order; excluded ones have a reason. */
  readonly inputs: readonly TierInput[];
  /** Maximum number of tokens of all parts of the tier together. */
  readonly budget: number;
  /** If true, a text that is larger than the budget may be cut. */
  readonly cuts: boolean;
  /** True for a plugin, which shares the rest of the budget with other plugins. */
  readonly isPlugin: boolean;
  /** The trigger that fired. */
  readonly trigger: string;
}

/** The tiers for a bundle. */
export interface OfferedTiers {
  readonly form: ManifestForm;
  readonly parts: readonly OfferedTier[];
  /** Sources of which only the URIs are included, as they can be requested later. */
  readonly declared: readonly TierSource[];
  /** Maximum number of tokens of the workflow tier, to which `declared` belongs. */
  readonly workflowTokens: number;
  readonly notes: readonly Note[];
  /** The new mark of the session's activity, to be stored with the bundle. */
  readonly mark?: RefreshMark | undefined;
}

/** Trigger of a chosen tier. */
const CHOSEN = "chosen";

/** Trigger of a plugin. */
const SALIENCE = "salience";

/**
 * Returns the tiers for a bundle, and records nothing.
 *
 * A session begins with the identity tier, and the URIs of the workflow tier. Later bundles include
 * the workflow tier when a trigger has fired, and changed sources of the identity tier. Texts of
 * active plugins are always included.
 *
 * @returns Undefined for a project without a manifest, unless a tier is chosen; then the default
 * manifest applies.
 * @throws {TierError} `invalid-manifest`.
 */
export async function offerTiers(
  request: TiersRequest,
  tree: TierTree,
): Promise<OfferedTiers | undefined> {
  const { choice, session, state } = request;
  const read = await readValidManifest(tree.root);
  if (read === undefined || (read.hash === undefined && choice === undefined)) return undefined;
  const gatherer = await openGatherer(read, tree, request);
  const { manifest } = read;
  const isKnown = session !== undefined && state !== undefined;
  const isBeginning = !isKnown || await findRefreshMark(state, session) === undefined;
  const looked = !isKnown ? undefined : await checkActivity(session, {
    state,
    project: gatherer.places.state,
    turns: 1,
    triggers: manifest.workflow.refreshTriggers,
  });
  const offerContext: OfferContext = {
    choice,
    isBeginning,
    looked,
    gatherer,
    read,
    memory: await openTierMemory(state, session),
  };
  return {
    form: read.form,
    parts: [
      ...await offerIdentity(offerContext),
      ...await offerWorkflow(offerContext),
      ...await offerReference(offerContext),
    ].filter(({ inputs }) => inputs.length > 0),
    declared: choice === undefined && isBeginning ? manifest.workflow.sources : [],
    workflowTokens: manifest.workflow.maxTokens,
    notes: [...await listChangeNotes(read, state), ...await listPluginNotes(offerContext)],
    mark: looked?.mark,
  };
}

/** A request with the state of its session. */
interface OfferContext {
  readonly choice: TierChoice | undefined;
  readonly isBeginning: boolean;
  readonly looked: CheckedActivity | undefined;
  readonly memory: TierMemory;
  readonly gatherer: TierGatherer;
  readonly read: LoadedManifest;
}

async function offerIdentity(offerContext: OfferContext): Promise<readonly OfferedTier[]> {
  const { choice, isBeginning, memory, gatherer } = offerContext;
  if (choice === "workflow") return [];
  const inputs = await gatherer.readInputs("identity");
  if (choice !== undefined) {
    return [toPart("identity", await markUnchanged(inputs, memory), offerContext)];
  }
  if (isBeginning) {
    const inputsToOffer = await markFresh(
      inputs,
      async (input) => !await shouldInjectSource(input, memory),
    );
    return [toPart("identity", inputsToOffer, offerContext, SESSION_START)];
  }
  // Sources that did not fit at the start of the session are not added later.
  const changed = await filterInputs(
    inputs,
    async (input) =>
      await memory.last(input.uri) !== undefined && await shouldInjectSource(input, memory),
  );
  return [toPart("identity", changed, offerContext, "change")];
}

async function offerWorkflow(offerContext: OfferContext): Promise<readonly OfferedTier[]> {
  const { choice, isBeginning, looked, memory, gatherer } = offerContext;
  if (choice === "identity") return [];
  if (choice !== undefined) {
    return [
      toPart(
        "workflow",
        await markUnchanged(await gatherer.readInputs("workflow"), memory),
        offerContext,
      ),
    ];
  }
  if (isBeginning || looked?.isDue !== true) return [];
  const inputs = await gatherer.readInputs("workflow");
  const inputsToOffer = await markFresh(
    inputs,
    async (input) => !await shouldInjectSource(input, memory),
  );
  const trigger = looked.fired.map(formatTrigger).join(", ") || "cooldown-over";
  return [toPart("workflow", inputsToOffer, offerContext, trigger)];
}

async function offerReference(offerContext: OfferContext): Promise<readonly OfferedTier[]> {
  const { choice, memory, gatherer } = offerContext;
  if (choice === "identity" || choice === "workflow") return [];
  const documents = choice === "all" ? await gatherer.readRelevantInputs() : [];
  const ofPlugins = await gatherer.readPluginInputs();
  const inputsToOffer = choice === "all"
    ? await markUnchanged(ofPlugins, memory)
    : await filterInputs(ofPlugins, (input) => shouldInjectSource(input, memory));
  return [
    { ...toPart("reference", await markUnchanged(documents, memory), offerContext), cuts: false },
    ...inputsToOffer.map((input) => ({
      ...toPart("reference", [input], offerContext, SALIENCE),
      isPlugin: true,
    })),
  ];
}

function toPart(
  tier: TierName,
  inputs: readonly TierInput[],
  { read: { manifest } }: Pick<OfferContext, "read">,
  trigger = CHOSEN,
): OfferedTier {
  const { maxTokens: budget } = manifest[tier];
  return { tier, inputs, budget, cuts: true, isPlugin: false, trigger };
}

async function markUnchanged(
  inputs: readonly TierInput[],
  { last }: TierMemory,
): Promise<readonly TierInput[]> {
  return await markFresh(inputs, async ({ uri, hash }) => await last(uri) === hash);
}

async function filterInputs(
  inputs: readonly TierInput[],
  isKept: (input: TierInput) => Promise<boolean>,
): Promise<readonly TierInput[]> {
  const kept = await Promise.all(inputs.map(isKept));
  return inputs.filter((_, at) => kept[at]);
}

async function listChangeNotes(
  { form: { path }, hash }: LoadedManifest,
  state: StateStore | undefined,
): Promise<readonly Note[]> {
  if (hash === undefined || state === undefined) return [];
  if (await acknowledgedManifestHash(state, path, hash) === hash) return [];
  return [{ code: "manifest-changed", message: formatChangeMessage(path) }];
}

async function listPluginNotes({ choice, gatherer }: OfferContext): Promise<readonly Note[]> {
  if (choice === "identity" || choice === "workflow") return [];
  return (await gatherer.listPluginReports()).flatMap(({ uri, status, reason }) =>
    status === "skipped"
      ? [{
        code: "tier-plugin",
        message: `Nothing is included from the plugin "${uri}": ${reason}`,
      }]
      : []
  );
}
