import { listWords, type TreeWords } from "./tree_words.ts";

const FENCE_REGEXP = /^\s*(?:```|~~~)/;
const SPAN_REGEXP = /(`+)([^`]+)\1/g;

/** Shorter words are there by chance. */
const MIN_LENGTH = 4;

/**
 * Returns what the code spans of a document name that the tree had when it was written and has no more:
 * words of its code and paths of its files. Such a document is out of date.
 *
 * Nothing here is known to the index: whole words of two trees are compared as they are written.
 */
export function listGoneNames(
  text: string,
  { before, now }: {
    readonly before: Pick<TreeWords, "paths" | "words">;
    readonly now: Pick<TreeWords, "paths" | "words">;
  },
): string[] {
  const spans = listSpans(text);
  const words = spans.flatMap(listWords).filter((word) =>
    word.length >= MIN_LENGTH && before.words.has(word) && !now.words.has(word)
  );
  const paths = spans.filter((span) => before.paths.has(span) && !now.paths.has(span));
  return [...new Set([...paths, ...words])];
}

function listSpans(text: string): string[] {
  const spans: string[] = [];
  let isFenced = false;
  for (const line of text.split("\n")) {
    if (FENCE_REGEXP.test(line)) isFenced = !isFenced;
    else if (!isFenced) {
      for (const [, , span = ""] of line.matchAll(SPAN_REGEXP)) spans.push(span.trim());
    }
  }
  return spans;
}
