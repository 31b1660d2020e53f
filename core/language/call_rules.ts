/** What stands around a name that may be called without round brackets. */
export interface BareName {
  readonly name: string;
  /** Its line up to it. */
  readonly prefix: string;
  /** What follows it on its line. */
  readonly rest: string;
  /** Whether something qualifies it, as in `a.name`. */
  readonly isQualified: boolean;
}

/** What must be known of a language, apart from its literals, to tell calls in it. */
export interface CallRules {
  /** Languages that may call what each other define have the same. @default the language's own name */
  readonly family?: string;
  /** Words that are no names, apart from those of most languages; separated by spaces. */
  readonly keywords?: string;
  /** Whether they are no names behind a qualifier either. @default false */
  readonly reservesKeywords?: boolean;
  /** Words in front of a name that is being defined. @default those of most languages */
  readonly definers?: string;
  /** What before a name defines it, other than those words. */
  readonly definedAfter?: RegExp;
  /** Names, with the flag `g`. */
  readonly names?: RegExp;
  /** Characters right before a name that make it something else. @default "$" */
  readonly sigils?: string;
  /** What links a name to what qualifies it, as the source of a pattern. */
  readonly links?: string;
  /** Matches a text that ends with such a link. */
  readonly linked?: RegExp;
  /** Matches the text up to a name that is a decorator; `null` when there are none. */
  readonly decorator?: RegExp | null;
  /** Whether `new Name[…]` makes a list of such things. */
  readonly newLists?: boolean;
  /** Whether a name after the name of a type is declared, as in `int open(`. */
  readonly typedDeclarations?: boolean;
  /** What follows the parameters of a method that is declared without a keyword. */
  readonly methodBody?: string;
  /** Whether `Name(…)` may take a value apart: after certain words, or also before an arrow. */
  readonly patterns?: "words" | "arrows";
  /** Whether round brackets never call, as they declare. */
  readonly ignoresBrackets?: boolean;
  /** Sticky; what right after a name calls it apart from a round bracket. */
  readonly calledBy?: RegExp;
  /** Whether a block in braces may be all that a name is called with: `launch { }`. */
  readonly blockCalls?: boolean;
  /** Returns whether a name is called without brackets, as in `save user`. */
  readonly bareCall?: (name: BareName) => boolean;
  /** Whether a name is known only where it is defined or imported: then any other is foreign. */
  readonly isStrict?: boolean;
  /** Whether the code names modules by their paths: `crate::pool::open()`. */
  readonly namesPaths?: boolean;
}
