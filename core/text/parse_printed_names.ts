import { ContextError } from "../errors.ts";
import { escapeControls } from "./plain_text.ts";
import { isStopWord } from "./stop_words.ts";

/** Maximum number of names that a caller may guess; twenty work as well as thirty. */
export const MAX_NAMES = 64;

/** Maximum number of UTF-16 code units of a name; longer ones are data. */
export const MAX_NAME_UNITS = 200;

/** Maximum number of names that are read from the output of a program; twenty work as well. */
export const MAX_PRINTED_NAMES = 30;

/**
 * Maximum number of words of an item; an item with more words, some of them stop words, is prose.
 */
const MAX_ITEM_WORDS = 4;

/** Maximum length of a word that is trimmed: the rest of a longer word would hardly be a name. */
const MAX_WORD_UNITS = 2 * MAX_NAME_UNITS;

/** Escape sequences by which terminals set colours, move the cursor and set titles. */
const ESCAPE_SEQUENCE_REGEXP =
  /(?![\n\r\t])\p{Cc}(?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]*(?:\p{Cc}\\?|$))/gu;

/** Text that reasoning models print before they answer. */
const THOUGHT_REGEXP = /<think(?:ing)?>[^]*?(?:<\/think(?:ing)?>|$)/g;

const LINE_END_REGEXP = /[\n\r\u2028\u2029]+/;
const FENCE_REGEXP = /^(?:`{3}|~{3})/;
const HEADING_REGEXP = /^#{1,6}\s/;
const CODE_SPAN_REGEXP = /`([^`]+)`/g;
const LIST_ITEM_REGEXP = /^(?:[-*+•–]|\(?\d{1,3}[.)])\s+(.*)$/;

/** Keys of JSON objects. */
const KEY_REGEXP = /"[^"]*"\s*:/g;

/** Arguments of a call. */
const ARGUMENTS_REGEXP = /(?<=[\p{L}\p{N}_$])\([^()]*\)/gu;

/** Colon between an introduction and its content, or between a name and its explanation. */
const COLON_REGEXP = /:\s+/;

/**
 * Marks that only names have: a capital after a lower-case letter, an underscore inside, or `::`.
 */
const MARKED_NAME_REGEXP = /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]|\p{L}::\p{L}/u;

/** Start of the explanation after a name in a list. */
const EXPLANATION_REGEXP = /\s[-–—]+\s|:\s|\s\(/;

const ITEM_END_REGEXP = /[,;]/;
const INTRODUCTION_REGEXP = /(?:^|[^:]):$/;
const SENTENCE_END_REGEXP = /[\p{L}\p{N})][.!?]$/u;

/** Quotation marks, brackets and similar characters around a name. */
const BEFORE_NAME_REGEXP = /^[^\p{L}\p{M}\p{N}_$@#./-]+/u;
const AFTER_NAME_REGEXP = /[^\p{L}\p{M}\p{N}_$+#/-]+$/u;
const LETTER_REGEXP = /[\p{L}\p{N}]/u;

/**
 * Returns the names in the output of a program that was requested to print names, each once, in
 * order: at most {@link MAX_PRINTED_NAMES}, each of at most {@link MAX_NAME_UNITS} UTF-16 code
 * units and without control characters, so that {@link parseNames} accepts them.
 *
 * Names may be separated by lines, white space or commas, and be in a list, a code fence, a JSON
 * array or code spans. Headings and introductions are not names. In a line of prose, only words
 * that look like names of code are names.
 *
 * @example
 * ```ts
 * import { parsePrintedNames } from "@dossier/core/printed-names";
 * import assert from "node:assert/strict";
 *
 * const printed = "Here are names:\n1. `retryUpload` - sends a file again\n2. max_retries, backoff\n";
 * assert.deepEqual(parsePrintedNames(printed), ["retryUpload", "max_retries", "backoff"]);
 * ```
 */
export function parsePrintedNames(printed: string): readonly string[] {
  const names = printed.replaceAll(ESCAPE_SEQUENCE_REGEXP, " ").replaceAll(THOUGHT_REGEXP, " ")
    .split(LINE_END_REGEXP).flatMap((line) => parseLine(line.trim()))
    .filter((name) => LETTER_REGEXP.test(name) && name.length <= MAX_NAME_UNITS);
  return [...new Set(names)].slice(0, MAX_PRINTED_NAMES);
}

function parseLine(line: string): readonly string[] {
  if (FENCE_REGEXP.test(line) || HEADING_REGEXP.test(line)) return [];
  const spans = [...line.matchAll(CODE_SPAN_REGEXP)].map(([, code = ""]) => code);
  if (spans.length > 0) return spans.flatMap(parseItems);
  const [, item] = LIST_ITEM_REGEXP.exec(line) ?? [];
  return parseItems(
    item?.split(EXPLANATION_REGEXP, 1)[0] ?? removeIntroduction(line.replaceAll(KEY_REGEXP, " ")),
  );
}

/**
 * Returns the text after the colon of a line, or the text before it when that is a name and the
 * rest explains it.
 */
function removeIntroduction(line: string): string {
  const [before = "", ...after] = line.split(COLON_REGEXP);
  return after.length === 0 || MARKED_NAME_REGEXP.test(before) ? before : after.join(" ");
}

/**
 * Returns the names in a text: all words except stop words; in prose only words that look like
 * code.
 */
function parseItems(text: string): readonly string[] {
  const items = text.replaceAll(ARGUMENTS_REGEXP, " ").split(ITEM_END_REGEXP).map((item) =>
    item.trim()
  );
  const isSentence = items.some(isProse);
  return items.flatMap((item) => {
    const words = item.split(BETWEEN_NAMES_REGEXP).filter((word) => word.length <= MAX_WORD_UNITS)
      .map((word) => word.replace(BEFORE_NAME_REGEXP, "").replace(AFTER_NAME_REGEXP, ""));
    if (isSentence) return words.filter((word) => MARKED_NAME_REGEXP.test(word));
    return words.length === 1 ? words : words.filter((word) => !isStopWord(word.toLowerCase()));
  });
}

/**
 * Returns true for an introduction, a sentence, or a text that has the length and the stop words of
 * a sentence.
 */
function isProse(item: string): boolean {
  const words = item.split(/\s+/);
  if (INTRODUCTION_REGEXP.test(item)) return true;
  if (words.length > 1 && SENTENCE_END_REGEXP.test(item)) return true;
  return words.length > MAX_ITEM_WORDS && words.some((word) => isStopWord(word.toLowerCase()));
}

/** Separators of names: no identifier, path or word contains any of them. */
const BETWEEN_NAMES_REGEXP = /[\s,;\p{Cc}\p{Bidi_Control}]+/u;

/** Number of UTF-16 code units that the error shows of a name that is too long. */
const SHOWN_UNITS = 20;

/**
 * Returns the names that a caller guesses, each once, in the given order. One text may contain
 * several names, separated by white space or commas.
 *
 * @throws {ContextError} `invalid-query` for more than {@link MAX_NAMES} different names, and for a name of more than
 * {@link MAX_NAME_UNITS} UTF-16 code units.
 *
 * @example
 * ```ts
 * import { parseNames } from "@dossier/core/text";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseNames(["retryUpload, max_retries", "retryUpload"]), ["retryUpload", "max_retries"]);
 * ```
 */
export function parseNames(texts: readonly string[]): readonly string[] {
  const names = [...new Set(texts.flatMap((text) => text.split(BETWEEN_NAMES_REGEXP)))]
    .filter((name) => name !== "");
  const long = names.find(({ length }) => length > MAX_NAME_UNITS);
  if (long !== undefined) {
    throw new ContextError(
      "invalid-query",
      `Cannot search as a name must have at most ${MAX_NAME_UNITS} characters: "${
        escapeControls(long.slice(0, SHOWN_UNITS))
      }…" has ${long.length}`,
    );
  }
  if (names.length > MAX_NAMES) {
    throw new ContextError(
      "invalid-query",
      `Cannot search as there must be at most ${MAX_NAMES} names: current value is ${names.length}`,
    );
  }
  return names;
}
