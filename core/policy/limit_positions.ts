import type { FragmentPosition } from "../fragment/fragment.ts";
import { POSITIONS } from "./chain_items.ts";
import { POSITION_BUDGETS } from "./compose_budgeted.ts";

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
