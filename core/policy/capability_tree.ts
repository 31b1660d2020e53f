import { ITEM_TYPES, type ItemType, matchesStars } from "./capability.ts";
import type { Grants } from "./grant_tools.ts";
import type { PolicyWords } from "./prompt.ts";

/** Folders whose items are not shown (as in Rye). */
export const DEFAULT_HIDDEN_FOLDERS: readonly string[] = [
  "__pycache__",
  "node_modules",
  ".venv",
  ".git",
  "__init__",
];

/** What is there to be used, and how it is shown. */
export interface CapabilityTreeOptions {
  /** Ids of the items of all spaces, by type. */
  readonly items: Readonly<Partial<Record<ItemType, readonly string[]>>>;
  readonly words: Pick<PolicyWords, "tag">;
  /** Names of folders and items. @default DEFAULT_HIDDEN_FOLDERS */
  readonly hidden?: readonly string[];
}

/**
 * Returns the actions, types and items that capabilities allow as a tree in lines, for people; empty when
 * they are about no items.
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
    return [action, ...drawTypes(branches.sort((a, b) => (a.name < b.name ? -1 : 1)))];
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
    dotted.some((pattern) => matchesStars(pattern, id.replaceAll("/", ".")))
  );
}

function drawTypes(branches: readonly { name: string; ids: readonly string[] }[]): string[] {
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
