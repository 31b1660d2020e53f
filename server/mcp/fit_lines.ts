import { estimateMaxJsonTokens, takeUtf16Start } from "@dossier/core/text";
import { MAX_SENT_TOKENS } from "@dossier/retrieval/operation";

/** Number of code units of a cut line that are counted at once. */
const PART_LENGTH = 64;

/** Longest line that is counted as a whole, in code units: far more than may be sent. */
const MAX_COUNTED_LENGTH = 200_000;

/** Number of tokens that are reserved for the notice after a cut line. */
const NOTICE_TOKENS = 30;

/** Lines that may be sent at once. */
interface FittingLines {
  /** Lines joined by newlines. */
  readonly text: string;
  readonly count: number;
  /**
   * Length of the shown part of the last line, in UTF-16 code units; absent when the line is
   * complete.
   */
  readonly cutAt?: number;
}

/**
 * Returns the first lines that cost at most `maxTokens` in the JSON that is sent, and at least one
 * line. A single line that is too long ends in a notice of the number of missing characters.
 */
export function fitLines(
  lines: readonly string[],
  maxTokens: number = MAX_SENT_TOKENS,
): FittingLines {
  const shown: string[] = [];
  let tokens = 0;
  for (const line of lines) {
    const cost = line.length > MAX_COUNTED_LENGTH ? Infinity : estimateMaxJsonTokens(`${line}\n`);
    if (tokens + cost > maxTokens) {
      if (shown.length > 0) break;
      const cutAt = fittingLength(line, maxTokens - NOTICE_TOKENS);
      const missing = line.length - cutAt;
      if (missing > 0) {
        const notice = ` [cut: ${missing} more characters in this line]`;
        return { text: line.slice(0, cutAt) + notice, count: 1, cutAt };
      }
    }
    shown.push(line);
    tokens += cost;
  }
  return { text: shown.join("\n"), count: shown.length };
}

/**
 * Returns the length of the part of a line that fits: at least one character, and only whole
 * characters.
 */
function fittingLength(line: string, maxTokens: number): number {
  let length = 0;
  let tokens = 0;
  while (length < line.length) {
    const part = takeUtf16Start(line.slice(length), PART_LENGTH);
    tokens += estimateMaxJsonTokens(part);
    if (tokens > maxTokens && length > 0) break;
    length += part.length;
  }
  return length;
}
