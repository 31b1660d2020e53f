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
