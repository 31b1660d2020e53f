import { stripMarkup } from "./sentence.ts";

/** Number of successive words of a sentence that make a line part of it. */
const RUN_WORDS = 4;

/** Minimum number of letters of a useful passage. */
const MIN_LETTERS = 60;

const WORD_REGEXP = /[\p{L}\p{N}]+/gu;
const LETTER_REGEXP = /\p{L}/gu;

/**
 * Returns the lines of a passage without those of a comment: without lines whose words are all in
 * it in the same order, and without lines that contain its first words.
 *
 * It compares words, since each language marks comments differently.
 *
 * @param lines Lines of a passage.
 * @param comment Words to remove, as they were read from the passage.
 */
export function withoutComment(lines: readonly string[], comment: string): readonly string[] {
  const whole = ` ${wordsOf(comment).join(" ")} `;
  const start = ` ${wordsOf(comment).slice(0, RUN_WORDS).join(" ")} `;
  return lines.filter((line) => {
    const words = wordsOf(line);
    if (words.length === 0) return true;
    const text = ` ${words.join(" ")} `;
    return !(words.length > 1 && whole.includes(text)) && !text.includes(start);
  });
}

/** Returns true when enough is left of a passage. */
export function isPassage(body: string): boolean {
  return (body.match(LETTER_REGEXP)?.length ?? 0) >= MIN_LETTERS;
}

function wordsOf(text: string): readonly string[] {
  return stripMarkup(text.toLowerCase()).match(WORD_REGEXP) ?? [];
}
