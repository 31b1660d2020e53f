import type { FragmentPosition } from "../fragment/fragment.ts";
import { POSITIONS } from "./chain_items.ts";

/** Tokens of the items at each position, as Rye's later rewrite has them. */
export const POSITION_BUDGETS: Readonly<Record<FragmentPosition, number>> = {
  system: 4000,
  before: 2000,
  after: 2000,
};

/** How tokens are estimated there: so many characters make one, and this share is kept free beside it. */
export const RATIO_ESTIMATE = {
  provider: "heuristic",
  charsPerToken: 4,
  reserveRatio: .1,
} as const;

/** An item whose text is known, with the items that it is read with. */
export interface ResolvedItem {
  readonly id: string;
  readonly text: string;
  /** Id of the item that it extends, which is read before it. */
  readonly extends?: string;
  /** Ids of items that are read after it. */
  readonly references: readonly string[];
}

/** Why an item is given: it was asked for, is extended by such a one, or is referred to by it. */
export type ComposedRole = "root" | "ancestor" | "reference";

/** An item that is given within a budget. */
export interface ComposedItem {
  readonly id: string;
  readonly role: ComposedRole;
  /** Steps from the item that was asked for. */
  readonly depth: number;
  readonly tokens: number;
}

/** What is given at a position within its budget. */
export interface ComposedPosition {
  readonly position: FragmentPosition;
  readonly items: readonly ComposedItem[];
  /** What is not given, as an earlier position has it or it does not fit. */
  readonly omitted: readonly { readonly id: string; readonly reason: "excluded" | "over_budget" }[];
  /** Which item made which one be read. */
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly kind: "extends" | "references";
  }[];
  readonly budget: number;
  readonly used: number;
}

/** The estimate of {@link RATIO_ESTIMATE}: rounded up, of code points. */
export function countByRatio(text: string): number {
  return Math.ceil([...text].length / RATIO_ESTIMATE.charsPerToken);
}

/** What {@link composeBudgeted} goes by. */
export interface ComposeOptions {
  /** Every item that is asked for or that one of these extends or refers to, by id. */
  readonly resolved: ReadonlyMap<string, ResolvedItem>;
  readonly budgets?: Readonly<Record<FragmentPosition, number>>;
  readonly count?: (text: string) => number;
}

/**
 * Returns which items are given at each position: for every root what it extends, the farthest first, then
 * itself, then what it refers to. One that does not fit is left out and the next ones are tried; one that an
 * earlier position gives is not given again.
 *
 * @param roots Ids of the items that are asked for.
 * @throws {RangeError} For an item that is missing from `resolved`.
 */
export function composeBudgeted(
  roots: Readonly<Record<FragmentPosition, readonly string[]>>,
  { resolved, budgets = POSITION_BUDGETS, count = countByRatio }: ComposeOptions,
): readonly ComposedPosition[] {
  const given = new Set<string>();
  return POSITIONS.map((position) => {
    const items: ComposedItem[] = [];
    const omitted: ComposedPosition["omitted"][number][] = [];
    const edges: ComposedPosition["edges"][number][] = [];
    const budget = budgets[position];
    let used = 0;
    const seen = new Set<string>();
    for (
      const { id, role, depth } of roots[position].flatMap((id) => spread(id, resolved, edges))
    ) {
      if (seen.has(id)) continue;
      seen.add(id);
      const tokens = count(find(id, resolved).text);
      if (given.has(id)) omitted.push({ id, reason: "excluded" });
      else if (used + tokens > budget) omitted.push({ id, reason: "over_budget" });
      else {
        items.push({ id, role, depth, tokens });
        used += tokens;
        given.add(id);
      }
    }
    return { position, items, omitted, edges, budget, used };
  });
}

/** Returns an item with those that are read with it, in order, and adds the edges that lead to them. */
function spread(
  root: string,
  resolved: ComposeOptions["resolved"],
  edges: ComposedPosition["edges"][number][],
): Omit<ComposedItem, "tokens">[] {
  const found: Omit<ComposedItem, "tokens">[] = [{ id: root, role: "root", depth: 0 }];
  const seen = new Set([root]);
  for (let id = root;;) {
    const parent = find(id, resolved).extends;
    if (parent === undefined || seen.has(parent)) break;
    seen.add(parent);
    edges.push({ from: id, to: parent, kind: "extends" });
    found.unshift({ id: parent, role: "ancestor", depth: found.length });
    id = parent;
  }
  for (const id of find(root, resolved).references) {
    edges.push({ from: root, to: id, kind: "references" });
    found.push({ id, role: "reference", depth: 1 });
  }
  return found;
}

function find(id: string, resolved: ComposeOptions["resolved"]): ResolvedItem {
  const item = resolved.get(id);
  if (item === undefined) throw new RangeError(`Cannot compose "${id}" as it was never resolved`);
  return item;
}

/** Share of a bundle's budget that a profile takes at most, at all positions together: the rest is for code. */
export const PROFILE_SHARE = 1 / 2;

/** Tokens by position. */
type PositionTokens = Readonly<Record<FragmentPosition, number>>;

/**
 * Returns the most tokens that a profile may take of a bundle at each position: never more than
 * {@link POSITION_BUDGETS}, and together never more than {@link PROFILE_SHARE}. Where that is too little, each
 * position gets what it needs first, then of the rest a part in proportion to its budget, or all it wants when that is
 * less.
 *
 * @param budget Tokens of the bundle.
 * @param options.wanted What all candidates cost.
 * @param options.needed What is to fit before anything else; a part of what is wanted.
 *
 * @example
 * ```ts
 * import { limitPositions } from "@dossier/core/policy";
 * import assert from "node:assert/strict";
 *
 * // Half of 8,000 is 4,000: "before" wants 400, and the others share 3,600 in the proportion of 4,000 to 2,000.
 * const wanted = { system: 9000, before: 400, after: 9000 };
 * assert.deepEqual(limitPositions(8000, { wanted }), { system: 2400, before: 400, after: 1200 });
 * ```
 */
export function limitPositions(
  budget: number,
  { wanted, needed = { system: 0, before: 0, after: 0 } }: {
    readonly wanted: PositionTokens;
    readonly needed?: PositionTokens;
  },
): PositionTokens {
  const limits = { system: 0, before: 0, after: 0 };
  let left = Math.floor(budget * PROFILE_SHARE);
  const give = (position: FragmentPosition, tokens: number) => {
    const given = Math.max(
      0,
      Math.min(tokens, left, POSITION_BUDGETS[position] - limits[position]),
    );
    limits[position] += given;
    left -= given;
  };
  for (const position of POSITIONS) {
    const isPossible = needed[position] <= Math.min(left, POSITION_BUDGETS[position]);
    if (isPossible) give(position, needed[position]);
  }
  const open = POSITIONS.map((position) => {
    const weight = POSITION_BUDGETS[position] - limits[position];
    return { position, weight, rest: Math.min(weight, wanted[position] - limits[position]) };
  }).filter(({ rest }) => rest > 0);
  // Who wants the least for its part comes first: what it leaves is for the others.
  open.sort((a, b) => a.rest / a.weight - b.rest / b.weight);
  let weights = open.reduce((sum, { weight }) => sum + weight, 0);
  for (const { position, weight, rest } of open) {
    give(position, Math.min(rest, Math.floor(left * weight / weights)));
    weights -= weight;
  }
  // What nobody wants is for what costs more than was thought, as a mask may.
  for (const position of POSITIONS) give(position, left);
  return limits;
}
