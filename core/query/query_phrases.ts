import { raw } from "../text/match_at.ts";
import type { ParsedQuery } from "./parse_query.ts";

/** Words that a query requests in exactly this order. */
export interface WeightedPhrase {
  readonly text: string;
  /** Likelihood that a document with the phrase is meant, above 0 and at most 1. */
  readonly weight: number;
}

const QUOTED_WEIGHT = 1;

/** Weight of a piece of an error message: it is in the source, unless a library wrote it. */
const ERROR_WEIGHT = 0.8;

/** Minimum number of words of a phrase; single words are terms already. */
const MIN_WORDS = 2;

/** Maximum length of a phrase, in UTF-16 code units. */
const MAX_PHRASE_LENGTH = 160;

/**
 * Values that a program inserts into its messages: quoted text, numbers, paths, names in code. The
 * source has placeholders there, so only the text between them can be found.
 */
const VALUE_REGEXP = new RegExp(
  raw`"[^"]{0,200}"|'[^']{0,200}'|${"`"}[^${"`"}]{0,200}${"`"}|<[^>]{0,200}>|\{[^}]{0,200}\}` +
    raw`|\[[^\]]{0,200}\]|\([^)]{0,200}\)|\S*[\d/\\_=]\S*|[a-z]+(?:\.[a-z]+)+\S*|%\w|[:;,]\s` +
    raw`|\.{3}|…`,
  "gi",
);

const WORD_REGEXP = /[\p{L}\p{N}_$]+/gu;

/**
 * Returns the exact phrases of a query, each once: its quotations, then the pieces of its errors.
 */
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

/** Separator of two words of a phrase: white space, and the start of a line in a comment. */
const GAP = String.raw`(?:\s+|\s*\n\s*(?:[*#>;]|\/\/[/!]?|--)\s*)`;

const SPACE_REGEXP = /\s+/;
const META_REGEXP = /[\\^$.*+?()[\]{}|/]/g;
const WORD_START_REGEXP = /^[\p{L}\p{N}_]/u;
const WORD_END_REGEXP = /[\p{L}\p{N}_]$/u;

/**
 * Returns the 0-based lines on which a phrase begins, in order, each once. Case does not count. A
 * phrase matches whole words, and may span several lines, also those of a comment.
 *
 * @param phrase Requested words; an empty phrase is never found.
 * @param lines A text without its line breaks.
 */
export function findPhrase(phrase: string, lines: readonly string[]): readonly number[] {
  const trimmed = phrase.trim();
  if (trimmed === "") return [];
  const words = trimmed.split(SPACE_REGEXP)
    .map((word) => word.replaceAll(META_REGEXP, (mark) => `\\${mark}`));
  const before = WORD_START_REGEXP.test(trimmed) ? String.raw`(?<![\p{L}\p{N}_])` : "";
  const after = WORD_END_REGEXP.test(trimmed) ? String.raw`(?![\p{L}\p{N}_])` : "";
  const pattern = new RegExp(before + words.join(GAP) + after, "giu");
  const text = lines.join("\n");
  const found = new Set<number>();
  let line = 0;
  let lineEnd = text.indexOf("\n");
  for (const { index } of text.matchAll(pattern)) {
    for (; lineEnd >= 0 && lineEnd < index; lineEnd = text.indexOf("\n", lineEnd + 1)) line++;
    found.add(line);
  }
  return [...found];
}
