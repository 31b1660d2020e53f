import type { FragmentPosition } from "@dossier/core/fragment";

/** Where a block of a prompt comes from: a hook, an ancestor of the profile, or the profile itself. */
export type BlockSource = "hook" | "extends" | "profile";

/** Why something that was asked for is not in a prompt. */
export type SkipReason =
  | "suppressed"
  | "not_found"
  | "empty"
  | "excluded"
  | "over_budget"
  | "failed";

/** A text of a prompt, and where it is from. */
export interface ContextBlock {
  /** Of a hook its id, else that of the item. */
  readonly id: string;
  /** The item that a hook fetched, or the same as {@link id}. */
  readonly itemId: string;
  /** Where it stands. */
  readonly position: FragmentPosition;
  /** What asked for it. */
  readonly source: BlockSource;
  /** Id of the profile that asked for it; of a hook absent, unless it is the profile's own. */
  readonly profile?: string;
  /** As it is given. */
  readonly text: string;
  /** In model tokens, as the estimator of the prompt counts. */
  readonly tokens: number;
}

/** Something that was asked for and is not in a prompt. */
export interface SkippedBlock extends Pick<ContextBlock, "id" | "position" | "source" | "profile"> {
  /** In a word. */
  readonly reason: SkipReason;
  /** Half a sentence for people, where the reason does not say all. */
  readonly detail?: string;
}

/** What is told when a system prompt is made. */
export interface SystemPromptEvent {
  /** The whole prompt. */
  readonly text: string;
  /** Ids of the chain's items that are in it, in order. */
  readonly layers: readonly string[];
  /** Ids of the hooks that are in it, in order. */
  readonly hookLayers: readonly string[];
}

/** What is told when a first message is made. */
export interface ContextInjectedEvent {
  /** Ids of hooks and items before the prompt, in the order of the message. */
  readonly before: readonly string[];
  /** Ids of items and hooks behind it. */
  readonly after: readonly string[];
  /** Each text of the message, in its order. */
  readonly blocks: readonly {
    readonly id: string;
    readonly position: FragmentPosition;
    /** Code points. */
    readonly chars: number;
    readonly tokens: number;
    readonly source: BlockSource;
  }[];
  /** What was asked for and is not in it. */
  readonly skipped: readonly {
    readonly id: string;
    readonly reason: SkipReason;
  }[];
}

/** Returns what is told of a system prompt; undefined for an empty one. */
export function toSystemPromptEvent(
  text: string,
  blocks: readonly ContextBlock[],
): SystemPromptEvent | undefined {
  if (text === "") return undefined;
  const inSystem = blocks.filter(({ position }) => position === "system");
  const idsOf = (isHook: boolean) =>
    distinctIds(inSystem.filter(({ source }) => (source === "hook") === isHook));
  return { text, layers: idsOf(false), hookLayers: idsOf(true) };
}

/** Returns what is told of a first message, of blocks in its order. */
export function toContextInjectedEvent(
  blocks: readonly ContextBlock[],
  skipped: readonly SkippedBlock[],
): ContextInjectedEvent {
  const inMessage = blocks.filter(({ position }) => position !== "system");
  const idsAt = (position: FragmentPosition) =>
    distinctIds(inMessage.filter((block) => block.position === position));
  return {
    before: idsAt("before"),
    after: idsAt("after"),
    blocks: inMessage.map(({ id, position, text, tokens, source }) => ({
      id,
      position,
      tokens,
      source,
      chars: [...text].length,
    })),
    skipped: skipped.map(({ id, reason }) => ({ id, reason })),
  };
}

/** A hook with two actions is one hook. */
function distinctIds(blocks: readonly ContextBlock[]): readonly string[] {
  return [...new Set(blocks.map(({ id }) => id))];
}
