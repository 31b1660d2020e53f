import { renderLexicon } from "@dossier/core/lexicon";
import { type ForeignLanguage, isStopWord } from "@dossier/core/text";
import { type AlignedPair, alignWords, NO_WORD } from "./align_words.ts";
import { LANGUAGES } from "./extract_texts.ts";
import { joinWords } from "./join_words.ts";
import { listEnglishWords, listForeignStems } from "./list_words.ts";

/**
 * Maximum number of words of a text. In longer ones, model 1 mostly learns the words that are in
 * all of them.
 */
const MAX_WORDS = 30;

/** Minimum number of texts with a word. */
const MIN_COUNT = 2;

/** Maximum number of words of a lexicon, the most frequent ones. */
const MAX_ENTRIES = 4000;

/** Maximum number of English words for one, and the minimum share of the best one's weight. */
const MAX_TRANSLATIONS = 3;
const MIN_SHARE = 0.25;

/** Minimum weight: a smaller one is chance. */
const MIN_WEIGHT = 0.08;

/** Japanese particles and endings, which occur inside of many other words. */
const PARTICLE_REGEXP = /^\p{Script=Hiragana}{1,2}$/u;

/** Numbers of words, in order of their first occurrence. 0 is {@link NO_WORD}. */
class Vocabulary {
  readonly words: string[] = [""];
  readonly #numbers = new Map<string, number>();

  number(word: string): number {
    let number = this.#numbers.get(word);
    if (number === undefined) {
      number = this.words.push(word) - 1;
      this.#numbers.set(word, number);
    }
    return number;
  }
}

/** Writes a lexicon for each language from the texts that `extractTexts` wrote. */
export function learnLexicons(work: string, folder: string): void {
  for (const language of LANGUAGES) {
    const lines = Deno.readTextFileSync(`${work}/${language}.tsv`).split("\n");
    const entries = learnLexicon(lines, language);
    Deno.writeTextFileSync(`${folder}/lexicon_${language}.txt`, renderLexicon(entries));
  }
}

/**
 * Returns for each word of a language its most likely English translations, with weights from above
 * 0 to 1. Stop words have none, as in English.
 *
 * @param lines English, a tab, and the other language.
 */
export function learnLexicon(
  lines: readonly string[],
  language: ForeignLanguage,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const english = new Vocabulary();
  const foreign = new Vocabulary();
  const spellings = new Map<string, Map<string, number>>();
  const counts = new Map<number, number>();
  const texts = lines.map((line) => line.split("\t")) as [string, string][];
  const cut = texts.map(([, theirs = ""]) => listForeignStems(theirs, language));
  const isUnspaced = language === "ja" || language === "zh";
  const stemmed = isUnspaced ? joinWords(cut) : cut;
  const pairs = texts.flatMap(([ours], at): AlignedPair[] => {
    const words = listEnglishWords(ours);
    const stems = stemmed[at]!;
    if (words.length === 0 || stems.length === 0) return [];
    if (words.length > MAX_WORDS || stems.length > MAX_WORDS) return [];
    for (const { word, stem } of words) count(spellings, stem, word);
    const source = Uint32Array.from(stems, (stem) => foreign.number(stem));
    for (const number of new Set(source)) counts.set(number, (counts.get(number) ?? 0) + 1);
    return [{ target: Uint32Array.from(words, ({ stem }) => english.number(stem)), source }];
  });
  const toEnglish = alignWords(pairs, foreign.words.length);
  const toForeign = alignWords(
    pairs.map(({ target, source }) => ({ target: source, source: target })),
    english.words.length,
  );
  const best = [...counts].filter(([, times]) => times >= MIN_COUNT)
    .sort(([, a], [, b]) => b - a);
  const entries = new Map<string, ReadonlyMap<string, number>>();
  for (const [number] of best) {
    if (entries.size >= MAX_ENTRIES) break;
    const word = foreign.words[number]!;
    if (PARTICLE_REGEXP.test(word)) continue;
    const weights = rankTranslations(
      toEnglish[number]!,
      (target) => toForeign[target]!.get(number) ?? 0,
    );
    const spelled = weights.map(([target, weight]) =>
      [mostFrequent(spellings.get(english.words[target]!)!), weight] as const
    );
    if (spelled.length === 0) continue;
    // A word that mostly translates to a stop word is a stop word.
    const telling = isStopWord(spelled[0]![0]) ? [] : spelled;
    entries.set(word, new Map(telling.filter(([text]) => !isStopWord(text))));
  }
  return entries;
}

/** Returns the best translations by the probabilities of both directions, best first. */
function rankTranslations(
  chances: ReadonlyMap<number, number>,
  chanceBack: (target: number) => number,
): (readonly [number, number])[] {
  const all = [...chances].filter(([target]) => target !== NO_WORD)
    .map(([target, chance]) => [target, Math.sqrt(chance * chanceBack(target))] as const)
    .sort(([, a], [, b]) => b - a);
  const least = Math.max(MIN_WEIGHT, MIN_SHARE * (all[0]?.[1] ?? 0));
  return all.filter(([, weight]) => weight >= least).slice(0, MAX_TRANSLATIONS);
}

function count(counts: Map<string, Map<string, number>>, key: string, word: string): void {
  const words = counts.get(key) ?? new Map<string, number>();
  words.set(word, (words.get(word) ?? 0) + 1);
  counts.set(key, words);
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  return [...counts].reduce((best, one) => one[1] > best[1] ? one : best)[0];
}
