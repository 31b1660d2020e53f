import { TOKEN_ESTIMATORS, type TokenEstimator } from "@dossier/core/text";
import {
  assembleFirstMessage,
  assembleSystem,
  chooseParent,
  type ChosenParent,
  collectChainItems,
  type ContextInjectedEvent,
  extendChain,
  type Hook,
  type InheritedFields,
  inheritFields,
  interpolateInputs,
  type JsonObject,
  PolicyError,
  profileFacts,
  type PromptMessage,
  renderPrompt,
  resumeMessages,
  type SkippedBlock,
  type SystemPromptEvent,
  toContextInjectedEvent,
  toSystemPromptEvent,
} from "@dossier/core/policy";
import { fillInputs } from "./fill_inputs.ts";
import {
  type BlockOptions,
  type ComposedBlock,
  composeWithinBudgets,
  loadChainBlocks,
  loadHookBlocks,
} from "./load_blocks.ts";
import type { LoadedProfile, Policies } from "./policies.ts";
import { findForm, type PolicyFormName } from "./policy_form.ts";
import { type PolicySettings, readPolicySettings } from "./policy_settings.ts";
import { readTranscript, type TranscriptCheck } from "./read_transcript.ts";

/** What a prompt is composed of. */
export interface ComposeRequest {
  /** Id of the profile. */
  readonly profile: string;
  readonly inputs?: JsonObject | undefined;
  /** Absolute path of the transcript of a thread that is continued. */
  readonly resume?: string | undefined;
  /** Whether lines behind a transcript's last checkpoint may be there. @default "strict" */
  readonly transcript?: TranscriptCheck | undefined;
  /** In whose words the prompt is. @default those of the form that the profile is written in */
  readonly words?: PolicyFormName | undefined;
  /** What counts the tokens. @default a quick estimate */
  readonly estimator?: TokenEstimator | undefined;
  /** Composes although inputs are missing, whose places then stay as they are written. @default false */
  readonly isPartial?: boolean | undefined;
}

/** A prompt, and everything that it is made of. */
export interface ComposedContext {
  /** Id of the profile. */
  readonly profile: string;
  /** The parent that a hook gave, if one did. */
  readonly route?: ChosenParent;
  /** The profiles that it extends and itself, the root first. */
  readonly chain: readonly LoadedProfile[];
  readonly inherited: InheritedFields;
  readonly inputs: JsonObject;
  /** Empty when there is none. */
  readonly system: string;
  readonly messages: readonly PromptMessage[];
  /** The texts around the prompt, in the order in which they stand. */
  readonly blocks: readonly ComposedBlock[];
  readonly skipped: readonly SkippedBlock[];
  readonly events: {
    /** Absent when there is no system prompt. */
    readonly systemPrompt?: SystemPromptEvent;
    readonly contextInjected: ContextInjectedEvent;
  };
  /** What people should know, in sentences. */
  readonly notes: readonly string[];
}

/**
 * Returns the system prompt and the first message of a profile: its parent is chosen, its chain loaded, and
 * what the chain and the hooks ask for put around what it asks of the agent.
 *
 * @throws {PolicyError} `profile-not-found`, `invalid-profile`, `circular-profile`, `tampered-item`,
 * `invalid-hooks`, `invalid-policy`, `invalid-inputs`, `invalid-transcript`.
 */
export async function composeProfile(
  request: ComposeRequest,
  policies: Policies,
): Promise<ComposedContext> {
  const { value: settings, notes } = readPolicySettings(
    Object.assign({}, ...await policies.settings()),
  );
  const estimator = request.estimator ?? TOKEN_ESTIMATORS.piece;
  const own = await policies.loadProfile(request.profile);
  const hooks = [...await policies.hooks(), ...own.hooks];
  const given = request.inputs ?? {};
  const route = chooseParent(own, { hooks, inputs: fillInputs(own.inputs, given).values });
  const leaf = route === undefined ? own : { ...own, extends: route.parent };
  const chain = await extendChain(leaf, (id) => policies.loadProfile(id));
  const inherited = inheritFields(chain);
  const filled = fillInputs(inherited.inputs, given);
  if (filled.missing.length > 0 && !request.isPartial) throw missingInputs(leaf.id, filled.missing);
  const asked = collectChainItems(chain, { dedupe: settings.dedupe });
  const block: BlockOptions = {
    ...{ policies, profile: leaf.id, suppress: asked.suppress },
    count: (text) => estimator.count(text),
  };
  const load = settings.compose === "budgeted" ? composeWithinBudgets : loadChainBlocks;
  const items = await load(asked.items, block);
  const scene: Scene = { leaf, inherited, inputs: filled.values, hooks, block };
  const system = await loadHookBlocks(hooks, occasion("system", scene), block);
  const message = request.resume === undefined
    ? await composeFirst(scene, items.blocks, request)
    : await composeResumed(scene, { ...request, resume: request.resume, settings });
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
  const text = assembleSystem({
    hooks: textsOf(system.blocks),
    chain: textsAt("system", items.blocks),
  });
  const systemPrompt = toSystemPromptEvent(text, blocks);
  return {
    profile: leaf.id,
    ...(route === undefined ? {} : { route }),
    ...{ chain, inherited, inputs: filled.values, system: text, messages: message.messages },
    ...{ blocks, skipped },
    events: {
      ...(systemPrompt === undefined ? {} : { systemPrompt }),
      contextInjected: toContextInjectedEvent(blocks, skipped),
    },
    notes: [...policies.notes, ...notes, ...message.notes],
  };
}

/** What hooks and prompts of one composition are made from. */
interface Scene {
  readonly leaf: LoadedProfile;
  readonly inherited: InheritedFields;
  readonly inputs: JsonObject;
  readonly hooks: readonly Hook[];
  readonly block: BlockOptions;
}

/** The messages of a prompt, and what stands around it. */
interface ComposedMessages {
  readonly messages: readonly PromptMessage[];
  readonly blocks: readonly ComposedBlock[];
  readonly skipped: readonly SkippedBlock[];
  readonly notes: readonly string[];
}

async function composeFirst(
  scene: Scene,
  items: readonly ComposedBlock[],
  { words }: ComposeRequest,
): Promise<ComposedMessages> {
  const { leaf, inherited, hooks, block } = scene;
  const { blocks, skipped } = await loadHookBlocks(hooks, occasion("start", scene), block);
  const prompt = renderPrompt(
    { ...leaf, permissions: inherited.permissions, body: bodyOf(leaf, scene) },
    findForm(words ?? leaf.form).words,
  );
  const message = assembleFirstMessage({
    before: { hooks: textsAt("before", blocks), chain: textsAt("before", items) },
    prompt,
    after: { hooks: textsAt("after", blocks), chain: textsAt("after", items) },
  });
  const at = (position: ComposedBlock["position"], list: readonly ComposedBlock[]) =>
    list.filter((one) => one.position === position);
  return {
    messages: [{ role: "user", content: message }],
    blocks: [
      ...[...at("before", blocks), ...at("before", items)],
      ...[...at("after", items), ...at("after", blocks)],
    ],
    skipped,
    notes: [],
  };
}

async function composeResumed(
  scene: Scene,
  { resume, transcript, settings }: ComposeRequest & {
    readonly resume: string;
    readonly settings: PolicySettings;
  },
): Promise<ComposedMessages> {
  const { hooks, block } = scene;
  const earlier = await readTranscript(resume, { check: transcript ?? "strict" });
  const { blocks, skipped } = await loadHookBlocks(hooks, occasion("continue", scene), block);
  const ordered = blocks.toSorted((one, other) =>
    Number(one.position === "after") - Number(other.position === "after")
  );
  const { continuation, notes } = await findContinuation(scene);
  const messages = resumeMessages(earlier.messages, {
    ceiling: settings.resumeCeilingTokens,
    hooks: textsOf(ordered),
    continuation,
  });
  return { messages, blocks: ordered, skipped, notes: [...earlier.notes, ...notes] };
}

/** Returns what continues a thread: the body of the profile that is named for it, or of the usual one. */
async function findContinuation(scene: Scene) {
  const { leaf, block: { policies } } = scene;
  const id = leaf.continuation ?? findForm(leaf.form).continuation;
  const found = await policies.findProfile(id);
  if (found !== undefined) return { continuation: bodyOf(found, scene), notes: [] };
  const notes = leaf.continuation === undefined
    ? []
    : [`The profile "${id}" that is to continue the thread is not found: a plain sentence does`];
  return { continuation: "", notes };
}

function bodyOf({ body }: LoadedProfile, { inputs }: Scene): string {
  return interpolateInputs(body, inputs);
}

/** Returns what conditions and texts of hooks know at an event, under our names and those of Rye. */
function occasion(event: "system" | "start" | "continue", scene: Scene) {
  const { leaf, inherited, inputs, block: { policies, suppress } } = scene;
  const { limits, permissions, model } = inherited;
  const body = bodyOf(leaf, scene);
  const thread = {
    "project_path": policies.root,
    depth: 0,
    "parent_thread_id": "none",
    "spend_limit": limits.spend ?? "unlimited",
    "max_turns": limits.turns ?? "unlimited",
    "capabilities_summary": permissions.length === 0 ? "unrestricted" : permissions.join(", "),
  };
  const facts: JsonObject = {
    ...profileFacts({ ...leaf, model }, inputs),
    ...{ "profile_body": body, "directive_body": body, limits },
    ...(event === "system" ? {} : thread),
  };
  return { event, facts, suppress };
}

function textsOf(blocks: readonly ComposedBlock[]): readonly string[] {
  return blocks.map(({ text }) => text);
}

function textsAt(position: ComposedBlock["position"], blocks: readonly ComposedBlock[]) {
  return textsOf(blocks.filter((block) => block.position === position));
}

function missingInputs(profile: string, names: readonly string[]): PolicyError {
  const noun = names.length === 1 ? "the input" : "the inputs";
  return new PolicyError(
    "invalid-inputs",
    `Cannot compose the profile "${profile}" without ${noun} "${names.join('", "')}": give a value`,
  );
}
