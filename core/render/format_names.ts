import type { TokenEstimator } from "../text/count_tokens.ts";

/** Limit of a text. */
export interface FormatNamesOptions {
  /** Tokens of the whole text. */
  readonly limit: number;
  readonly estimator: TokenEstimator;
}

/** Largest share of a text for one list of names. */
const NAMES_SHARE = 1 / 8;

/**
 * Returns the names with commas between them; a long list is cut, with the number of the others.
 */
export function formatNames(names: readonly string[], options: FormatNamesOptions): string {
  if (names.length === 0) return "";
  const fitting = listFittingNames(names, options);
  const more = names.length - fitting.length;
  if (fitting.length === 0) return `${more} names`;
  return [...fitting, ...(more === 0 ? [] : [`and ${more} more`])].join(", ");
}

/** Returns the first names that use at most an eighth of a text. */
export function listFittingNames(
  names: readonly string[],
  { limit, estimator }: FormatNamesOptions,
): readonly string[] {
  let left = limit * NAMES_SHARE;
  const end = names.findIndex((name) => {
    left -= estimator.count(`${name}, `);
    return left < 0;
  });
  return end < 0 ? names : names.slice(0, end);
}
