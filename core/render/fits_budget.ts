import type { BundleBudget } from "../pack/bundle.ts";
import { countSent } from "../text/count_at_most.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";

/** Returns whether a text fits a budget, by its estimator and by its size as it is sent. */
export function fitsBudget(
  text: string,
  { limit, maxSent }: Pick<BundleBudget, "limit" | "maxSent">,
  estimator: TokenEstimator,
): boolean {
  return estimator.count(text) <= limit && (maxSent === undefined || countSent(text) <= maxSent);
}
