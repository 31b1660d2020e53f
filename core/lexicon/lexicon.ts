import type { ForeignLanguage } from "../text/guess_language.ts";

/**
 * The English words that a word of another language may stand for, with weights from above 0 to 1, the
 * likeliest first; none for a word that says nothing.
 */
export type Translations = ReadonlyMap<string, number>;

/** The words of a language, as `stemForeign` returns them, with their translations. */
export type Lexicon = ReadonlyMap<string, Translations>;

/** Levels of weight that a lexicon tells apart, as digits. */
const LEVELS = 9;

const TRANSLATION_REGEXP = /(\D+)(\d)/g;

/**
 * Returns a lexicon as text: a line for each word in order of its characters, with each English word and
 * a digit for its weight: `zeil row5line4`.
 */
export function renderLexicon(lexicon: Lexicon): string {
  return [...lexicon].sort(([a], [b]) => a < b ? -1 : 1)
    .map(([word, translations]) => {
      const list = [...translations].map(([english, weight]) =>
        english + Math.max(1, Math.round(weight * LEVELS))
      );
      return `${word} ${list.join("")}\n`;
    }).join("");
}

/** Returns the lexicon of a text that {@link renderLexicon} wrote. */
export function parseLexicon(text: string): Lexicon {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => {
    const space = line.indexOf(" ");
    const translations = line.slice(space + 1).matchAll(TRANSLATION_REGEXP);
    return [
      line.slice(0, space),
      new Map([...translations].map(([, word = "", level]) => [word, Number(level) / LEVELS])),
    ];
  }));
}

/** Fewest letters that are left of a word. */
const MIN_STEM_LENGTH = 4;

/**
 * Endings of plurals, cases, persons and verbal nouns, folded. The longest that fits is taken off, once:
 * that brings `abgelaufener` to `abgelaufen`, and `wiederholt` to `Wiederholung`.
 */
const ENDINGS: Readonly<Partial<Record<ForeignLanguage, RegExp>>> = {
  de: endings(
    "ungen ung enden endes ender ende end enen ener enes enem ene eten eter ete ssen sses sse ten ter tes " +
      "tem te ern est em en er es et e n s t",
  ),
  fr: endings(
    "issements issement ements ement ations ation issent issant aient antes ante ants ant ees ee " +
      "es er ez ent ait is it ir e s x",
  ),
  es: endings(
    "aciones acion amientos amiento imientos imiento mente ando iendo ados adas ado ada idos idas " +
      "ido ida aron ieron aba ar er ir an en as es os a e o s n",
  ),
};

/**
 * Returns what the forms of a word have in common: the word without its ending. Words of languages that are
 * written without spaces stay as they are.
 *
 * @param word A folded word.
 */
export function stemForeign(word: string, language: ForeignLanguage): string {
  const ending = ENDINGS[language]?.exec(word)?.[0] ?? "";
  return word.slice(0, word.length - ending.length);
}

function endings(list: string): RegExp {
  // Tried from the left, so that the first to fit is the longest.
  return new RegExp(`(?<=.{${MIN_STEM_LENGTH}})(?:${list.split(" ").join("|")})$`);
}
