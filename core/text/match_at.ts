/**
 * Returns true when a sticky pattern matches at an offset; its `lastIndex` is then the end of the
 * match.
 */
export function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Returns the offset after the match of a sticky pattern, or the same offset when it does not match. */
export function skipMatch(pattern: RegExp, text: string, at: number): number {
  return matchesAt(pattern, text, at) ? pattern.lastIndex : at;
}

/** Returns the named groups of a sticky pattern's match; empty when the pattern does not match. */
export function groupsAt(
  pattern: RegExp,
  text: string,
  at: number,
): Readonly<Record<string, string | undefined>> {
  pattern.lastIndex = at;
  return pattern.exec(text)?.groups ?? {};
}

/** Keeps the backslashes of a template: for pieces of patterns. */
export const raw: typeof String.raw = String.raw;

/** Returns a pattern that matches what any of the given patterns matches. */
export function anyOf(...patterns: readonly string[]): string {
  return `(?:${patterns.join("|")})`;
}
