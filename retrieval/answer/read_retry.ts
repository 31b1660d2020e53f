import type { Note, Retry, TokenEstimator } from "@dossier/core";
import { cutMiddle } from "@dossier/core/plan";
import { toPlainText } from "@dossier/core/text";
import { maskSecrets } from "../secrets/mod.ts";

/** Share of a text that the diff of an attempt may take, and its error as much again. */
const PART_SHARE = 1 / 8;

/**
 * Returns what is known of the attempt before as a terminal shows it, without the secrets in it and without
 * parts that say nothing.
 */
export async function readRetry(
  { diff = "", error = "" }: Retry,
): Promise<{ readonly retry: Retry; readonly notes: readonly Note[] }> {
  const parts = [
    {
      ...{ name: "diff", path: "the diff of the attempt before", startLine: 1 },
      text: toPlainText(diff),
    },
    {
      ...{ name: "error", path: "the error of the attempt before", startLine: 1 },
      text: toPlainText(error),
    },
  ] as const;
  const given = parts.filter(({ text }) => text.trim() !== "");
  const { texts, notes } = await maskSecrets(given);
  return { retry: Object.fromEntries(texts.map(({ name, text }) => [name, text])), notes };
}

/** Returns the parts of an attempt, each cut in its middle to its share of a text. */
export function cutRetry(
  retry: Retry,
  { limit, estimator }: { readonly limit: number; readonly estimator: TokenEstimator },
): Retry {
  const tokens = limit * PART_SHARE;
  return Object.fromEntries(
    Object.entries(retry).map(([name, text]) => [name, cutMiddle(text, { tokens, estimator })]),
  );
}
