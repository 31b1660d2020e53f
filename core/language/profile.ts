import { groupsAt, raw } from "../text/match_at.ts";
import type { OutlineRules } from "./outline_rules.ts";
import type { ReferenceRules } from "./reference_rules.ts";

/** All facts about one language. A language is added by adding such a record. */
export interface LanguageProfile {
  /** Lower-case name, as in a document's `language`. */
  readonly name: string;
  /**
   * Names of dialects that are read in the same way, separated by spaces; no file is detected as a
   * dialect.
   */
  readonly aliases?: string;
  /** True when it is read as prose and not as program text. @default false */
  readonly isProse?: boolean;
  /** Extensions of its files, without dots, separated by spaces. */
  readonly extensions?: string;
  /** Complete names of its files in lower case, separated by spaces; `name.*` has any extension. */
  readonly files?: string;
  /** Endings of the names of generated files, separated by spaces. */
  readonly generated?: string;
  /** Interpreters in the first line of a script, without their versions. */
  readonly interpreters?: string;
  /**
   * Pattern that distinguishes files of this language from files of another language with the same
   * extension.
   */
  readonly contents?: { readonly extension: string; readonly pattern: RegExp };
  /** Rules for comments and strings. */
  readonly literals?: LiteralRules;
  /** Rules for recognising definitions line by line. */
  readonly outline?: OutlineRules;
  /**
   * Family of languages that may call each other's definitions. @default the language's own name
   */
  readonly family?: string;
  /** Keywords, in addition to those of most languages; separated by spaces. */
  readonly keywords?: string;
  /** Language of the scripts in its files, for files that also contain other text. */
  readonly script?: string;
  /** Grammar that parses its texts, and the rules for names in its trees. */
  readonly grammar?: GrammarSource;
  readonly headings?: HeadingStyle;
}

/**
 * Style of headings: after hashes, underlined with punctuation, after equals signs, or after stars.
 */
export type HeadingStyle = "hashes" | "underlines" | "equals" | "stars";

/** Location of a grammar, and the rules that read its trees. */
export interface GrammarSource {
  /** npm package, by its name in the import map. */
  readonly package: string;
  /** WebAssembly file of the grammar inside the package. */
  readonly file: string;
  /** Loads the rules for names in its trees, which only a run that parses needs. */
  readonly references: () => Promise<{ readonly default: ReferenceRules }>;
}

/** Kind of string. */
export interface StringRule {
  readonly open: string;
  readonly close: string;
  /** True when it may continue over lines. */
  readonly isMultiline?: boolean;
  /** True when a backslash has no special meaning in it. */
  readonly isRaw?: boolean;
  /** True when two closing quotes in a row represent one. */
  readonly isDoubled?: boolean;
  /** True when its lines are text, as those of a comment are, and not continued code. */
  readonly isText?: boolean;
  /** Start of code in it; the matching bracket ends the code. */
  readonly interpolation?: "${" | "#{" | "\\(" | "{";
  /** Pattern that the text before it must match. */
  readonly precededBy?: RegExp;
}

/** Rules that distinguish the code of a language from its comments and strings. */
export interface LiteralRules {
  /** Start of a comment that ends with its line. */
  readonly lineComments: readonly string[];
  /** Text that looks like the start of such a comment, but starts no comment. */
  readonly notComment?: string;
  /** True when such a comment begins only at the start of a word. */
  readonly hasSpacedComments?: boolean;
  readonly blockComments?: readonly (readonly [open: string, close: string])[];
  /** True when block comments may be nested. */
  readonly hasNestedComments?: boolean;
  /** Kinds of strings; a longer opening comes before an opening that it starts with. */
  readonly strings: readonly StringRule[];
  /** True when `'x'` is a character, and a lone `'` has another meaning. */
  readonly hasCharacterLiterals?: boolean;
  /** True when `/…/` may be a regular expression. */
  readonly hasRegularExpressions?: boolean;
  /** Form of raw strings: `r#"…"#`, `R"x(…)x"` or `$x$…$x$`; the lines of the last are text. */
  readonly rawStrings?: "hashes" | "delimiter" | "dollars";
  /**
   * Form of heredocs: `<<WORD` begins a text that ends at a line `WORD`; with `"spaced"` also `<<
   * WORD`; with `"triple"` `<<<WORD`, whose last line continues with code.
   */
  readonly heredocs?: "tight" | "spaced" | "triple";
  /** Words at the start of a line after which a text contains data; separated by spaces. */
  readonly dataMarks?: string;
}

/** Pattern of a name in ASCII or other letters, such as `size` and `größe`. */
export const NAME: string = raw`[A-Za-z_\x80-\uffff][\w\x80-\uffff]*`;

/** Pattern of a name that may contain a dollar sign, such as `$size`. */
export const DOLLAR_NAME: string = raw`[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*`;

/** Returns a sticky pattern of a name, with the given patterns before and after it. */
export function namePattern(before = "", after = "", name = NAME): RegExp {
  return new RegExp(`${before}(?<name>${name})${after}`, "y");
}

/** Comments, characters and plain strings as most languages with braces write them. */
export const BRACE_LITERALS: LiteralRules = {
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  strings: [quotedString('"')],
  hasCharacterLiterals: true,
};

/** Returns the source of a grammar in the package with most grammars, or in a separate package. */
export function grammarSource(
  name: string,
  references: GrammarSource["references"],
  ownPackage?: string,
): GrammarSource {
  const file = `tree-sitter-${name}.wasm`;
  return ownPackage === undefined
    ? { package: "@vscode/tree-sitter-wasm", file: `wasm/${file}`, references }
    : { package: ownPackage, file, references };
}

/** Returns a kind of string that begins and ends with the same mark. */
export function quotedString(
  quote: string,
  rest: Omit<StringRule, "open" | "close"> = {},
): StringRule {
  return { open: quote, close: quote, ...rest };
}

/** Returns the group `name` of a sticky pattern at an offset. */
export function matchNameAt(pattern: RegExp, text: string, at: number): string | undefined {
  return groupsAt(pattern, text, at)["name"];
}
