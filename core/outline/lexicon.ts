/** What begins and ends a comment or a string without escapes; `"\n"` ends with the line. */
export type CommentMarks = readonly [open: string, close: string];

/** What must be known of a language to tell its code from its comments and strings. */
export interface Lexicon {
  /** Comments, and strings without escapes; longer openings before those they begin with. */
  readonly comments: readonly CommentMarks[];
  /** Whether a comment may hold comments, and ends only after the last of them. */
  readonly nestedComments?: boolean;
  /** Quotes of strings that end on their line, with `\` escapes. */
  readonly quotes?: string;
  /** Quotes of strings that may go on over lines, with `\` escapes. */
  readonly longQuotes?: string;
  /** Whether three quotes in a row begin a string that goes on to the next three. */
  readonly tripleQuotes?: boolean;
  /** Whether `'x'` is a character, and a lone `'` means something else. */
  readonly characters?: boolean;
  /** Whether a backtick begins a template with `${…}` in it. */
  readonly templates?: boolean;
  /** Whether `/…/` may be a regular expression. */
  readonly regularExpressions?: boolean;
  /** Whether prefixes make raw strings: `r#"…"#`, `R"x(…)x"` or `@"…"`. */
  readonly rawStrings?: "rust" | "cpp" | "csharp";
  /** Whether `<<WORD` begins a text that ends at a line `WORD`; `"spaced"` when `<< WORD` does too. */
  readonly heredocs?: "tight" | "spaced";
  /** Whether lines that begin with `#` are directives, with alternatives between `#if` and `#endif`. */
  readonly directives?: boolean;
  /** Whether `const (` at the end of a line begins declarations rather than an expression. */
  readonly groups?: boolean;
  /** Which brackets are followed: `"round"` when braces enclose no statements, as in a literal. */
  readonly brackets?: "braces" | "round";
}
