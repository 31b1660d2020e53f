import { countPieces } from "@dossier/core/text";

/** Most tokens of text that a tool reads out, so that no host cuts it: Claude Code warns at 10,000. */
export const MAX_READ_TOKENS = 5000;

/** Characters of a token, for a line that is cut because it alone is too much. */
const CHARACTERS_PER_TOKEN = 2;

/** As many of some lines as may be shown at once. */
export interface CutLines {
  /** The lines joined by newlines. */
  readonly text: string;
  /** How many lines these are. */
  readonly count: number;
}

/**
 * Returns as many of the first lines as cost at most `maxTokens`, at least one. A line that is too long by
 * itself ends in a notice of how much of it is missing.
 */
export function cutLines(
  lines: readonly string[],
  maxTokens: number = MAX_READ_TOKENS,
): CutLines {
  const shown: string[] = [];
  let tokens = 0;
  for (const line of lines) {
    const cost = countPieces(`${line}\n`);
    if (shown.length > 0 && tokens + cost > maxTokens) break;
    shown.push(cost > maxTokens ? cutLine(line, maxTokens * CHARACTERS_PER_TOKEN) : line);
    tokens += cost;
  }
  return { text: shown.join("\n"), count: shown.length };
}

function cutLine(line: string, length: number): string {
  const missing = line.length - length;
  return missing <= 0
    ? line
    : `${line.slice(0, length)} [cut: ${missing} more characters in this line]`;
}
