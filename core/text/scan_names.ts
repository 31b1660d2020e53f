import { characterClass, LETTER, UPPER } from "./character_class.ts";
import { scanWords } from "./scan_words.ts";
import { MAX_TERM_LENGTH } from "./tokenize_name.ts";

/** Shortest word that a hyphen joins to its neighbour, in UTF-16 code units: `x-y` is arithmetic. */
const MIN_JOINED_LENGTH = 2;

/**
 * Calls `visit` with the half-open range of every name of a text, in order: what the index sees.
 *
 * A name is a raw word (see `scanWords`), or several joined by single hyphens (`max-file-bytes`)
 * where each begins with a letter and has two or more characters. No raw word is left out and none
 * is visited twice. A chain that would pass `MAX_TERM_LENGTH` is visited in several pieces.
 *
 * @param text Any text.
 * @param visit Receives UTF-16 offsets, `start < end`.
 *
 * @example
 * ```ts
 * import { scanNames } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const names: string[] = [];
 * const text = "run --dry-run at x-1";
 * scanNames(text, (start, end) => names.push(text.slice(start, end)));
 * assert.deepEqual(names, ["run", "dry-run", "at", "x", "1"]);
 * ```
 */
export function scanNames(text: string, visit: (start: number, end: number) => void): void {
  let nameStart = 0;
  let nameEnd = -1;
  let joins = false;
  scanWords(text, (start, end) => {
    const canJoin = end - start >= MIN_JOINED_LENGTH && startsWithLetter(text, start);
    if (
      joins && canJoin && start === nameEnd + 1 && text[nameEnd] === "-" &&
      end - nameStart <= MAX_TERM_LENGTH
    ) {
      nameEnd = end;
      return;
    }
    if (nameEnd > nameStart) visit(nameStart, nameEnd);
    nameStart = start;
    nameEnd = end;
    joins = canJoin;
  });
  if (nameEnd > nameStart) visit(nameStart, nameEnd);
}

function startsWithLetter(text: string, start: number): boolean {
  const found = characterClass(text, start);
  return found === LETTER || found === UPPER;
}
