import type { TokenEstimator } from "../text/count_tokens.ts";

/** Maximum number of tried characters per token; only mostly blank texts would fit more. */
const MAX_CHARACTERS_A_TOKEN = 16;

/** Maximum share of an end that is dropped to cut at a line end. */
const LINE_SHARE = 0.5;

/**
 * Returns a text, or its beginning and end with a notice between them when it exceeds the tokens:
 * programs report errors at either end of their output. Empty when not even the notice fits.
 */
export function cutMiddle(
  text: string,
  { tokens, estimator }: { readonly tokens: number; readonly estimator: TokenEstimator },
): string {
  if (estimator.count(text) <= tokens) return text;
  let low = 0;
  let high = Math.min(text.length, Math.floor(tokens * MAX_CHARACTERS_A_TOKEN));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimator.count(keepEnds(text, middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  const kept = keepEnds(text, low);
  return estimator.count(kept) <= tokens ? kept : "";
}

/** Returns about `characters` of a text, half of them from its end, with the notice. */
function keepEnds(text: string, characters: number): string {
  const half = Math.floor(characters / 2);
  const head = toLineEnd(text.slice(0, half).toWellFormed());
  const tail = toLineStart(half === 0 ? "" : text.slice(-half).toWellFormed());
  const left = text.length - head.length - tail.length;
  const between = head === "" || head.endsWith("\n") ? "" : "\n";
  return `${head}${between}[cut: ${left} of ${text.length} characters omitted]\n${tail}`;
}

function toLineEnd(text: string): string {
  const end = text.lastIndexOf("\n") + 1;
  return end >= LINE_SHARE * text.length ? text.slice(0, end) : text;
}

function toLineStart(text: string): string {
  const start = text.indexOf("\n") + 1;
  return start > 0 && start <= LINE_SHARE * text.length ? text.slice(start) : text;
}
