import type { BundleBudget, UnhashedBundle } from "../pack/bundle.ts";
import { estimateMaxJsonTokens } from "../text/estimate_max_tokens.ts";
import type { TokenEstimator } from "../text/count_tokens.ts";

/** Returns true when a text fits a budget, by its estimator and by its size as it is sent. */
export function fitsBudget(
  text: string,
  { limit, maxSent }: Pick<BundleBudget, "limit" | "maxSent">,
  estimator: TokenEstimator,
): boolean {
  return estimator.count(text) <= limit &&
    (maxSent === undefined || estimateMaxJsonTokens(text) <= maxSent);
}

/**
 * Returns body, the first footer lines that fit the bundle's budget, and end. Without fragments the
 * result is empty when body and end do not fit, so that a budget of 0 holds.
 *
 * The number of lines is found by bisection, as each count reads the whole text. The result fits,
 * but an estimator that counts less for a longer text might have allowed more lines.
 *
 * @param parts.body Everything up to and including the last fragment.
 * @param parts.footer Lines about omissions and notes, the most important first; each ends in a
 * newline.
 */
export function fitFooter(
  { body, footer, end }: {
    readonly body: string;
    readonly footer: readonly string[];
    readonly end: string;
  },
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
