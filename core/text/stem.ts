// The suffix-stripping algorithm of M. F. Porter, "An algorithm for suffix stripping", Program
// 14(3), 1980, pages 130-137, in its published form: without the changes that later implementations
// made to step 2. The paper writes every word as [C](VC){m}[V], where C is a run of consonants and
// V a run of vowels, and calls m the measure of the word: 0 for "tree", 1 for "trouble", 2 for
// "troubles". A rule replaces the longest suffix that fits when the measure of the text before the
// suffix is large enough: "(m > 0) ational -> ate" turns "relational" into "relate" and leaves
// "rational".

const STEMMABLE_REGEXP = /^[a-z]{3,}$/;
/** `fall`, `hiss` and `fizz` keep both letters. */
const KEPT_DOUBLE_REGEXP = /[lsz]$/;
const WXY_REGEXP = /[wxy]$/;

/** Suffix and its replacement. */
type Rule = readonly [suffix: string, replacement: string];

const STEP_2_RULES = toRules(
  `ational>ate tional>tion enci>ence anci>ance izer>ize abli>able alli>al entli>ent eli>e ousli>ous
   ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive
   biliti>ble`,
);
const STEP_3_RULES = toRules("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>");
const STEP_4_RULES = toRules(
  "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize",
);

/**
 * Returns the stem of a lower-case English word by Porter's algorithm of 1980.
 *
 * Anything else than three or more letters `a` to `z` is returned as it is. A stem need not be a
 * word: it is enough that related words share it.
 *
 * @param word A folded word.
 */
export function stem(word: string): string {
  if (!STEMMABLE_REGEXP.test(word)) return word;
  let stemmed = stripPlural(word);
  stemmed = stripPastAndGerund(stemmed);
  stemmed = replaceFinalY(stemmed);
  stemmed = replaceSuffix(stemmed, STEP_2_RULES);
  stemmed = replaceSuffix(stemmed, STEP_3_RULES);
  stemmed = stripResidualSuffix(stemmed);
  return tidyEnding(stemmed);
}

/** Step 1a. */
function stripPlural(word: string): string {
  if (!word.endsWith("s") || word.endsWith("ss")) return word;
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Step 1b. */
function stripPastAndGerund(word: string): string {
  if (word.endsWith("eed")) {
    return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  }
  const suffixLength = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  if (suffixLength === 0 || !hasVowel(word, word.length - suffixLength)) return word;

  const rest = word.slice(0, -suffixLength);
  if (rest.endsWith("at") || rest.endsWith("bl") || rest.endsWith("iz")) return rest + "e";
  if (endsWithDoubleConsonant(rest)) {
    return KEPT_DOUBLE_REGEXP.test(rest) ? rest : rest.slice(0, -1);
  }
  return measure(rest) === 1 && endsWithShortSyllable(rest) ? rest + "e" : rest;
}

/** Step 1c. */
function replaceFinalY(word: string): string {
  return word.endsWith("y") && hasVowel(word, word.length - 1) ? word.slice(0, -1) + "i" : word;
}

/** Steps 2 and 3. */
function replaceSuffix(word: string, rules: ReadonlyMap<string, readonly Rule[]>): string {
  const rule = findRule(word, rules);
  if (rule === undefined) return word;
  const restLength = word.length - rule[0].length;
  return measure(word, restLength) > 0 ? word.slice(0, restLength) + rule[1] : word;
}

/** Step 4. */
function stripResidualSuffix(word: string): string {
  const rule = findRule(word, STEP_4_RULES);
  if (rule === undefined) return word;
  const rest = word.slice(0, word.length - rule[0].length);
  if (rule[0] === "ion" && !rest.endsWith("s") && !rest.endsWith("t")) return word;
  return measure(rest) > 1 ? rest : word;
}

/** Step 5. */
function tidyEnding(word: string): string {
  let tidied = word;
  if (word.endsWith("e")) {
    const rest = word.slice(0, -1);
    const m = measure(rest);
    if (m > 1 || (m === 1 && !endsWithShortSyllable(rest))) tidied = rest;
  }
  return tidied.endsWith("ll") && measure(tidied, tidied.length - 1) > 1
    ? tidied.slice(0, -1)
    : tidied;
}

/**
 * Returns the rules in a list of `suffix>replacement`, grouped by their last letter, so that a word
 * is compared with few rules; the longest suffixes of a group come first.
 */
function toRules(list: string): ReadonlyMap<string, readonly Rule[]> {
  const rules = list.split(/\s+/).map((rule): Rule => {
    const [suffix = "", replacement = ""] = rule.split(">");
    return [suffix, replacement];
  });
  const longestFirst = rules.sort((a, b) => b[0].length - a[0].length);
  return Map.groupBy(longestFirst, ([suffix]) => suffix.slice(-1));
}

function findRule(word: string, rules: ReadonlyMap<string, readonly Rule[]>): Rule | undefined {
  return rules.get(word.slice(-1))?.find(([suffix]) => word.endsWith(suffix));
}

/**
 * Returns the measure m of the first `length` letters: the number of times that a consonant follows
 * a vowel.
 */
function measure(word: string, length = word.length): number {
  let m = 0;
  let afterVowel = false;
  for (let index = 0; index < length; index++) {
    const vowel = isVowel(word[index], afterVowel || index === 0);
    if (afterVowel && !vowel) m++;
    afterVowel = vowel;
  }
  return m;
}

function hasVowel(word: string, length: number): boolean {
  for (let index = 0; index < length; index++) {
    // Only consonants can be before the first vowel.
    if (isVowel(word[index], index === 0)) return true;
  }
  return false;
}

/**
 * Returns true for a vowel. `y` is a vowel after a consonant, and a consonant at the start and
 * after a vowel.
 */
function isVowel(letter: string | undefined, yIsConsonant: boolean): boolean {
  return letter === "y" ? !yIsConsonant : letter !== undefined && "aeiou".includes(letter);
}

function endsWithDoubleConsonant(word: string): boolean {
  const last = word.at(-1);
  // `yy` is never double: of two, one is a vowel.
  return last === word.at(-2) && last !== "y" && !isVowel(last, true);
}

/**
 * Returns true for the condition *o of the paper: consonant, vowel, consonant, where the last is
 * not `w`, `x` or `y`.
 */
function endsWithShortSyllable(word: string): boolean {
  if (word.length < 3 || WXY_REGEXP.test(word)) return false;
  let lastThree = 0;
  let afterVowel = true;
  for (const letter of word) {
    afterVowel = isVowel(letter, afterVowel);
    lastThree = (lastThree << 1 | Number(afterVowel)) & 0b111;
  }
  return lastThree === 0b010;
}
