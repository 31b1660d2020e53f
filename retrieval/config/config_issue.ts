/** Something in a configuration that is not used, and where it is. */
export interface ConfigIssue {
  /** What is wrong and what is done about it. */
  readonly message: string;
  /** Line, 1-based. */
  readonly line: number;
  /** Column in UTF-16 code units, 1-based. */
  readonly column: number;
}
