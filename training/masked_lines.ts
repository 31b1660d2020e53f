import { plainWords } from "./sentence.ts";

/** How many words of a sentence, in order, make a line part of it. */
const RUN_WORDS = 4;

/** Letters that a passage has at least to be worth asking for. */
const MIN_LETTERS = 60;

const WORD_REGEXP = /[\p{L}\p{N}]+/gu;
const LETTER_REGEXP = /\p{L}/gu;

/**
 * Returns the lines of a passage that are no part of a comment: without those whose words all stand in
 * it in this order, and without those that hold its first words.
 *
 * It goes by words, since comments are marked differently in every language.
 *
 * @param lines Lines of a passage.
 * @param comment The words to take out, as they were read from the passage.
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

/** Returns whether enough is left of a passage. */
export function isPassage(body: string): boolean {
  return (body.match(LETTER_REGEXP)?.length ?? 0) >= MIN_LETTERS;
}

function wordsOf(text: string): readonly string[] {
  return plainWords(text.toLowerCase()).match(WORD_REGEXP) ?? [];
}
