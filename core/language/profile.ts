import { groupsAt, raw } from "../text/match_at.ts";
import type { OutlineRules } from "./outline_rules.ts";
import type { ReferenceRules } from "./reference_rules.ts";

/** All that the program knows of one language. Adding a language is adding such a record. */
export interface LanguageProfile {
  /** Lower-case name, as in a document's `language`. */
  readonly name: string;
  /** Names of dialects that are read in the same way, separated by spaces; no file is detected as one. */
  readonly aliases?: string;
  /** Whether it is read as prose rather than as program text. @default false */
  readonly isProse?: boolean;
  /** Extensions of its files, without dots, separated by spaces. */
  readonly extensions?: string;
  /** Whole names of its files in lower case, separated by spaces; `name.*` has any extension. */
  readonly files?: string;
  /** Ends of the names of files that programs write in it, separated by spaces. */
  readonly generated?: string;
  /** Interpreters that the first line of a script names, without their versions. */
  readonly interpreters?: string;
  /** Tells such a file from one of another language that has the extension as well. */
  readonly contents?: { readonly extension: string; readonly pattern: RegExp };
  /** How comments and strings are written. */
  readonly literals?: LiteralRules;
  /** How definitions are recognised line by line. */
  readonly outline?: OutlineRules;
  /** Languages that may call what each other define have the same. @default the language's own name */
  readonly family?: string;
  /** Words that are no names, apart from those of most languages; separated by spaces. */
  readonly keywords?: string;
  /** The language of the scripts in its files, which have something else beside them. */
  readonly script?: string;
  /** How its texts are parsed, and what names do in the trees. */
  readonly grammar?: GrammarSource;
  readonly headings?: HeadingStyle;
}

/**
 * How headings are written: after hashes, underlined with punctuation, after equals signs, or after
 * stars.
 */
export type HeadingStyle = "hashes" | "underlines" | "equals" | "stars";

/** Where a grammar is found, and what reads its trees. */
export interface GrammarSource {
  /** The npm package, by its name in the import map. */
  readonly package: string;
  /** The grammar's WebAssembly file inside the package. */
  readonly file: string;
  /** Loads what reads names in its trees, which only a run that parses needs. */
  readonly references: () => Promise<{ readonly default: ReferenceRules }>;
}

/** One sort of string. */
export interface StringRule {
  readonly open: string;
  readonly close: string;
  /** Whether it may go on over lines. */
  readonly isLong?: boolean;
  /** Whether a backslash means nothing in it. */
  readonly isRaw?: boolean;
  /** Whether two closing quotes in a row stand for one. */
  readonly isDoubled?: boolean;
  /** Whether its lines are text rather than code that goes on, as those of a comment are. */
  readonly isText?: boolean;
  /** What begins code in it; the bracket at its end closes it. */
  readonly interpolation?: "${" | "#{" | "\\(" | "{";
  /** What the text before it must end with. */
  readonly after?: RegExp;
}

/** What must be known of a language to tell its code from its comments and strings. */
export interface LiteralRules {
  /** What begins a comment that ends with its line. */
  readonly lineComments: readonly string[];
  /** What looks like the start of such a comment and is none. */
  readonly notComment?: string;
  /** Whether such a comment begins only at the start of a word. */
  readonly spacedComments?: boolean;
  readonly blockComments?: readonly (readonly [open: string, close: string])[];
  /** Whether block comments may hold block comments. */
  readonly nestedComments?: boolean;
  /** Strings, those with longer openings before those they begin with. */
  readonly strings: readonly StringRule[];
  /** Whether `'x'` is a character, and a lone `'` means something else. */
  readonly characters?: boolean;
  /** Whether `/…/` may be a regular expression. */
  readonly regularExpressions?: boolean;
  /** Whether `r#"…"#`, `R"x(…)x"` or `$x$…$x$` are strings; the lines of the last are text. */
  readonly rawStrings?: "hashes" | "delimiter" | "dollars";
  /**
   * Whether `<<WORD` begins a text that ends at a line `WORD`; `"spaced"` when `<< WORD` does too, and
   * `"triple"` when `<<<WORD` does, whose last line goes on with code.
   */
  readonly heredocs?: "tight" | "spaced" | "triple";
  /** Words at the start of a line from which on a text holds data; separated by spaces. */
  readonly dataMarks?: string;
}

/** A piece of patterns: a name in letters of ASCII or any others, such as `size` and `größe`. */
export const NAME: string = raw`[A-Za-z_\x80-\uffff][\w\x80-\uffff]*`;

/** A piece of patterns: a name that may have a dollar sign, such as `$size`. */
export const DOLLAR_NAME: string = raw`[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*`;

/** Returns a sticky pattern of a name, with what may stand before and behind it. */
export function named(before = "", behind = "", name = NAME): RegExp {
  return new RegExp(`${before}(?<name>${name})${behind}`, "y");
}

/** Comments and characters as most languages with braces write them, with plain strings. */
export const BRACE_LITERALS: LiteralRules = {
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  strings: [quoted('"')],
  characters: true,
};

/** Returns a grammar of the package that has those of most languages, or of one of its own. */
export function grammarOf(
  name: string,
  references: GrammarSource["references"],
  ownPackage?: string,
): GrammarSource {
  const file = `tree-sitter-${name}.wasm`;
  return ownPackage === undefined
    ? { package: "@vscode/tree-sitter-wasm", file: `wasm/${file}`, references }
    : { package: ownPackage, file, references };
}

/** Returns a string that begins and ends with the same mark. */
export function quoted(quote: string, rest: Omit<StringRule, "open" | "close"> = {}): StringRule {
  return { open: quote, close: quote, ...rest };
}

/** Returns the group `name` of a sticky pattern at an offset. */
export function nameAt(pattern: RegExp, text: string, at: number): string | undefined {
  return groupsAt(pattern, text, at)["name"];
}
