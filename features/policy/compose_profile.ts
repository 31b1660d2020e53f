import { type JsonObject, TOKEN_ESTIMATORS, type TokenEstimator } from "@dossier/core/text";
import {
  assembleSystem,
  chooseParent,
  type ChosenParent,
  collectChainItems,
  type ContextInjectedEvent,
  extendChain,
  type InheritedFields,
  isPolicyError,
  type Palette,
  PolicyError,
  POSITION_BUDGETS,
  type PrimaryAction,
  PromptLimit,
  type RunLimits,
  type SkippedBlock,
  type SystemPromptEvent,
  toContextInjectedEvent,
  toSystemPromptEvent,
} from "./core/mod.ts";
import type { PromptMessage } from "@dossier/core/prompt";
import {
  composeFirst,
  composeResumed,
  fillBody,
  occasionOf,
  type Scene,
  textsAt,
} from "./compose_messages.ts";
import { maskValue } from "@dossier/retrieval/secrets";
import { decideRights, type ParentThread } from "./decide_rights.ts";
import { fillInputs } from "./fill_inputs.ts";
import {
  type BlockOptions,
  type ComposedBlock,
  composeWithinBudgets,
  loadChainBlocks,
  loadHookBlocks,
} from "./load_blocks.ts";
import { listSuppressed } from "./join_hooks.ts";
import type { LoadedProfile, Policies } from "./policies.ts";
import { findForm, type PolicyFormName } from "./policy_form.ts";
import { type PolicySettings, readPolicySettings } from "./policy_settings.ts";
import type { TranscriptCheck, TranscriptSource } from "@dossier/retrieval/messages";
import { loadPalette } from "./tools/mod.ts";

/** What a prompt is composed of. */
export interface ComposeRequest {
  /** Id of the profile. */
  readonly profile: string;
  /** By name; a text is read as what the profile asks for. */
  readonly inputs?: JsonObject | undefined;
  /** The transcript of a thread that is continued. */
  readonly resume?: TranscriptSource | undefined;
  /** Whether lines behind a transcript's last checkpoint may be there. @default "strict" */
  readonly transcript?: TranscriptCheck | undefined;
  /** In whose words the prompt is. @default those of the form that the profile is written in */
  readonly words?: PolicyFormName | undefined;
  /** Limits of the thread that go before those of the profile. */
  readonly limits?: Readonly<Record<string, number>> | undefined;
  /** Absent for a thread that nobody started. */
  readonly parent?: ParentThread | undefined;
  /** The actions on items that the runner offers. @default those that there are tools for */
  readonly actions?: readonly PrimaryAction[] | undefined;
  /** What counts the tokens. @default a quick estimate */
  readonly estimator?: TokenEstimator | undefined;
  /**
   * Composes although inputs are missing, whose places then stay as they are written, and although nothing is
   * permitted. @default false
   */
  readonly isPartial?: boolean | undefined;
  /** Offers no tools, which is faster. @default false */
  readonly withoutTools?: boolean | undefined;
  /**
   * Leaves out what a bundle has no use for: tools, and what the hooks that come with the program tell of a run;
   * and leaves its secrets to the bundle, which masks them with all others. @default false
   */
  readonly forBundle?: boolean | undefined;
}

/** A prompt, and everything that it is made of. */
export interface ComposedContext {
  /** Id of the profile. */
  readonly profile: string;
  /** The parent that a hook gave, if one did. */
  readonly route?: ChosenParent;
  /** The profiles that it extends and itself, the root first. */
  readonly chain: readonly LoadedProfile[];
  /** What the chain gives the profile. */
  readonly inherited: InheritedFields;
  /** What the agent may do. */
  readonly permissions: readonly string[];
  /** What its run may use. */
  readonly limits: RunLimits;
  /** Those that are given, and what stands for others. */
  readonly inputs: JsonObject;
  /** Empty when there is none. */
  readonly system: string;
  /** One for a new thread, more for one that goes on. */
  readonly messages: readonly PromptMessage[];
  /** The tools that the model is offered. */
  readonly palette: Palette;
  /** Most tokens, of four characters each, of the items at each position, where they have any, and of the tools. */
  readonly budgets: {
    readonly system?: number;
    readonly before?: number;
    readonly after?: number;
    readonly tools: number;
  };
  /** The texts around the prompt, in the order in which they stand. */
  readonly blocks: readonly ComposedBlock[];
  /** What was asked for and is not given. */
  readonly skipped: readonly SkippedBlock[];
  /** What a runner tells of the prompt. */
  readonly events: {
    /** Absent when there is no system prompt. */
    readonly systemPrompt?: SystemPromptEvent;
    readonly contextInjected: ContextInjectedEvent;
  };
  /** What people should know, in sentences. */
  readonly notes: readonly string[];
}

/**
 * Returns the system prompt, the first message and the tools of a profile: its parent is chosen, its chain
 * loaded, and what the chain and the hooks ask for put around what it asks of the agent.
 *
 * @throws {PolicyError} `profile-not-found`, `invalid-profile`, `circular-profile`, `tampered-item`,
 * `invalid-hooks`, `invalid-policy`, `invalid-inputs`, `invalid-transcript`, `invalid-limits`,
 * `limit-exceeded`, `prompt-too-large`, `risk-not-acknowledged`, `nothing-permitted`.
 */
export async function composeProfile(
  request: ComposeRequest,
  policies: Policies,
): Promise<ComposedContext> {
  const { value: settings, notes } = readPolicySettings(await policies.settings());
  const estimator = request.estimator ?? TOKEN_ESTIMATORS.piece;
  const limit = new PromptLimit(request.profile);
  const { leaf: own, hooks, route, chain } = await followChain(request, { policies, limit });
  const { limits: overrides, parent } = request;
  const rights = decideRights(chain, { leaf: own, settings, overrides, parent });
  const { inherited, permissions, permissionsText, limits } = rights;
  const leaf = { ...own, permissions, permissionsText, model: inherited.model };
  const { values: inputs, notes: ofInputs } = checkInputs(leaf.id, { inherited, request });
  const deciding = { request, settings, policies };
  const { tools: _, notes: ofTools, ...palette } = await offerTools(leaf, deciding);
  const asked = collectChainItems(chain, { dedupe: settings.dedupe });
  const block: BlockOptions = {
    policies,
    profile: leaf.id,
    suppress: asked.suppress,
    limit,
    // A bundle counts what it shows of them.
    count: (text) => request.forBundle ? 0 : estimator.count(text),
  };
  const load = settings.compose === "budgeted" ? composeWithinBudgets : loadChainBlocks;
  const items = await load(asked.items, block);
  const scene: Scene = {
    leaf,
    limits,
    inputs,
    hooks,
    block,
    form: findForm(request.words ?? leaf.form),
    body: fillBody(leaf, { inputs, limit }),
    summary: palette.summary.length === 0 ? permissions : palette.summary,
    parentThread: request.parent?.id,
  };
  const system = await loadHookBlocks(hooks, occasionOf("system", scene), block);
  const { resume: transcript, transcript: check } = request;
  const message = transcript === undefined
    ? await composeFirst(scene, items.blocks)
    : await composeResumed(scene, { transcript, check, ceiling: settings.resumeCeilingTokens });
  const text = assembleSystem({
    hooks: textsAt("system", system.blocks),
    chain: textsAt("system", items.blocks),
  });
  const blocks = [
    ...system.blocks,
    ...items.blocks.filter(({ position }) => position === "system"),
    ...message.blocks,
  ];
  const left = asked.left.map((item) => ({
    ...item,
    source: item.profile === leaf.id ? "profile" as const : "extends" as const,
  }));
  const skipped = [...left, ...items.skipped, ...system.skipped, ...message.skipped];
  const systemPrompt = toSystemPromptEvent(text, blocks);
  const composed: ComposedContext = {
    profile: leaf.id,
    ...(route === undefined ? {} : { route }),
    chain,
    inherited,
    permissions,
    limits,
    inputs,
    system: text,
    messages: message.messages,
    palette,
    blocks,
    skipped,
    budgets: {
      ...(settings.compose === "budgeted" ? POSITION_BUDGETS : {}),
      tools: settings.toolPreload.maxTokens,
    },
    events: {
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
      contextInjected: toContextInjectedEvent(blocks, skipped),
    },
    notes: [
      ...[...policies.notes, ...notes, ...noteReplaced(leaf.id, route)],
      ...listSuppressed(skipped, { hooks, chain }),
      ...[...rights.notes, ...ofInputs, ...ofTools, ...system.notes, ...message.notes],
    ],
  };
  return request.forBundle ? composed : await maskComposed(composed);
}

/** Returns a prompt without the secrets that its files, inputs and transcript hold. */
async function maskComposed(composed: ComposedContext): Promise<ComposedContext> {
  const masked = await maskValue(composed, "the prompt");
  if (masked === composed) return composed;
  return { ...masked, notes: [...masked.notes, "Secrets are masked in the prompt"] };
}

/** Returns a profile with the parent that hooks give it, and its chain. */
async function followChain(
  { profile, inputs: given = {}, forBundle = false }: ComposeRequest,
  { policies, limit }: { readonly policies: Policies; readonly limit: PromptLimit },
) {
  const load = async (id: string) => {
    const loaded = await policies.loadProfile(id);
    const isLeaf = id === profile;
    const part = isLeaf ? "is the profile itself" : `is in the chain of "${profile}"`;
    limit.begin(`"${loaded.origin.path}" ${part}`).add(JSON.stringify(loaded).length);
    return loaded;
  };
  const own = await load(profile);
  const hooks = [...await policies.hooks({ withShipped: !forBundle }), ...own.hooks];
  const route = chooseParent(own, { hooks, inputs: fillInputs(own.inputs, given).values });
  const leaf = route === undefined ? own : { ...own, extends: route.parent };
  try {
    const chain = await extendChain(leaf, load);
    return { leaf, hooks, route, chain };
  } catch (error) {
    if (route === undefined || !isPolicyError(error)) throw error;
    const said = `${error.message} (the ${describeRoute(leaf.id, route)})`;
    throw new PolicyError(error.code, said, { cause: error });
  }
}

function describeRoute(profile: string, { parent, hook: { id = "?" } }: ChosenParent): string {
  return `hook "${id}" gives "${profile}" the parent "${parent}"`;
}

function noteReplaced(profile: string, route: ChosenParent | undefined): readonly string[] {
  if (route?.replaced === undefined) return [];
  return [`The ${describeRoute(profile, route)} in place of "${route.replaced}"`];
}

/** What a composition is decided by. */
interface Deciding {
  readonly request: ComposeRequest;
  readonly settings: PolicySettings;
}

async function offerTools(
  { id, permissions, outputs, form }: LoadedProfile,
  { request, settings, policies }: Deciding & { readonly policies: Policies },
) {
  const { toolPreload, noPermissions } = settings;
  const palette = await loadPalette({
    ...(request.withoutTools || request.forBundle ? { enabled: false } : toolPreload),
    capabilities: permissions,
    noPermissions,
    outputs,
    words: request.words ?? form,
    ...(request.actions === undefined ? {} : { primaries: request.actions }),
  }, policies.folders);
  const isEmpty = palette.definitions.length === 0 && permissions.length === 0;
  if (!isEmpty || noPermissions !== "deny" || request.isPartial) return palette;
  throw new PolicyError(
    "nothing-permitted",
    `Cannot compose the profile "${id}" as it is permitted nothing: give it permissions`,
  );
}

/** Returns what a profile is given, and what people should know of it. */
function checkInputs(
  profile: string,
  { inherited: { inputs }, request }: {
    readonly inherited: InheritedFields;
    readonly request: ComposeRequest;
  },
): { readonly values: JsonObject; readonly notes: readonly string[] } {
  const { values, missing, unknown } = fillInputs(inputs, request.inputs ?? {});
  const notes = unknown.map((name) =>
    `The profile "${profile}" does not ask for the input "${name}": only hooks see it`
  );
  if (missing.length === 0 || request.isPartial) return { values, notes };
  const noun = missing.length === 1 ? "the input" : "the inputs";
  throw new PolicyError(
    "invalid-inputs",
    `Cannot compose the profile "${profile}" without ${noun} "${
      missing.join('", "')
    }": give a value`,
  );
}
