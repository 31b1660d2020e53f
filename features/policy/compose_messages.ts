import {
  assembleFirstMessage,
  type Hook,
  type HookContext,
  interpolateInputs,
  profileFacts,
  type PromptLimit,
  renderPrompt,
  resumeMessages,
  type RunLimits,
  type SkippedBlock,
} from "./core/mod.ts";
import type { PromptMessage } from "@dossier/core/prompt";
import type { JsonObject } from "@dossier/core/text";
import { type BlockOptions, type ComposedBlock, loadHookBlocks } from "./load_blocks.ts";
import type { LoadedProfile } from "./policies.ts";
import { findForm, type PolicyForm } from "./policy_form.ts";
import {
  readTranscript,
  type TranscriptCheck,
  type TranscriptSource,
} from "@dossier/retrieval/messages";

/** Values from which the hooks and the messages of one prompt are made. */
export interface CompositionContext {
  /** The profile, with its final parent, permissions and model. */
  readonly leaf: LoadedProfile;
  /** The form whose vocabulary the prompt uses. */
  readonly form: PolicyForm;
  readonly limits: RunLimits;
  readonly inputs: JsonObject;
  /** The task of the profile, its inputs filled in. */
  readonly body: string;
  readonly hooks: readonly Hook[];
  readonly block: BlockOptions;
  /** The permissions of the agent, in terms of its tools. */
  readonly summary: readonly string[];
  /** The thread that starts this one; absent for the first. */
  readonly parentThread?: string | undefined;
}

/** The messages of a prompt, and the texts around it. */
export interface ComposedMessages {
  readonly messages: readonly PromptMessage[];
  readonly blocks: readonly ComposedBlock[];
  readonly skipped: readonly SkippedBlock[];
  readonly notes: readonly string[];
}

/**
 * Returns the first message of a thread: hooks, the items of the chain and the task of the profile.
 *
 * @param items Items of the chain, of all positions.
 */
export async function composeFirstMessage(
  scene: CompositionContext,
  items: readonly ComposedBlock[],
): Promise<ComposedMessages> {
  const { leaf, form, body, hooks, block } = scene;
  const { blocks, skipped, notes } = await loadHookBlocks(
    hooks,
    buildHookContext("start", scene),
    block,
  );
  const prompt = renderPrompt({ ...leaf, body }, form.words);
  const message = assembleFirstMessage({
    before: { hooks: textsAt("before", blocks), chain: textsAt("before", items) },
    prompt,
    after: { hooks: textsAt("after", blocks), chain: textsAt("after", items) },
  });
  return {
    messages: [{ role: "user", content: message }],
    blocks: [
      ...[...blocksAt("before", blocks), ...blocksAt("before", items)],
      ...[...blocksAt("after", items), ...blocksAt("after", blocks)],
    ],
    skipped,
    notes,
  };
}

/** The thread that is continued, and the limits for it. */
interface Resumption {
  readonly transcript: TranscriptSource;
  readonly check?: TranscriptCheck | undefined;
  /** Maximum number of tokens of the earlier messages. */
  readonly ceiling: number;
}

/**
 * Returns the messages of a continued thread: its newest messages, and the prompt that continues
 * them.
 */
export async function composeResumedMessages(
  scene: CompositionContext,
  { transcript, check = "strict", ceiling }: Resumption,
): Promise<ComposedMessages> {
  const { hooks, block } = scene;
  const earlier = await readTranscript(transcript, { check });
  const loaded = await loadHookBlocks(hooks, buildHookContext("continue", scene), block);
  const blocks = [...blocksAt("before", loaded.blocks), ...blocksAt("after", loaded.blocks)];
  const { continuation, notes } = await findContinuation(scene);
  const texts = blocks.map(({ text }) => text);
  const messages = resumeMessages(earlier.messages, { ceiling, hooks: texts, continuation });
  return {
    messages,
    blocks,
    skipped: loaded.skipped,
    notes: [...earlier.notes, ...loaded.notes, ...notes],
  };
}

/**
 * Returns the text that continues a thread: the body of the continuation profile that the profile
 * names, or of the default one.
 */
async function findContinuation(scene: CompositionContext) {
  const { leaf, inputs, block: { policies, limit } } = scene;
  const id = leaf.continuation ?? findForm(leaf.form).continuation;
  const found = await policies.findProfile(id);
  if (found !== undefined) return { continuation: fillBody(found, { inputs, limit }), notes: [] };
  const notes = leaf.continuation === undefined ? [] : [
    `The profile "${id}" that should continue the thread is not found: a default sentence is used`,
  ];
  return { continuation: "", notes };
}

/** Returns the body of a profile, its inputs filled in. */
export function fillBody(
  { body, origin }: LoadedProfile,
  { inputs, limit }: { readonly inputs: JsonObject; readonly limit: PromptLimit },
): string {
  limit.begin(`"${origin.path}" names its inputs`).add(body.length);
  return interpolateInputs(body, inputs, limit);
}

/**
 * Returns the event and the facts for conditions and texts of hooks, under the names of dossier and
 * of Rye.
 */
export function buildHookContext(
  event: "system" | "start" | "continue",
  scene: CompositionContext,
): Omit<HookContext, "limit"> {
  const { leaf, form, limits, inputs, body, summary, block: { policies, suppress } } = scene;
  const thread = {
    "project_path": policies.root,
    "depth": limits.depth,
    "parent_thread_id": scene.parentThread ?? "none",
    "spend_limit": limits.spend,
    "max_turns": limits.turns,
    "capabilities_summary": summary.length === 0 ? form.unpermitted : summary.join(", "),
  };
  const facts: JsonObject = {
    ...profileFacts(leaf, inputs),
    "profile_body": body,
    "directive_body": body,
    limits: { ...limits },
    ...(event === "system" ? {} : thread),
  };
  return { event, facts, suppress };
}

/** Returns the blocks at a position, in their order. */
function blocksAt(position: ComposedBlock["position"], blocks: readonly ComposedBlock[]) {
  return blocks.filter((block) => block.position === position);
}

/** Returns the texts of the blocks at a position, in their order. */
export function textsAt(
  position: ComposedBlock["position"],
  blocks: readonly ComposedBlock[],
): readonly string[] {
  return blocksAt(position, blocks).map(({ text }) => text);
}
