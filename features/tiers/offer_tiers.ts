import type { Note } from "@dossier/core";
import {
  type ManifestForm,
  printTrigger,
  type TierChoice,
  type TierInput,
  type TierName,
  type TierSource,
} from "./core/mod.ts";
import { agreedManifest, findRefreshMark, type RefreshMark } from "./state/mod.ts";
import type { StateStore } from "@dossier/retrieval/state";
import type { TierGatherer } from "./gather_tiers.ts";
import {
  isTierWanted,
  lookAtActivity,
  type LookedAtActivity,
  markHeld,
  openTierMemory,
  type TierMemory,
} from "./look_at_activity.ts";
import { openGatherer, type TierOptions } from "./open_gatherer.ts";
import {
  describeChange,
  type ReadContextManifest,
  readValidManifest,
} from "./read_context_manifest.ts";
import type { TierTree } from "./tier_files.ts";
import { SESSION_START } from "./start_session.ts";

/** What of the tiers a bundle is asked for with. */
export interface TiersRequest extends Pick<TierOptions, "prompt" | "allowPlugins"> {
  /** What the bundle is to hold. @default what is due */
  readonly choice?: TierChoice | undefined;
  /** The session of the bundle; without one a session begins and ends with it. */
  readonly session?: string | undefined;
  /** What was recorded; absent when nothing was, and nothing is to be. */
  readonly state?: StateStore | undefined;
}

/** A part of a tier that a bundle is to give. */
export interface OfferedTier {
  readonly tier: TierName;
  /** In their order; of those that are not to be given with why. */
  readonly inputs: readonly TierInput[];
  /** Most tokens of all parts of the tier together. */
  readonly budget: number;
  /** Whether a text that is larger than the budget may be cut. */
  readonly cuts: boolean;
  /** Whether it is of a plugin, which shares what is left of the budget with the others. */
  readonly isPlugin: boolean;
  /** What sets it off. */
  readonly trigger: string;
}

/** What a bundle is to give of tiers. */
export interface OfferedTiers {
  readonly form: ManifestForm;
  readonly parts: readonly OfferedTier[];
  /** Sources that are only named, as there is time to ask for them. */
  readonly declared: readonly TierSource[];
  /** Most tokens of the workflow tier, whose sources these are. */
  readonly workflowTokens: number;
  readonly notes: readonly Note[];
  /** How far what the session did has been looked at; to be kept with the bundle. */
  readonly mark?: RefreshMark | undefined;
}

/** What sets off what is chosen. */
const CHOSEN = "chosen";

/** What sets off a plugin. */
const SALIENCE = "salience";

/**
 * Returns what a bundle is to give of the tiers that a project's manifest declares, and notes nothing of it.
 *
 * A session begins with the identity tier, and with the names of what the workflow tier has. A later bundle of it gives
 * the workflow tier when a trigger has been set off, and what has changed of the identity tier. Active plugins give what
 * they have at any time.
 *
 * @returns Undefined for a project that has no manifest of its own, unless something is chosen, for which the default
 * one does.
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
  const looked = !isKnown ? undefined : await lookAtActivity(session, {
    state,
    project: gatherer.places.state,
    turns: 1,
    triggers: manifest.workflow.refreshTriggers,
  });
  const asked: Asked = {
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
      ...await offerIdentity(asked),
      ...await offerWorkflow(asked),
      ...await offerReference(asked),
    ].filter(({ inputs }) => inputs.length > 0),
    declared: choice === undefined && isBeginning ? manifest.workflow.sources : [],
    workflowTokens: manifest.workflow.maxTokens,
    notes: [...await noteChanged(read, state), ...await notePlugins(asked)],
    mark: looked?.mark,
  };
}

/** A request with what is known of its session. */
interface Asked {
  readonly choice: TierChoice | undefined;
  readonly isBeginning: boolean;
  readonly looked: LookedAtActivity | undefined;
  readonly memory: TierMemory;
  readonly gatherer: TierGatherer;
  readonly read: ReadContextManifest;
}

async function offerIdentity(asked: Asked): Promise<readonly OfferedTier[]> {
  const { choice, isBeginning, memory, gatherer } = asked;
  if (choice === "workflow") return [];
  const inputs = await gatherer.inputs("identity");
  if (choice !== undefined) return [toPart("identity", await markSame(inputs, memory), asked)];
  if (isBeginning) {
    const wanted = await markHeld(inputs, async (input) => !await isTierWanted(input, memory));
    return [toPart("identity", wanted, asked, SESSION_START)];
  }
  // What did not fit when the session began is no news.
  const changed = await keepInputs(
    inputs,
    async (input) =>
      await memory.last(input.uri) !== undefined && await isTierWanted(input, memory),
  );
  return [toPart("identity", changed, asked, "change")];
}

async function offerWorkflow(asked: Asked): Promise<readonly OfferedTier[]> {
  const { choice, isBeginning, looked, memory, gatherer } = asked;
  if (choice === "identity") return [];
  if (choice !== undefined) {
    return [toPart("workflow", await markSame(await gatherer.inputs("workflow"), memory), asked)];
  }
  if (isBeginning || looked?.isDue !== true) return [];
  const inputs = await gatherer.inputs("workflow");
  const wanted = await markHeld(inputs, async (input) => !await isTierWanted(input, memory));
  const trigger = looked.fired.map(printTrigger).join(", ") || "cooldown-over";
  return [toPart("workflow", wanted, asked, trigger)];
}

async function offerReference(asked: Asked): Promise<readonly OfferedTier[]> {
  const { choice, memory, gatherer } = asked;
  if (choice === "identity" || choice === "workflow") return [];
  const documents = choice === "all" ? await gatherer.relevantInputs() : [];
  const ofPlugins = await gatherer.pluginInputs();
  const wanted = choice === "all"
    ? await markSame(ofPlugins, memory)
    : await keepInputs(ofPlugins, (input) => isTierWanted(input, memory));
  return [
    { ...toPart("reference", await markSame(documents, memory), asked), cuts: false },
    ...wanted.map((input) => ({
      ...toPart("reference", [input], asked, SALIENCE),
      isPlugin: true,
    })),
  ];
}

function toPart(
  tier: TierName,
  inputs: readonly TierInput[],
  { read: { manifest } }: Pick<Asked, "read">,
  trigger = CHOSEN,
): OfferedTier {
  const { maxTokens: budget } = manifest[tier];
  return { tier, inputs, budget, cuts: true, isPlugin: false, trigger };
}

async function markSame(
  inputs: readonly TierInput[],
  { last }: TierMemory,
): Promise<readonly TierInput[]> {
  return await markHeld(inputs, async ({ uri, hash }) => await last(uri) === hash);
}

async function keepInputs(
  inputs: readonly TierInput[],
  isKept: (input: TierInput) => Promise<boolean>,
): Promise<readonly TierInput[]> {
  const kept = await Promise.all(inputs.map(isKept));
  return inputs.filter((_, at) => kept[at]);
}

async function noteChanged(
  { form: { path }, hash }: ReadContextManifest,
  state: StateStore | undefined,
): Promise<readonly Note[]> {
  if (hash === undefined || state === undefined) return [];
  if (await agreedManifest(state, path, hash) === hash) return [];
  return [{ code: "manifest-changed", message: describeChange(path) }];
}

async function notePlugins({ choice, gatherer }: Asked): Promise<readonly Note[]> {
  if (choice === "identity" || choice === "workflow") return [];
  return (await gatherer.plugins()).flatMap(({ uri, status, reason }) =>
    status === "skipped"
      ? [{ code: "tier-plugin", message: `Nothing is given of the plugin "${uri}": ${reason}` }]
      : []
  );
}
