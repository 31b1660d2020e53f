import { CODE_SHARE } from "@dossier/core/pack";
import type { FragmentPosition } from "@dossier/core/fragment";
import { POSITIONS } from "./chain_items.ts";

/** Tokens by position. */
type PositionTokens = Readonly<Record<FragmentPosition, number>>;

/** Maximum number of tokens of the items at each position, from Rye's later rewrite. */
export const POSITION_BUDGETS: PositionTokens = {
  system: 4000,
  before: 2000,
  after: 2000,
};

/** Characters per token in these budgets. */
const CHARACTERS_PER_TOKEN = 4;

/** Returns the tokens of a text as Rye estimates them: a quarter of its code points, rounded up. */
export function countByRatio(text: string): number {
  return Math.ceil([...text].length / CHARACTERS_PER_TOKEN);
}

/** An item with its text and links. */
export interface ResolvedItem {
  readonly id: string;
  readonly text: string;
  /** Id of the item that it extends, which is placed before it. */
  readonly extends?: string;
  /** Ids of items that are placed after it. */
  readonly references: readonly string[];
}

/** The decision about an item at a position. */
export interface ComposedItem {
  readonly id: string;
  /** Id of the item that links to it; absent for one that was requested. */
  readonly from?: string | undefined;
  /** The reason why it is omitted: an earlier position has it, or it does not fit. */
  readonly omitted?: "excluded" | "over_budget" | undefined;
  readonly tokens: number;
}

/** Options of {@link composeBudgeted}. */
export interface ComposeOptions {
  /** Every requested item and every item that these extend or refer to, by id. */
  readonly resolved: ReadonlyMap<string, ResolvedItem>;
  readonly budgets?: PositionTokens;
}

/**
 * Returns the decisions about the items at each position. Each root is preceded by the items that
 * it extends, the farthest first, and followed by those that it refers to. An item that does not
 * fit is omitted and the next ones are tried; an item of an earlier position is not repeated.
 *
 * @param roots Ids of the requested items.
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
    for (const { id, from } of roots[position].flatMap((id) => expandItem(id, resolved))) {
      if (seen.has(id)) continue;
      seen.add(id);
      const tokens = countByRatio(requireItem(id, resolved).text);
      const omitted = given.has(id) ? "excluded" : tokens > left ? "over_budget" : undefined;
      composed[position].push({ id, from, omitted, tokens });
      if (omitted !== undefined) continue;
      left -= tokens;
      given.add(id);
    }
  }
  return composed;
}

/** Returns an item with the items that it extends and refers to, in order. */
function expandItem(
  root: string,
  resolved: ComposeOptions["resolved"],
): readonly Pick<ComposedItem, "id" | "from">[] {
  const found: Pick<ComposedItem, "id" | "from">[] = [{ id: root }];
  const seen = new Set([root]);
  for (let id = root;;) {
    const parent = requireItem(id, resolved).extends;
    if (parent === undefined || seen.has(parent)) break;
    seen.add(parent);
    found.unshift({ id: parent, from: id });
    id = parent;
  }
  return [...found, ...requireItem(root, resolved).references.map((id) => ({ id, from: root }))];
}

function requireItem(id: string, resolved: ComposeOptions["resolved"]): ResolvedItem {
  const item = resolved.get(id);
  if (item === undefined) throw new RangeError(`Cannot compose "${id}" as it was never resolved`);
  return item;
}

/** Largest share of a bundle's budget for a profile, over all positions: the rest is for code. */
export const PROFILE_SHARE: number = 1 - CODE_SHARE;

/**
 * Returns the most tokens of a profile at each position of a bundle: at most
 * {@link POSITION_BUDGETS} each, and at most {@link PROFILE_SHARE} of the budget together. When that is
 * too little, each position gets what it needs first; the rest is divided in proportion to the
 * budgets, up to what each position wants.
 *
 * @param budget Tokens of the bundle.
 * @param options.wanted Cost of all candidates.
 * @param options.needed Cost of the candidates that come first; a part of `wanted`.
 *
 * @example
 * ```ts
 * import { limitPositions } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * // Half of 8,000 is 4,000: "before" wants 400, and the others share 3,600 as 4,000 to 2,000.
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
  const allocate = (position: FragmentPosition, tokens: number) => {
    const given = Math.max(
      0,
      Math.min(tokens, left, POSITION_BUDGETS[position] - limits[position]),
    );
    limits[position] += given;
    left -= given;
  };
  for (const position of POSITIONS) {
    const isPossible = needed[position] <= Math.min(left, POSITION_BUDGETS[position]);
    if (isPossible) allocate(position, needed[position]);
  }
  const open = POSITIONS.map((position) => {
    const weight = POSITION_BUDGETS[position] - limits[position];
    return { position, weight, rest: Math.min(weight, wanted[position] - limits[position]) };
  }).filter(({ rest }) => rest > 0);
  // The position that wants the least for its weight comes first: its surplus is for the others.
  open.sort((a, b) => a.rest / a.weight - b.rest / b.weight);
  let weights = open.reduce((sum, { weight }) => sum + weight, 0);
  for (const { position, weight, rest } of open) {
    allocate(position, Math.min(rest, Math.floor(left * weight / weights)));
    weights -= weight;
  }
  // Unused tokens are for items that cost more than estimated, as masking may lengthen a text.
  for (const position of POSITIONS) allocate(position, left);
  return limits;
}
