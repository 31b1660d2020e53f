import type { FragmentPosition } from "@dossier/core/fragment";

/** The origin of a block of a prompt: a hook, an ancestor of the profile, or the profile itself. */
export type BlockSource = "hook" | "extends" | "profile";

/** The reason why a requested item is not in a prompt. */
export type SkipReason =
  | "suppressed"
  | "not_found"
  | "empty"
  | "excluded"
  | "over_budget"
  | "failed";

/** A text of a prompt, and its origin. */
export interface ContextBlock {
  /** Id of the hook, else of the item. */
  readonly id: string;
  /** The item that a hook fetched, or the same as {@link id}. */
  readonly itemId: string;
  /** Its position in the prompt. */
  readonly position: FragmentPosition;
  /** The origin of the request for it. */
  readonly source: BlockSource;
  /** Id of the profile that requested it; absent for a hook, unless it is the profile's own. */
  readonly profile?: string;
  /** The text as it is in the prompt. */
  readonly text: string;
  /** In model tokens, as the estimator of the prompt counts. */
  readonly tokens: number;
}

/** An item that was requested and is not in a prompt. */
export interface SkippedBlock extends Pick<ContextBlock, "id" | "position" | "source" | "profile"> {
  /** The reason as a code. */
  readonly reason: SkipReason;
  /** Half a sentence that people read, where the reason alone is not clear. */
  readonly detail?: string;
}

/** The event that reports a system prompt. */
export interface SystemPromptEvent {
  /** The whole prompt. */
  readonly text: string;
  /** Ids of the chain's items that are in it, in order. */
  readonly layers: readonly string[];
  /** Ids of the hooks that are in it, in order. */
  readonly hookLayers: readonly string[];
}

/** The event that reports a first message. */
export interface ContextInjectedEvent {
  /** Ids of hooks and items before the prompt, in the order of the message. */
  readonly before: readonly string[];
  /** Ids of items and hooks after the prompt. */
  readonly after: readonly string[];
  /** Each text of the message, in its order. */
  readonly blocks: readonly {
    readonly id: string;
    readonly position: FragmentPosition;
    /** Length in code points. */
    readonly chars: number;
    readonly tokens: number;
    readonly source: BlockSource;
  }[];
  /** Requested items that are not in it. */
  readonly skipped: readonly {
    readonly id: string;
    readonly reason: SkipReason;
  }[];
}

/** Returns the event of a system prompt; undefined for an empty one. */
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

/** Returns the event of a first message, with its blocks in order. */
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
