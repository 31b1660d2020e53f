import type { UnhashedBundle } from "../pack/bundle.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";

/** The parts of a rendered bundle in their order. */
export interface FrameParts {
  /** Everything up to and including the last passage. */
  readonly body: string;
  /** Lines about omissions and notes, the most important first; each ends in a newline. */
  readonly footer: readonly string[];
  /** What closes the text. */
  readonly end: string;
}

/**
 * Returns body, as many of the first footer lines as fit the bundle's budget, and end. Returns the
 * empty text when there are no passages and not even body and end fit, so that a budget of 0 holds.
 */
export function fitFooter(
  { body, footer, end }: FrameParts,
  { bundle, estimator }: { bundle: UnhashedBundle; estimator: TokenEstimator },
): string {
  const fits = (text: string) => estimator.count(text) <= bundle.budget.limit;
  for (let lines = footer.length; lines > 0; lines--) {
    const text = body + footer.slice(0, lines).join("") + end;
    if (fits(text)) return text;
  }
  const text = body + end;
  return bundle.passages.length > 0 || fits(text) ? text : "";
}
