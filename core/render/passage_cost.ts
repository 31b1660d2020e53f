import { asPassage } from "../pack/as_passage.ts";
import type { PassageCandidate } from "../pack/passage_candidate.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";
import type { TextRenderer } from "./renderer.ts";

/** Returns a function from a candidate to the tokens of its rendered block. */
export function passageCost(
  renderer: TextRenderer,
  estimator: TokenEstimator,
): (candidate: PassageCandidate) => number {
  return (candidate) => estimator.count(renderer.renderPassage(asPassage(candidate)));
}
