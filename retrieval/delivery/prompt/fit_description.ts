import type { TokenEstimator } from "@dossier/core";
import { cutDocument } from "@dossier/core/plan";
import { countCodePoints, takeWholeStart } from "@dossier/core/text";

/** Share of a prompt that the description of its issue may take: the rest is for what answers it. */
const DESCRIPTION_SHARE = 1 / 2;

/** Characters of a text that has fewer tokens than a sixteenth of them is mostly blank. */
const MAX_CHARACTERS_A_TOKEN = 16;

/** More tokens than the notice of a cut takes. */
const NOTICE_TOKENS = 30;

/**
 * Returns the description of an issue, or its longest beginning that takes half of the prompt and no more
 * than the other parts leave, with a notice that it goes on.
 */
export function fitDescription(
  description: string,
  { limit, left, estimator }: {
    readonly limit: number;
    readonly left: number;
    readonly estimator: TokenEstimator;
  },
): string {
  const most = Math.max(0, Math.min(limit * DESCRIPTION_SHARE, left));
  // A text of a megabyte need not be counted to know that it is too long.
  let high = Math.min(description.length, Math.floor(most * MAX_CHARACTERS_A_TOKEN));
  if (high === description.length && estimator.count(description) <= most) return description;
  let low = 0;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimator.count(takeWholeStart(description, middle)) + NOTICE_TOKENS <= most) low = middle;
    else high = middle - 1;
  }
  const characters = countCodePoints(takeWholeStart(description, low));
  return characters === 0 ? "" : cutDocument(description, characters).text;
}
