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
  buildHookContext,
  composeFirstMessage,
  composeResumedMessages,
  type CompositionContext,
  fillBody,
  textsAt,
} from "./compose_messages.ts";
import { maskValue } from "@dossier/retrieval/secrets";
import { type ParentThread, resolveRights } from "./resolve_rights.ts";
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

/** The input of a composition. */
export interface ComposeRequest {
  /** Id of the profile. */
  readonly profile: string;
  /** Values by name; a text is converted to the type that the profile declares. */
  readonly inputs?: JsonObject | undefined;
  /** The transcript of a thread that is continued. */
  readonly resume?: TranscriptSource | undefined;
  /** `lenient` accepts lines after the last checkpoint of a transcript. @default "strict" */
  readonly transcript?: TranscriptCheck | undefined;
  /** The form whose vocabulary the prompt uses. @default the form that the profile is written in */
  readonly words?: PolicyFormName | undefined;
  /** Limits of the thread; they override those of the profile. */
  readonly limits?: Readonly<Record<string, number>> | undefined;
  /** The thread that starts this one; absent for a first thread. */
  readonly parent?: ParentThread | undefined;
  /** The actions on items that the runner offers. @default those that have a tool */
  readonly actions?: readonly PrimaryAction[] | undefined;
  /** Counts tokens. @default a quick estimate */
  readonly estimator?: TokenEstimator | undefined;
  /**
   * If true, composes with inputs missing (their placeholders stay in the text) and without any
   * permission. @default false
   */
  readonly isPartial?: boolean | undefined;
  /** If true, offers no tools, which is faster. @default false */
  readonly withoutTools?: boolean | undefined;
  /**
   * If true, omits what a bundle does not use: tools, and the hooks that come with the program.
   * Secrets stay in the texts, as the bundle masks them. @default false
   */
  readonly forBundle?: boolean | undefined;
}

/** A prompt with all its parts. */
export interface ComposedContext {
  /** Id of the profile. */
  readonly profile: string;
  /** The parent that a hook chose, if one did. */
  readonly route?: ChosenParent;
  /** The ancestors of the profile and the profile itself, the root first. */
  readonly chain: readonly LoadedProfile[];
  /** The fields that the profile inherits from its chain. */
  readonly inherited: InheritedFields;
  /** The permissions of the agent. */
  readonly permissions: readonly string[];
  /** The limits of its run. */
  readonly limits: RunLimits;
  /** The values of the inputs, defaults included. */
  readonly inputs: JsonObject;
  /** Empty when there is no system prompt. */
  readonly system: string;
  /** One message for a new thread, several for a continued one. */
  readonly messages: readonly PromptMessage[];
  /** The tools that the model is offered. */
  readonly palette: Palette;
  /**
   * Maximum number of tokens, of four characters each, of the items at each position, where they
   * have any, and of the tools.
   */
  readonly budgets: {
    readonly system?: number;
    readonly before?: number;
    readonly after?: number;
    readonly tools: number;
  };
  /** The texts around the prompt, in the order of the prompt. */
  readonly blocks: readonly ComposedBlock[];
  /** Items that were requested and omitted. */
  readonly skipped: readonly SkippedBlock[];
  /** Events about the prompt for a runner. */
  readonly events: {
    /** Absent without a system prompt. */
    readonly systemPrompt?: SystemPromptEvent;
    readonly contextInjected: ContextInjectedEvent;
  };
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

/**
 * Returns the system prompt, the first message and the tools of a profile. It chooses the parent,
 * loads the chain, and puts the items of the chain and the hooks around the task of the profile.
 *
 * @throws {PolicyError} `profile-not-found`, `invalid-profile`, `circular-profile`,
 * `tampered-item`, `invalid-hooks`, `invalid-policy`, `invalid-inputs`, `invalid-transcript`,
 * `invalid-limits`, `limit-exceeded`, `prompt-too-large`, `risk-not-acknowledged`,
 * `nothing-permitted`.
 */
export async function composeProfile(
  request: ComposeRequest,
  policies: Policies,
): Promise<ComposedContext> {
  const { value: settings, notes } = readPolicySettings(await policies.settings());
  const estimator = request.estimator ?? TOKEN_ESTIMATORS.piece;
  const limit = new PromptLimit(request.profile);
  const { leaf: own, hooks, route, chain } = await resolveChain(request, { policies, limit });
  const { limits: overrides, parent } = request;
  const rights = resolveRights(chain, { leaf: own, settings, overrides, parent });
  const { inherited, permissions, permissionsText, limits } = rights;
  const leaf = { ...own, permissions, permissionsText, model: inherited.model };
  const { values: inputs, notes: ofInputs } = checkInputs(leaf.id, { inherited, request });
  const deciding = { request, settings, policies };
  const { tools: _, notes: ofTools, ...palette } = await offerTools(leaf, deciding);
  const collected = collectChainItems(chain, { dedupe: settings.dedupe });
  const block: BlockOptions = {
    policies,
    profile: leaf.id,
    suppress: collected.suppress,
    limit,
    // A bundle counts the texts itself.
    count: (text) => request.forBundle ? 0 : estimator.count(text),
  };
  const load = settings.compose === "budgeted" ? composeWithinBudgets : loadChainBlocks;
  const items = await load(collected.items, block);
  const scene: CompositionContext = {
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
  const system = await loadHookBlocks(hooks, buildHookContext("system", scene), block);
  const { resume: transcript, transcript: check } = request;
  const message = transcript === undefined
    ? await composeFirstMessage(scene, items.blocks)
    : await composeResumedMessages(scene, {
      transcript,
      check,
      ceiling: settings.resumeCeilingTokens,
    });
  const text = assembleSystem({
    hooks: textsAt("system", system.blocks),
    chain: textsAt("system", items.blocks),
  });
  const blocks = [
    ...system.blocks,
    ...items.blocks.filter(({ position }) => position === "system"),
    ...message.blocks,
  ];
  const left = collected.left.map((item) => ({
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
      ...[...policies.notes, ...notes, ...listReplacedParents(leaf.id, route)],
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

/** Returns a profile with the parent that hooks choose for it, and its chain. */
async function resolveChain(
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
    const errorMessage = `${error.message} (the ${formatRoute(leaf.id, route)})`;
    throw new PolicyError(error.code, errorMessage, { cause: error });
  }
}

function formatRoute(profile: string, { parent, hook: { id = "?" } }: ChosenParent): string {
  return `hook "${id}" gives "${profile}" the parent "${parent}"`;
}

function listReplacedParents(profile: string, route: ChosenParent | undefined): readonly string[] {
  if (route?.replaced === undefined) return [];
  return [`The ${formatRoute(profile, route)} in place of "${route.replaced}"`];
}

/** The request and the settings that decide about tools. */
interface ToolInput {
  readonly request: ComposeRequest;
  readonly settings: PolicySettings;
}

async function offerTools(
  { id, permissions, outputs, form }: LoadedProfile,
  { request, settings, policies }: ToolInput & { readonly policies: Policies },
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
    `Cannot compose the profile "${id}" as it has no permissions: add permissions`,
  );
}

/** Returns the values of the inputs, and notes for the user. */
function checkInputs(
  profile: string,
  { inherited: { inputs }, request }: {
    readonly inherited: InheritedFields;
    readonly request: ComposeRequest;
  },
): { readonly values: JsonObject; readonly notes: readonly string[] } {
  const { values, missing, unknown } = fillInputs(inputs, request.inputs ?? {});
  const notes = unknown.map((name) =>
    `The profile "${profile}" does not declare the input "${name}": only hooks see it`
  );
  if (missing.length === 0 || request.isPartial) return { values, notes };
  const noun = missing.length === 1 ? "the input" : "the inputs";
  throw new PolicyError(
    "invalid-inputs",
    `Cannot compose the profile "${profile}" without ${noun} "${
      missing.join('", "')
    }": add a value`,
  );
}
