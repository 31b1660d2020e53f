import { UNSPACED_REGEXP } from "./character_class.ts";
import { fold } from "./fold.ts";
import { isStopWord } from "./stop_words.ts";

/** Language other than English that questions may be written in. */
export type ForeignLanguage = "de" | "fr" | "es" | "ja" | "zh";

/**
 * Languages that are detected by their function words: the translated ones, and related languages
 * that are not translated.
 */
type SpacedLanguage = "de" | "fr" | "es" | NeighbourLanguage;
type NeighbourLanguage = "it" | "nl" | "pt";

/**
 * Function words, folded, in two lists: words of this language only, and words that other languages
 * have as well.
 */
const FUNCTION_WORDS: Readonly<Record<SpacedLanguage, readonly [string, string]>> = {
  de: [
    `der das dem ein eine einen einem einer eines und oder nicht kein keine ist sind wird werden wurde
     wurden kann konnen konnte muss mussen soll sollen ich wir ihr sich wie warum wieso welche welcher
     welches welchen wenn weil dass auch noch schon von vom zum zur zu bei beim nach vor aus auf uber
     unter zwischen durch fur gegen ohne dieser dieses diesem diesen diese mein meine meinen unser
     unsere unseren seit aber habe haben sein seine viel viele mehr sehr immer nie statt wo wann womit wozu hier
     dort damit darin gibt zwei euer eure jeder jede jedes`,
    `die den des in an am so was hat war man es er sie im mit ins um bis als ob nur mir mich wer ab da
     du`,
  ],
  fr: [
    `les une aux ou mais donc dont quand pourquoi quel quelle quels quelles est sont etre sera peut
     peuvent doit doivent je nous vous ils elles mes notre nos votre vos leur leurs cet cette ces dans
     sous avec sans vers chez lors apres avant pendant depuis toutes toute meme aussi tres trop
     plusieurs certains certaines chaque jamais toujours lorsque afin elle qui quoi ete deux faut fait`,
    `la le l un de du des d et ne pas plus que comment tu il on me mon ma son sa ses ce ca c sur pour par
     entre en y a au se si s tout tous n j qu`,
  ],
  es: [
    `los las una unos unas pero del al para desde hasta cuando donde cuanto cuantas cuantos esta estan
     fue sido puede pueden puedo debe deben hay ella nosotros mis nuestro nuestra nuestros nuestras sus
     estas estos esos aquel muy mas tambien despues antes mientras porque cada todo toda todos todas
     otro otra algun alguna nunca siempre hace ya ese esa eso quien cual cuales solo sobre vez tras`,
    `el la un y o no de a en con sin por entre que si se es son ser me mi su lo le les este como yo tu`,
  ],
  it: [
    `il gli che di non una uno sono viene vengono della delle dello degli dei del dal dalla al alla alle
     nel nella nelle perche quando dove quale quali questo questa questi anche dopo ogni puo possono deve
     devono hanno`,
    `la lo le i un e o a in con per da come si se su ma ha mi ci piu`,
  ],
  nl: [
    `het een van niet voor zijn naar wordt worden hoe waar waarom wanneer maar ook dat deze dit geen kan
     kunnen moet moeten heeft ik wij dan wel uit welke bij`,
    `de en is met op te in om die der er me als nog`,
  ],
  pt: [
    `os um uma do dos das na nas em ao aos pelo pela isso isto onde qual quais foi ou nao sao voce quando
     mas com sem faz seu sua tambem depois ja ate quem esta`,
    `o a e as de da que se como no por para entre me`,
  ],
};

/** Letters of a language that English lacks. */
const SPECIAL_LETTERS: Readonly<Record<SpacedLanguage, RegExp>> = {
  de: /[äöüß]/i,
  fr: /[éèêàçùîôûœ]/i,
  es: /[áéíóúñ¿¡]/i,
  it: /[ìò]/i,
  nl: /ĳ/i,
  pt: /[ãõ]/i,
};

/**
 * Languages without a lexicon: if they were read as a related language, half of their words would
 * be wrong.
 */
const WITHOUT_LEXICON: ReadonlySet<string> = new Set<NeighbourLanguage>(["it", "nl", "pt"]);

/** Minimum number of function words of a question that has no English ones. */
const MIN_EVIDENCE = 1;

/** Weight of a word that several languages have. */
const AMBIGUOUS_WEIGHT = 0.5;

/**
 * Minimum number of unspaced characters for each other word, so that a name is not mistaken for a
 * question.
 */
const MIN_CHARACTERS = 2;

/**
 * Matches most questions. It is tried first, as Unicode property classes take a millisecond to
 * compile.
 */
const ASCII_REGEXP = /^[\0-\x7f]*$/;
const ASCII_WORD_REGEXP = /[a-z]+/gi;
const WORD_REGEXP = /\p{L}+/gu;
const KANA_REGEXP = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const KOREAN_REGEXP = /\p{Script=Hangul}/u;
const HAN_REGEXP = /\p{Script=Han}/u;

let functionWords: Readonly<Record<SpacedLanguage, ReadonlyMap<string, number>>> | undefined;

/**
 * Returns the language of a question, when it is clearly a language that is translated to English;
 * otherwise undefined. An English question with foreign names has more English function words than
 * foreign ones.
 */
export function guessLanguage(text: string): ForeignLanguage | undefined {
  const isAscii = ASCII_REGEXP.test(text);
  const words = new Set(text.match(isAscii ? ASCII_WORD_REGEXP : WORD_REGEXP) ?? []);
  const folded = new Set([...words].map(fold));
  let english = 0;
  for (const word of folded) if (isStopWord(word)) english++;
  return (isAscii ? undefined : guessUnspaced(text, words)) ?? guessSpaced(text, folded, english);
}

/**
 * Returns true for a function word of `language`. Such words do not show the subject of a question.
 */
export function isFunctionWord(word: string, language: ForeignLanguage): boolean {
  return language !== "ja" && language !== "zh" && listFunctionWords()[language].has(word);
}

function guessUnspaced(text: string, words: ReadonlySet<string>): "ja" | "zh" | undefined {
  const isUnspaced = (word: string) => UNSPACED_REGEXP.test(word);
  const unspaced = [...words].filter(isUnspaced);
  const characters = unspaced.reduce((sum, word) => sum + word.length, 0);
  if (characters < MIN_CHARACTERS * Math.max(1, words.size - unspaced.length)) return undefined;
  if (KOREAN_REGEXP.test(text)) return undefined;
  if (KANA_REGEXP.test(text)) return "ja";
  return HAN_REGEXP.test(text) ? "zh" : undefined;
}

function guessSpaced(
  text: string,
  words: ReadonlySet<string>,
  english: number,
): Exclude<SpacedLanguage, NeighbourLanguage> | undefined {
  let best: SpacedLanguage | undefined;
  let most = Math.max(MIN_EVIDENCE, english + AMBIGUOUS_WEIGHT);
  for (const [language, known] of Object.entries(listFunctionWords())) {
    let evidence = SPECIAL_LETTERS[language as SpacedLanguage].test(text) ? 1 : 0;
    for (const word of words) evidence += known.get(word) ?? 0;
    if (evidence < most || (evidence === most && best !== undefined)) continue;
    most = evidence;
    best = language as SpacedLanguage;
  }
  return best !== undefined && hasLexicon(best) ? best : undefined;
}

function hasLexicon(
  language: SpacedLanguage,
): language is Exclude<SpacedLanguage, NeighbourLanguage> {
  return !WITHOUT_LEXICON.has(language);
}

function listFunctionWords() {
  if (functionWords === undefined) {
    const read = ([telling, ambiguous]: readonly [string, string]) =>
      new Map([
        ...ambiguous.split(/\s+/).map((word) => [word, AMBIGUOUS_WEIGHT] as const),
        ...telling.split(/\s+/).map((word) => [word, 1] as const),
      ]);
    const { de, fr, es, it, nl, pt } = FUNCTION_WORDS;
    functionWords = {
      de: read(de),
      fr: read(fr),
      es: read(es),
      // After the translated languages, which win a tie.
      it: read(it),
      nl: read(nl),
      pt: read(pt),
    };
  }
  return functionWords;
}
