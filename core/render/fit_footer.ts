import type { UnhashedBundle } from "../pack/bundle.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";
import { fitsBudget } from "./fits_budget.ts";

/** The parts of a rendered bundle in their order. */
export interface FrameParts {
  /** Everything up to and including the last fragment. */
  readonly body: string;
  /** Lines about omissions and notes, the most important first; each ends in a newline. */
  readonly footer: readonly string[];
  /** The closing text. */
  readonly end: string;
}

/**
 * Returns body, the first footer lines that fit the bundle's budget, and end. Without fragments the result
 * is empty when body and end do not fit, so that a budget of 0 holds.
 *
 * The number of lines is found by halving, as each count reads the whole text. The result fits, but an
 * estimator that counts less for a longer text might have allowed more lines.
 */
export function fitFooter(
  { body, footer, end }: FrameParts,
  { bundle, estimator }: { bundle: UnhashedBundle; estimator: TokenEstimator },
): string {
  const fits = (text: string) => fitsBudget(text, bundle.budget, estimator);
  const textOf = (lines: number) => body + footer.slice(0, lines).join("") + end;
  const whole = textOf(footer.length);
  if (fits(whole)) return whole;
  let text: string | undefined;
  let low = 1;
  let high = footer.length - 1;
  while (low <= high) {
    const lines = Math.floor((low + high) / 2);
    const candidate = textOf(lines);
    if (fits(candidate)) {
      text = candidate;
      low = lines + 1;
    } else high = lines - 1;
  }
  if (text !== undefined) return text;
  return bundle.fragments.length > 0 || fits(body + end) ? body + end : "";
}
