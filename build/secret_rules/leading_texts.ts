import { type Pattern, type Sequence, writeRegExp } from "./parse_regexp.ts";

/** Maximum number of beginnings of one rule. */
const MAX_TEXTS = 48;

/** Short list of single characters: `[pe]`, `[1ar]`. */
const SHORT_LIST_REGEXP = /^\[([\w.-]{1,6})\]$/;

/** Beginnings of the matches of a pattern. */
interface Beginnings {
  readonly texts: readonly string[];
  /** Expression that matches at least the text after each of them; empty when it is unknown. */
  readonly next: string;
  /** True when the pattern matches only these texts. */
  readonly isWhole: boolean;
}

/**
 * Returns texts such that each match of the choices begins with one of them. One is empty when a
 * match may begin with any of many characters.
 */
export function listLeadingTexts(choices: readonly Sequence[]): readonly string[] {
  return [...new Set(ofChoices(choices).texts)];
}

/** Minimum number of characters of a text that is distinctive without the text after it. */
const LONG_TEXT = 6;

/**
 * Returns JavaScript expressions of the beginnings of all matches. Short ones include the text
 * after them.
 */
export function listMarks(choices: readonly Sequence[]): readonly string[] {
  return choices.flatMap((sequence) => {
    const { texts, next } = ofSequence(sequence);
    return texts.map((text) => escape(text) + (text.length < LONG_TEXT ? next : ""));
  });
}

function escape(text: string): string {
  return text.replaceAll(/[$.*+?^{}()|[\]\\/]/g, "\\$&");
}

/** Returns the longest text that every match of a sequence contains, or an empty text. */
export function findInnerText(sequence: Sequence): string {
  let longest = "";
  let text = "";
  for (const pattern of sequence) {
    const { texts, isWhole } = ofPattern(pattern);
    text = texts.length === 1 ? text + texts[0]! : "";
    if (text.length > longest.length) longest = text;
    if (!isWhole) text = "";
    if (pattern.kind === "group" && pattern.choices.length === 1) {
      const inner = findInnerText(pattern.choices[0]!);
      if (inner.length > longest.length) longest = inner;
    }
  }
  return longest;
}

function ofChoices(choices: readonly Sequence[]): Beginnings {
  const all = choices.map(ofSequence);
  return {
    texts: all.flatMap(({ texts }) => texts),
    next: all.length === 1 ? all[0]!.next : "",
    isWhole: all.every(({ isWhole }) => isWhole),
  };
}

function ofSequence(sequence: Sequence): Beginnings {
  let texts: readonly string[] = [""];
  for (const pattern of sequence) {
    const next = ofPattern(pattern);
    if (texts.length * next.texts.length > MAX_TEXTS) return { texts, next: "", isWhole: false };
    texts = texts.flatMap((text) => next.texts.map((more) => text + more));
    if (!next.isWhole) return { texts, next: next.next, isWhole: false };
  }
  return { texts, next: "", isWhole: true };
}

function ofPattern(pattern: Pattern): Beginnings {
  if (pattern.kind === "place") return { texts: [""], next: "", isWhole: true };
  if (pattern.kind === "group") return ofChoices(pattern.choices);
  if (pattern.kind === "characters") return ofCharacters(pattern);
  const { pattern: repeated, min, max } = pattern;
  const once = ofPattern(repeated);
  if (min === 1 && max === 1) return once;
  const unknown = { texts: [""], next: "", isWhole: false };
  if (!once.isWhole && repeated.kind === "characters") {
    return min === 0
      ? unknown
      : { ...unknown, next: writeRegExp([[{ ...pattern, max: min, isLazy: false }]]) };
  }
  if (!once.isWhole) return min === 0 ? unknown : { ...once, next: "" };
  if (min === 0 && max === 1) return { texts: ["", ...once.texts], next: "", isWhole: true };
  return min === 0 ? unknown : { ...once, isWhole: false };
}

function ofCharacters(pattern: Pattern & { readonly kind: "characters" }): Beginnings {
  const { source } = pattern;
  const whole = (texts: readonly string[]) => ({ texts, next: "", isWhole: true });
  if (/^[^\\[.]$/.test(source)) return whole([source]);
  if (/^\\[^A-Za-z]$/.test(source)) return whole([source[1]!]);
  const [, list] = SHORT_LIST_REGEXP.exec(source) ?? [];
  return list === undefined || /.-./.test(list)
    ? { texts: [""], next: writeRegExp([[pattern]]), isWhole: false }
    : whole([...list]);
}
