import {
  characterClass,
  characterWidth,
  CONNECTOR,
  LETTER,
  MARK,
  SEPARATOR,
  UPPER,
} from "./character_class.ts";

/** Half-open range of a text in UTF-16 code units, 0-based. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the parts of an identifier as written, without its separators; empty for `"_"`.
 *
 * A part ends at a `_`, `-` or `$` separator, at a step from lower to upper case, after an acronym
 * (with a plural `s`) and at digits. Case is not changed, so joining the parts yields the
 * identifier without its separators.
 *
 * @param word An identifier in any case style; any other text is split as well.
 */
export function splitIdentifier(word: string): readonly string[] {
  return findNameParts(word).map(({ start, end }) => word.slice(start, end));
}

/**
 * Returns the ranges of the parts of an identifier, in order; see `splitIdentifier` for the
 * definition of a part.
 *
 * @param word An identifier in any case style.
 * @param maxParts Maximum number of parts; the rest of the word is not read.
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

/** Returns the end of a run of characters of one class, with their marks. */
function findRunEnd(word: string, start: number, wanted: number): number {
  let end = start;
  while (end < word.length) {
    const found = characterClass(word, end);
    if (found !== wanted && (found !== MARK)) break;
    end += characterWidth(word, end);
  }
  return end;
}
