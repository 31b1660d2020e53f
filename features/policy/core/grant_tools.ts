import { matchesWildcards } from "@dossier/core/condition";
import {
  CAPABILITY_ACTIONS,
  type CapabilityAction,
  type ClassifiedCapability,
  classifyCapability,
  expandCapabilities,
  ITEM_TYPES,
  type ItemType,
  patternSpecificity,
} from "./capability.ts";
import { type Space, SPACES } from "./profile.ts";
import type { PolicyWords } from "./prompt.ts";

/** The meaning of a profile without permissions: it may use the actions on items, or nothing. */
export type NoPermissions = "primary-only" | "deny";

/** The actions and tools that capabilities grant. */
export interface Grants {
  /** The capabilities that apply to items. */
  readonly classified: readonly ClassifiedCapability[];
  /** The actions, and for each the types of item that it may be used on, sorted. */
  readonly actions: ReadonlyMap<CapabilityAction, readonly ItemType[]>;
  /** Patterns of the ids of tools that may be executed, the most specific first. */
  readonly toolPatterns: readonly string[];
}

/**
 * Returns the grants of capabilities.
 *
 * @param noPermissions The meaning of an empty list.
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

/** An item with an id in a space. */
export interface SpaceItem {
  readonly id: string;
  readonly space: Space;
}

/**
 * Returns the items whose ids match the patterns, each id once: in the order of the patterns, then
 * of the spaces, then of the ids. An item of an earlier space hides those with the same id in later
 * spaces.
 */
export function selectItems<Item extends SpaceItem>(
  patterns: readonly string[],
  items: readonly Item[],
): readonly Item[] {
  const ordered = items.map((item) => ({ item, space: SPACES.indexOf(item.space) })).sort((a, b) =>
    a.space - b.space || (a.item.id < b.item.id ? -1 : a.item.id > b.item.id ? 1 : 0)
  );
  const selected = new Map<string, Item>();
  for (const pattern of patterns) {
    for (const { item } of ordered) {
      if (!selected.has(item.id) && matchesWildcards(pattern, item.id)) selected.set(item.id, item);
    }
  }
  return [...selected.values()];
}

/** Folders whose items are not shown (from Rye). */
export const DEFAULT_HIDDEN_FOLDERS: readonly string[] = [
  "__pycache__",
  "node_modules",
  ".venv",
  ".git",
  "__init__",
];

/** The items that exist, and how they are shown. */
export interface CapabilityTreeOptions {
  /** Ids of the items of all spaces, by type. */
  readonly items: Readonly<Partial<Record<ItemType, readonly string[]>>>;
  readonly words: Pick<PolicyWords, "tag">;
  /** Names of folders and items that are not shown. @default DEFAULT_HIDDEN_FOLDERS */
  readonly hidden?: readonly string[];
}

/**
 * Returns the actions, types and items that capabilities permit as a tree in lines, for people;
 * empty when they apply to no items.
 */
export function renderCapabilityTree(
  { classified }: Pick<Grants, "classified">,
  { items, words, hidden = DEFAULT_HIDDEN_FOLDERS }: CapabilityTreeOptions,
): string {
  const actions = [...new Set(classified.map(({ action }) => action))].sort();
  return actions.flatMap((action) => {
    const own = classified.filter((one) => one.action === action);
    const branches = ITEM_TYPES.flatMap((type) => {
      const patterns = own.filter(({ itemType = type }) => itemType === type)
        .map(({ pattern }) => pattern);
      if (patterns.length === 0) return [];
      const ids = matchingIds(patterns, items[type] ?? [], hidden);
      return [{ name: type === "profile" ? words.tag : type, ids }];
    });
    return [action, ...renderTypes(branches.sort((a, b) => (a.name < b.name ? -1 : 1)))];
  }).join("\n");
}

function matchingIds(
  patterns: readonly string[],
  ids: readonly string[],
  hidden: readonly string[],
): readonly string[] {
  const dotted = patterns.map((pattern) => pattern.replaceAll("/", "."));
  return [...new Set(ids)].sort().filter((id) =>
    !id.split("/").some((name) => hidden.includes(name)) &&
    dotted.some((pattern) => matchesWildcards(pattern, id.replaceAll("/", ".")))
  );
}

function renderTypes(branches: readonly { name: string; ids: readonly string[] }[]): string[] {
  return branches.flatMap(({ name, ids }, i) => {
    const isLast = i === branches.length - 1;
    const head = `${isLast ? "└── " : "├── "}${ids.length === 0 ? `${name} (none)` : name}`;
    const indent = isLast ? "    " : "│   ";
    const leaves = ids.map((id, leaf) =>
      `${indent}${leaf === ids.length - 1 ? "└── " : "├── "}${id}`
    );
    return [head, ...leaves];
  });
}
