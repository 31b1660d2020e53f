import type { ForeignLanguage } from "../text/guess_language.ts";

/**
 * English translations of a word of another language, with weights from above 0 to 1, the likeliest
 * first; empty for a stop word.
 */
export type Translations = ReadonlyMap<string, number>;

/** Words of a language, as `stemForeign` returns them, with their translations. */
export type Lexicon = ReadonlyMap<string, Translations>;

/** Number of levels of weight in a lexicon, each written as a digit. */
const LEVELS = 9;

const TRANSLATION_REGEXP = /(\D+)(\d)/g;

/**
 * Returns a lexicon as text: one line for each word, in order of code units, with each English word
 * and a digit for its weight: `zeil row5line4`.
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

/** Minimum number of letters that a stem keeps. */
const MIN_STEM_LENGTH = 4;

/**
 * Endings of plurals, cases, persons and verbal nouns, folded. The longest ending that fits is
 * removed, once: `abgelaufener` becomes `abgelaufen`, and `wiederholt` and `Wiederholung` have the
 * same stem.
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
 * Returns the stem that the forms of a word share: the word without its ending. Words of languages
 * that are written without spaces are returned unchanged.
 *
 * @param word A folded word.
 */
export function stemForeign(word: string, language: ForeignLanguage): string {
  const ending = ENDINGS[language]?.exec(word)?.[0] ?? "";
  return word.slice(0, word.length - ending.length);
}

function endings(list: string): RegExp {
  // Alternatives are tried from the left, so that the first one that fits is the longest.
  return new RegExp(`(?<=.{${MIN_STEM_LENGTH}})(?:${list.split(" ").join("|")})$`);
}
