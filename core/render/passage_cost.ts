import { type FragmentCandidate, toFragment } from "../fragment/candidate.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";
import type { TextRenderer } from "./renderer.ts";

/** Returns a function from a candidate to the tokens of its rendered block. */
export function passageCost(
  renderer: TextRenderer,
  estimator: TokenEstimator,
): (candidate: FragmentCandidate) => number {
  return (candidate) => estimator.count(renderer.renderFragment(toFragment(candidate)));
}
