import {
  CAPABILITY_ACTIONS,
  type CapabilityAction,
  type ClassifiedCapability,
  classifyCapability,
  expandCapabilities,
  ITEM_TYPES,
  type ItemType,
  matchesStars,
  patternSpecificity,
} from "./capability.ts";
import { type Space, SPACES } from "./profile.ts";

/** What a profile may do that permits nothing: use the actions on items, or nothing at all. */
export type NoPermissions = "primary-only" | "deny";

/** What capabilities give an agent to do. */
export interface Grants {
  /** The capabilities that are about items. */
  readonly classified: readonly ClassifiedCapability[];
  /** The actions, and the types of item that each may be used on, sorted. */
  readonly actions: ReadonlyMap<CapabilityAction, readonly ItemType[]>;
  /** Patterns of the ids of tools that it may execute, the most specific first. */
  readonly toolPatterns: readonly string[];
}

/**
 * Returns what capabilities give.
 *
 * @param noPermissions What the lack of any means.
 */
export function grantTools(
  capabilities: readonly string[],
  { noPermissions = "primary-only" }: { readonly noPermissions?: NoPermissions } = {},
): Grants {
  if (capabilities.length === 0 && noPermissions === "primary-only") {
    return {
      classified: [],
      actions: new Map(CAPABILITY_ACTIONS.map((action) => [action, ITEM_TYPES])),
      toolPatterns: [],
    };
  }
  const classified = expandCapabilities(capabilities)
    .flatMap((one) => classifyCapability(one) ?? []);
  const types = new Map<CapabilityAction, Set<ItemType>>();
  for (const { action, itemType } of classified) {
    const added = itemType === undefined ? ITEM_TYPES : [itemType];
    types.set(action, new Set([...types.get(action) ?? [], ...added]));
  }
  const toolPatterns = classified
    .filter(({ action, itemType }) => action === "execute" && itemType === "tool")
    .map(({ pattern }) => pattern)
    .sort((a, b) => patternSpecificity(b) - patternSpecificity(a));
  return {
    classified,
    actions: new Map([...types].map(([action, set]) => [action, [...set].sort()])),
    toolPatterns,
  };
}

/** Something that has an id in a space. */
export interface SpacedItem {
  readonly id: string;
  readonly space: Space;
}

/**
 * Returns the items whose ids patterns match, each id once: by the order of the patterns, then of the
 * spaces, then of the ids. An item of an earlier space hides one of the same id, whatever is in it.
 */
export function selectItems<Item extends SpacedItem>(
  patterns: readonly string[],
  items: readonly Item[],
): readonly Item[] {
  const ordered = items.map((item) => ({ item, space: SPACES.indexOf(item.space) })).sort((a, b) =>
    a.space - b.space || (a.item.id < b.item.id ? -1 : a.item.id > b.item.id ? 1 : 0)
  );
  const selected = new Map<string, Item>();
  for (const pattern of patterns) {
    for (const { item } of ordered) {
      if (!selected.has(item.id) && matchesStars(pattern, item.id)) selected.set(item.id, item);
    }
  }
  return [...selected.values()];
}
