import {
  characterClass,
  characterWidth,
  CONNECTOR,
  LETTER,
  MARK,
  SEPARATOR,
  UPPER,
} from "./character_class.ts";

/** A half-open range of a text in UTF-16 code units, 0-based. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the parts of an identifier as written, without its separators; none for `"_"`.
 *
 * Snake, kebab and `$` separators, humps, acronyms (with a plural `s`) and digits each end a part.
 * Casing is not changed, so that joining the parts gives the identifier without its separators.
 *
 * @param word An identifier of any case style; any other text is split as well.
 */
export function splitIdentifier(word: string): readonly string[] {
  return findNameParts(word).map(({ start, end }) => word.slice(start, end));
}

/**
 * Returns the ranges of the parts of an identifier, in order; `splitIdentifier` says what a part is.
 *
 * @param word An identifier of any case style.
 * @param maxParts How many parts to look for at most; the rest of the word is not read.
 */
export function findNameParts(word: string, maxParts = Infinity): readonly TextRange[] {
  const parts: TextRange[] = [];
  let start = 0;
  while (start < word.length && parts.length < maxParts) {
    const found = characterClass(word, start);
    if (found === SEPARATOR || found === CONNECTOR) {
      start++;
      continue;
    }
    const end = findPartEnd(word, start);
    parts.push({ start, end });
    start = end;
  }
  return parts;
}

function findPartEnd(word: string, start: number): number {
  const first = characterClass(word, start);
  const runEnd = findRunEnd(word, start, first === MARK ? LETTER : first);
  if (first !== UPPER) return runEnd;

  const humpEnd = findRunEnd(word, runEnd, LETTER);
  let lastCapital = runEnd - 1;
  while (characterClass(word, lastCapital) !== UPPER) lastCapital--;
  const isCapitalised = lastCapital === start;
  const isPluralAcronym = humpEnd === runEnd + 1 && word[runEnd] === "s";
  if (isCapitalised || isPluralAcronym || humpEnd === runEnd) return humpEnd;
  // `HTTPServer`: the last capital of the run opens the next part.
  return lastCapital;
}

/** Returns where the run of characters of one class, with their marks, ends. */
function findRunEnd(word: string, start: number, wanted: number): number {
  let end = start;
  while (end < word.length) {
    const found = characterClass(word, end);
    if (found !== wanted && (found !== MARK)) break;
    end += characterWidth(word, end);
  }
  return end;
}
