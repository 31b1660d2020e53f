import { raw } from "../text/match_at.ts";
import { UNSPACED_REGEXP } from "../text/character_class.ts";
import { fold } from "../text/fold.ts";
import type { TextRange } from "../text/split_identifier.ts";
import { type Lexicon, stemForeign, type Translations } from "./lexicon.ts";
import { type ForeignLanguage, isFunctionWord } from "../text/guess_language.ts";

/** A word of a question and what it is read as. */
export interface ForeignWord extends TextRange {
  /** As it is written. */
  readonly word: string;
  /** The likeliest first; none for a word that says nothing or that the lexicon lacks. */
  readonly english: readonly string[];
  /** Whether it says nothing: a function word, or the ending of another. */
  readonly isSilent: boolean;
}

/** Most English words for one; see `docs/decisions` for what others reach. */
const MAX_READINGS = 3;

/** Share of the telling words of a question that need a translation, lest it is in another language. */
const MIN_READ_SHARE = 1 / 3;

/**
 * Links to documents, and files with their folders, which go by their names whatever the language. Of text without
 * spaces what stands in front of a name belongs to it, down to a mark of punctuation.
 */
const NAMED_FILE_REGEXP = new RegExp(
  raw`\[\[[^[\]\n]*\]\]|(?<![^\s、。，：；！？「」『』（）《》【】])` +
    raw`(?:[^\s/、。，：；！？「」『』（）《》【】]+\/)*[^\s/.、。，：；！？「」『』（）《》【】]+\.[a-z]\w{0,7}(?!\w)`,
  "gi",
);

/** What is program text or quoted, and read as it is written. */
const VERBATIM_REGEXP = new RegExp(
  raw`${"`"}[^${"`"}]*${"`"}|"[^"\n]*"|(?<![^\s\-${"`"}"])[^\s-]*` +
    raw`(?:[\w)\]][./:\\][\w(\[]|[_@#$<>{}=]|\w\(|[a-z][A-Z])[^\s-]*`,
  "g",
);

const WORD_REGEXP = /\p{L}+/gu;
const UNSPACED_RUN_REGEXP = new RegExp(`(?:${UNSPACED_REGEXP.source})+`, "gu");

const HIRAGANA_REGEXP = /^\p{Script=Hiragana}+$/u;
const NONE: Translations = new Map();

/** Shortest part of a compound that is looked up, in letters. */
const MIN_PART_LENGTH = 4;

/** Longest compound that is split, in letters; longer ones are data. */
const MAX_COMPOUND_LENGTH = 64;

/** What may stand between the parts of a compound. */
const LINKS = ["", "s", "n", "es", "en"];

/** How umlauts are written on keyboards that have none. */
const RESPELLED_REGEXP = /([aou])e/g;

/**
 * Returns the words of a question that a lexicon knows, in order, with what they are read as. Program text, files and
 * what stands in quotation marks is left alone.
 */
export function readForeign(
  text: string,
  language: ForeignLanguage,
  lexicon: Lexicon,
): readonly ForeignWord[] {
  // Of the same length, so that places stay true.
  const blank = (verbatim: string) => " ".repeat(verbatim.length);
  const prose = text.replaceAll(NAMED_FILE_REGEXP, blank).replaceAll(
    VERBATIM_REGEXP,
    (verbatim) => UNSPACED_REGEXP.test(verbatim) ? verbatim : blank(verbatim),
  );
  return language === "ja" || language === "zh"
    ? readRuns(prose, lexicon)
    : readWords(prose, language, lexicon);
}

/**
 * Returns whether so many words of a question have a translation that it is in the lexicon's language, and no
 * English one with a name such as "von Neumann" in it.
 */
export function isRead(text: string, words: readonly ForeignWord[]): boolean {
  const telling = words.filter(({ english }) => english.length > 0).length;
  const silent = words.length - telling;
  const all = text.replaceAll(VERBATIM_REGEXP, " ").match(WORD_REGEXP)?.length ?? 0;
  return telling > 0 && telling >= MIN_READ_SHARE * (all - silent);
}

function readWords(text: string, language: ForeignLanguage, lexicon: Lexicon): ForeignWord[] {
  return [...text.matchAll(WORD_REGEXP)].flatMap(({ 0: word, index: start }) => {
    const found = isFunctionWord(fold(word), language) ? [] : findWord(word, language, lexicon);
    const english = found?.flatMap(best);
    if (english === undefined) return [];
    return [{ word, start, end: start + word.length, english, isSilent: english.length === 0 }];
  });
}

/** Returns the translations of a word, or of the parts of a compound; undefined when it is unknown. */
function findWord(
  word: string,
  language: ForeignLanguage,
  lexicon: Lexicon,
): readonly Translations[] | undefined {
  const lookUp = (part: string) => lexicon.get(stemForeign(part, language));
  const folded = fold(word);
  const respelled = folded.replaceAll(RESPELLED_REGEXP, "$1");
  const whole = lookUp(folded) ?? (language === "de" ? lookUp(respelled) : undefined);
  if (whole !== undefined) return [whole];
  return language === "de" ? splitCompound(folded, lookUp) : undefined;
}

/** Returns the translations of the two parts of a compound, the first part as long as possible. */
function splitCompound(
  word: string,
  lookUp: (part: string) => Translations | undefined,
): readonly Translations[] | undefined {
  if (word.length > MAX_COMPOUND_LENGTH) return undefined;
  for (let cut = word.length - MIN_PART_LENGTH; cut >= MIN_PART_LENGTH; cut--) {
    const last = lookUp(word.slice(cut));
    if (last === undefined || last.size === 0) continue;
    const head = word.slice(0, cut);
    for (const link of LINKS) {
      const first = head.endsWith(link) ? lookUp(head.slice(0, cut - link.length)) : undefined;
      if (first !== undefined && first.size > 0) return [first, last];
    }
  }
  return undefined;
}

/**
 * Reads text without spaces: at each place the longest word that the lexicon has, or else one character. One of
 * Hiragana that follows a word is the ending of it.
 */
function readRuns(text: string, lexicon: Lexicon): ForeignWord[] {
  const longest = [...lexicon.keys()].reduce((most, { length }) => Math.max(most, length), 0);
  const words: ForeignWord[] = [];
  for (const { 0: run, index } of text.matchAll(UNSPACED_RUN_REGEXP)) {
    let isAfterStem = false;
    for (let at = 0; at < run.length;) {
      let length = Math.min(longest, run.length - at);
      while (length > 1 && !lexicon.has(fold(run.slice(at, at + length)))) length--;
      const word = run.slice(at, at + length);
      const known = lexicon.get(fold(word));
      const isHiragana = HIRAGANA_REGEXP.test(word);
      const isSilent: boolean = known === undefined ? isHiragana && isAfterStem : known.size === 0;
      const start = index + at;
      if (UNSPACED_REGEXP.test(word)) {
        words.push({ word, start, end: start + length, english: best(known ?? NONE), isSilent });
      }
      isAfterStem = known === undefined && isHiragana ? isAfterStem : !isSilent;
      at += length;
    }
  }
  return words;
}

function best(translations: Translations): string[] {
  return [...translations.keys()].slice(0, MAX_READINGS);
}

/** Returns a question with its known words in English, and all else as it is written. */
export function toEnglish(text: string, words: readonly ForeignWord[]): string {
  let english = "";
  let at = 0;
  for (const { start, end, english: readings } of words) {
    english += `${text.slice(at, start)} ${readings.join(" ")} `;
    at = end;
  }
  return (english + text.slice(at)).replaceAll(/[^\S\n]+/g, " ").trim();
}
