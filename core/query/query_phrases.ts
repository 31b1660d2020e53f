import type { ParsedQuery } from "./parse_query.ts";

/** Words that a query wants in exactly this order. */
export interface WeightedPhrase {
  readonly text: string;
  /** From above 0 to 1: how likely a document with the phrase is meant. */
  readonly weight: number;
}

const QUOTED_WEIGHT = 1;

/** Weight of a piece of an error message: it is in the source, unless a library wrote it. */
const ERROR_WEIGHT = 0.8;

/** Fewest words of a phrase; single words are terms already. */
const MIN_WORDS = 2;

/** Longest phrase, in UTF-16 code units. */
const MAX_PHRASE_LENGTH = 160;

/**
 * Values that a program fills into its messages: quoted text, numbers, paths, names in code. The source
 * has placeholders there, so only the text between them can be found.
 */
const VALUE_REGEXP =
  /"[^"]{0,200}"|'[^']{0,200}'|`[^`]{0,200}`|<[^>]{0,200}>|\{[^}]{0,200}\}|\[[^\]]{0,200}\]|\([^)]{0,200}\)|\S*[\d/\\_=]\S*|[a-z]+(?:\.[a-z]+)+\S*|%\w|[:;,]\s|\.{3}|…/gi;

const WORD_REGEXP = /[\p{L}\p{N}_$]+/gu;

/** Returns the exact phrases of a query, each once: its quotations, then the pieces of its errors. */
export function queryPhrases(parsed: ParsedQuery): readonly WeightedPhrase[] {
  const found = new Map<string, number>();
  const add = (text: string, weight: number) => {
    const phrase = text.trim().replace(/\s+/g, " ");
    const isPhrase = phrase.length <= MAX_PHRASE_LENGTH &&
      (phrase.match(WORD_REGEXP)?.length ?? 0) >= MIN_WORDS;
    if (isPhrase) found.set(phrase, Math.max(found.get(phrase) ?? 0, weight));
  };
  for (const { start, end } of parsed.quotations) add(parsed.text.slice(start, end), QUOTED_WEIGHT);
  for (const { message } of parsed.errors) {
    for (const piece of message.split(VALUE_REGEXP)) add(piece, ERROR_WEIGHT);
  }
  return [...found].map(([text, weight]) => ({ text, weight })).sort((a, b) => b.weight - a.weight);
}
