/** A secret in a text. */
export interface SecretFinding {
  /** What it is, in lower-case words joined by hyphens, such as `github-token`. */
  readonly rule: string;
  /** Offset of its first character, in UTF-16 code units. */
  readonly start: number;
  /** Offset behind its last character. */
  readonly end: number;
}
