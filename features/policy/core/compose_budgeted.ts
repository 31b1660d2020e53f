import { CODE_SHARE } from "@dossier/core/pack";
import type { FragmentPosition } from "@dossier/core/fragment";
import { POSITIONS } from "./chain_items.ts";

/** Tokens by position. */
type PositionTokens = Readonly<Record<FragmentPosition, number>>;

/** Tokens of the items at each position, as Rye's later rewrite has them. */
export const POSITION_BUDGETS: PositionTokens = {
  system: 4000,
  before: 2000,
  after: 2000,
};

/** Characters of a token there. */
const CHARACTERS_PER_TOKEN = 4;

/** Returns the tokens of a text as Rye estimates them: a quarter of its code points, rounded up. */
export function countByRatio(text: string): number {
  return Math.ceil([...text].length / CHARACTERS_PER_TOKEN);
}

/** An item whose text is known, with the items that it is read with. */
export interface ResolvedItem {
  readonly id: string;
  readonly text: string;
  /** Id of the item that it extends, which is read before it. */
  readonly extends?: string;
  /** Ids of items that are read after it. */
  readonly references: readonly string[];
}

/** What becomes of an item at a position. */
export interface ComposedItem {
  readonly id: string;
  /** Id of the item that made it be read; absent for one that was asked for. */
  readonly from?: string | undefined;
  /** Why it is not given: an earlier position has it, or it does not fit. */
  readonly omitted?: "excluded" | "over_budget" | undefined;
  readonly tokens: number;
}

/** What {@link composeBudgeted} goes by. */
export interface ComposeOptions {
  /** Every item that is asked for or that one of these extends or refers to, by id. */
  readonly resolved: ReadonlyMap<string, ResolvedItem>;
  readonly budgets?: PositionTokens;
}

/**
 * Returns what becomes of the items at each position: for every root what it extends, the farthest first, then
 * itself, then what it refers to. One that does not fit is left out and the next ones are tried; one that an
 * earlier position gives is not given again.
 *
 * @param roots Ids of the items that are asked for.
 * @throws {RangeError} For an item that is missing from `resolved`.
 */
export function composeBudgeted(
  roots: Readonly<Record<FragmentPosition, readonly string[]>>,
  { resolved, budgets = POSITION_BUDGETS }: ComposeOptions,
): Readonly<Record<FragmentPosition, readonly ComposedItem[]>> {
  const given = new Set<string>();
  const composed = { system: [], before: [], after: [] } as Record<
    FragmentPosition,
    ComposedItem[]
  >;
  for (const position of POSITIONS) {
    let left = budgets[position];
    const seen = new Set<string>();
    for (const { id, from } of roots[position].flatMap((id) => spread(id, resolved))) {
      if (seen.has(id)) continue;
      seen.add(id);
      const tokens = countByRatio(find(id, resolved).text);
      const omitted = given.has(id) ? "excluded" : tokens > left ? "over_budget" : undefined;
      composed[position].push({ id, from, omitted, tokens });
      if (omitted !== undefined) continue;
      left -= tokens;
      given.add(id);
    }
  }
  return composed;
}

/** Returns an item with those that are read with it, in order. */
function spread(
  root: string,
  resolved: ComposeOptions["resolved"],
): readonly Pick<ComposedItem, "id" | "from">[] {
  const found: Pick<ComposedItem, "id" | "from">[] = [{ id: root }];
  const seen = new Set([root]);
  for (let id = root;;) {
    const parent = find(id, resolved).extends;
    if (parent === undefined || seen.has(parent)) break;
    seen.add(parent);
    found.unshift({ id: parent, from: id });
    id = parent;
  }
  return [...found, ...find(root, resolved).references.map((id) => ({ id, from: root }))];
}

function find(id: string, resolved: ComposeOptions["resolved"]): ResolvedItem {
  const item = resolved.get(id);
  if (item === undefined) throw new RangeError(`Cannot compose "${id}" as it was never resolved`);
  return item;
}

/** Share of a bundle's budget that a profile takes at most, at all positions together: the rest is for code. */
export const PROFILE_SHARE: number = 1 - CODE_SHARE;

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
 * import { limitPositions } from "./mod.ts";
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
