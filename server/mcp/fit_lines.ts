import { estimateMaxJsonTokens, takeUtf16Start } from "@dossier/core/text";
import { MAX_SENT_TOKENS } from "@dossier/retrieval/operation";

/** Code units of a line that are counted at once where it is cut. */
const PART_LENGTH = 64;

/** Longest line that is counted as a whole, in code units: far more than may be sent. */
const MAX_COUNTED_LENGTH = 200_000;

/** Kept free for the notice behind a line that is cut. */
const NOTICE_TOKENS = 30;

/** As many of some lines as may be sent at once. */
interface FittingLines {
  /** The lines joined by newlines. */
  readonly text: string;
  readonly count: number;
  /** How much of the last of them is shown, in UTF-16 code units; absent when all of it is. */
  readonly cutAt?: number;
}

/**
 * Returns as many of the first lines as cost at most `maxTokens` in the JSON that is sent, at least one. A
 * line that is too long by itself ends in a notice of how much of it is missing.
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

/** Returns how much of a line fits: at least one character, and whole ones only. */
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
