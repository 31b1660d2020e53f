/**
 * One occurrence of an index term in a text.
 *
 * Several tokens may share a position: the whole of a compound identifier stands at the position of
 * its first part. Analysis changes {@link Token.text} only; the offsets always name the slice of the
 * original text that the term stands for.
 */
export interface Token {
  /** The index term: folded, and stemmed when it is English. Never empty. */
  readonly text: string;
  /** Offset of the first UTF-16 code unit, 0-based. */
  readonly start: number;
  /** Offset after the last UTF-16 code unit: the range is half open. */
  readonly end: number;
  /** Ordinal of the word or part among all words and parts of the text, 0-based. */
  readonly position: number;
  /** Whether this is a piece of a longer identifier, such as `server` in `HTTPServer`. */
  readonly part: boolean;
}
