/** Says whether a text has a match of a pattern anywhere. */
export interface PatternTest {
  (text: string): boolean;
  /** Instructions of the pattern, in proportion to which it takes time. @default 1 */
  readonly size?: number;
  /** UTF-16 code units of the longest text that it looks into. @default any */
  readonly longest?: number;
}

/**
 * Returns what says whether a text has a match of a regular expression anywhere, in bounded time. It rejects
 * with a `SyntaxError` for a pattern that is none, or that cannot be asked in bounded time.
 */
export type CompilePattern = (pattern: string) => Promise<PatternTest>;
