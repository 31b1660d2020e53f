import { stemForeign } from "@dossier/core/lexicon";
import { fold, type ForeignLanguage, stem } from "@dossier/core/text";

/** Program text in translations: code, roles, links, tags and placeholders. */
const CODE_REGEXP =
  /``[^`]+``|:[\w:]+:`[^`]*`|`[^`]*`(?:__?)?|\]\([^)]*\)|<[^<>]+>|\{[^{}]*\}|%\([^)]*\)\w|%\w|https?:\S+|\S*[\w/]\.[a-z]\w*\S*|\b\w+_\w+\b|[a-z]+[A-Z]\w*/g;

/** Marks of keyboard shortcuts in the texts of menus. */
const SHORTCUT_REGEXP = /(?<=\p{L})&(?=\p{L})|&(?=\p{L})|\(&?[A-Z]\)/gu;

const WORD_REGEXP = /\p{L}{2,}/gu;
const LATIN_REGEXP = /^[\p{Script=Latin}]+$/u;

/** Word of an English text. */
export interface EnglishWord {
  /** Case-folded word. */
  readonly word: string;
  readonly stem: string;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Returns the words of an English text, without program text. */
export function listEnglishWords(text: string): readonly EnglishWord[] {
  return (plain(text).match(WORD_REGEXP) ?? []).map(fold)
    .map((word) => ({ word, stem: stem(word) }));
}

/**
 * Returns the stems of a text in another language, without program text, and without Latin words in
 * Asian texts.
 */
export function listForeignStems(text: string, language: ForeignLanguage): readonly string[] {
  const prose = plain(text);
  if (language !== "ja" && language !== "zh") {
    return (prose.match(WORD_REGEXP) ?? []).map((word) => stemForeign(fold(word), language));
  }
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(language, { granularity: "word" });
    segmenters.set(language, segmenter);
  }
  return [...segmenter.segment(prose)]
    .filter(({ isWordLike, segment }) => isWordLike && /\p{L}/u.test(segment))
    .map(({ segment }) => fold(segment))
    .filter((segment) => !LATIN_REGEXP.test(segment));
}

function plain(text: string): string {
  return text.normalize("NFC").replaceAll(CODE_REGEXP, " ").replaceAll(SHORTCUT_REGEXP, "");
}
