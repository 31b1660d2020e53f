import { raw } from "../text/match_at.ts";
import { UNSPACED_REGEXP } from "../text/character_class.ts";
import { fold } from "../text/fold.ts";
import type { TextRange } from "../text/split_identifier.ts";
import { type Lexicon, stemForeign, type Translations } from "./lexicon.ts";
import { type ForeignLanguage, isFunctionWord } from "../text/guess_language.ts";

/** Word of a question with its translations. */
export interface TranslatedWord extends TextRange {
  /** The word as written. */
  readonly word: string;
  /**
   * Translations, the likeliest first; empty for a stop word and for a word that the lexicon lacks.
   */
  readonly english: readonly string[];
  /** True for a function word or the ending of another word. */
  readonly isStopWord: boolean;
}

/** Maximum number of English words for one word; `docs/decisions` has figures for other numbers. */
const MAX_TRANSLATIONS = 3;

/**
 * Minimum share of the content words of a question that have a translation; with fewer, the
 * question is probably in another language.
 */
const MIN_TRANSLATED_SHARE = 1 / 3;

/**
 * Links to documents, and files with their folders, whose names are the same in all languages. In
 * text without spaces, the characters before a file name belong to it, back to a punctuation mark.
 */
const NAMED_FILE_REGEXP = new RegExp(
  raw`\[\[[^[\]\n]*\]\]|(?<![^\s、。，：；！？「」『』（）《》【】])` +
    raw`(?:[^\s/、。，：；！？「」『』（）《》【】]+\/)*[^\s/.、。，：；！？「」『』（）《》【】]+\.[a-z]\w{0,7}(?!\w)`,
  "gi",
);

/** Program text and quoted text, which is not translated. */
const VERBATIM_REGEXP = new RegExp(
  raw`${"`"}[^${"`"}]*${"`"}|"[^"\n]*"|(?<![^\s\-${"`"}"])[^\s-]*` +
    raw`(?:[\w)\]][./:\\][\w(\[]|[_@#$<>{}=]|\w\(|[a-z][A-Z])[^\s-]*`,
  "g",
);

const WORD_REGEXP = /\p{L}+/gu;
const UNSPACED_RUN_REGEXP = new RegExp(`(?:${UNSPACED_REGEXP.source})+`, "gu");

const HIRAGANA_REGEXP = /^\p{Script=Hiragana}+$/u;
const NO_TRANSLATIONS: Translations = new Map();

/** Minimum length of a part of a compound that is looked up, in letters. */
const MIN_PART_LENGTH = 4;

/** Maximum length of a compound that is split, in letters; longer words are data. */
const MAX_COMPOUND_LENGTH = 64;

/** Linking letters between the parts of a compound. */
const LINKING_ELEMENTS = ["", "s", "n", "es", "en"];

/** Umlauts as written on keyboards without them. */
const RESPELLED_REGEXP = /([aou])e/g;

/**
 * Returns the words of a question that are in a lexicon, in order, with their translations. Program
 * text, file names and quoted text are skipped.
 */
export function translateWords(
  text: string,
  language: ForeignLanguage,
  lexicon: Lexicon,
): readonly TranslatedWord[] {
  // The length stays the same, so that offsets stay valid.
  const blank = (verbatim: string) => " ".repeat(verbatim.length);
  const prose = text.replaceAll(NAMED_FILE_REGEXP, blank).replaceAll(
    VERBATIM_REGEXP,
    (verbatim) => UNSPACED_REGEXP.test(verbatim) ? verbatim : blank(verbatim),
  );
  return language === "ja" || language === "zh"
    ? translateUnspaced(prose, lexicon)
    : translateSpaced(prose, language, lexicon);
}

/**
 * Returns true when enough words of a question have a translation that the question is in the
 * language of the lexicon, and not an English question with a name such as "von Neumann".
 */
export function hasEnoughTranslations(text: string, words: readonly TranslatedWord[]): boolean {
  const translated = words.filter(({ english }) => english.length > 0).length;
  const stopWords = words.length - translated;
  const all = text.replaceAll(VERBATIM_REGEXP, " ").match(WORD_REGEXP)?.length ?? 0;
  return translated > 0 && translated >= MIN_TRANSLATED_SHARE * (all - stopWords);
}

function translateSpaced(
  text: string,
  language: ForeignLanguage,
  lexicon: Lexicon,
): TranslatedWord[] {
  return [...text.matchAll(WORD_REGEXP)].flatMap(({ 0: word, index: start }) => {
    const found = isFunctionWord(fold(word), language) ? [] : findWord(word, language, lexicon);
    const english = found?.flatMap(listBest);
    if (english === undefined) return [];
    return [{ word, start, end: start + word.length, english, isStopWord: english.length === 0 }];
  });
}

/**
 * Returns the translations of a word, or of the parts of a compound; undefined when the word is
 * unknown.
 */
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

/**
 * Returns the translations of the two parts of a compound; the first part is as long as possible.
 */
function splitCompound(
  word: string,
  lookUp: (part: string) => Translations | undefined,
): readonly Translations[] | undefined {
  if (word.length > MAX_COMPOUND_LENGTH) return undefined;
  for (let cut = word.length - MIN_PART_LENGTH; cut >= MIN_PART_LENGTH; cut--) {
    const last = lookUp(word.slice(cut));
    if (last === undefined || last.size === 0) continue;
    const head = word.slice(0, cut);
    for (const link of LINKING_ELEMENTS) {
      const first = head.endsWith(link) ? lookUp(head.slice(0, cut - link.length)) : undefined;
      if (first !== undefined && first.size > 0) return [first, last];
    }
  }
  return undefined;
}

/**
 * Translates text without spaces: takes at each offset the longest word that the lexicon has, or
 * else one character. A Hiragana character after a word is the ending of that word.
 */
function translateUnspaced(text: string, lexicon: Lexicon): TranslatedWord[] {
  const longest = [...lexicon.keys()].reduce((most, { length }) => Math.max(most, length), 0);
  const words: TranslatedWord[] = [];
  for (const { 0: run, index } of text.matchAll(UNSPACED_RUN_REGEXP)) {
    let isAfterStem = false;
    for (let at = 0; at < run.length;) {
      let length = Math.min(longest, run.length - at);
      while (length > 1 && !lexicon.has(fold(run.slice(at, at + length)))) length--;
      const word = run.slice(at, at + length);
      const known = lexicon.get(fold(word));
      const isHiragana = HIRAGANA_REGEXP.test(word);
      const isStopWord: boolean = known === undefined
        ? isHiragana && isAfterStem
        : known.size === 0;
      const start = index + at;
      if (UNSPACED_REGEXP.test(word)) {
        words.push({
          word,
          start,
          end: start + length,
          english: listBest(known ?? NO_TRANSLATIONS),
          isStopWord,
        });
      }
      isAfterStem = known === undefined && isHiragana ? isAfterStem : !isStopWord;
      at += length;
    }
  }
  return words;
}

function listBest(translations: Translations): string[] {
  return [...translations.keys()].slice(0, MAX_TRANSLATIONS);
}

/** Returns a question with its known words in English, and all other text unchanged. */
export function toEnglish(text: string, words: readonly TranslatedWord[]): string {
  let english = "";
  let at = 0;
  for (const { start, end, english: readings } of words) {
    english += `${text.slice(at, start)} ${readings.join(" ")} `;
    at = end;
  }
  return (english + text.slice(at)).replaceAll(/[^\S\n]+/g, " ").trim();
}
