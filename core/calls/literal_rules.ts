/** What begins a piece of code inside a string; the bracket at its end closes it. */
export type Interpolation = "${" | "#{" | "\\(" | "{";

/** One sort of string. */
export interface StringRule {
  /** What begins it. */
  readonly open: string;
  /** What ends it. */
  readonly close: string;
  /** Whether it may go on over lines. */
  readonly isLong?: boolean;
  /** Whether a backslash means nothing in it. */
  readonly isRaw?: boolean;
  /** What begins code in it. */
  readonly interpolation?: Interpolation;
  /** What the text before it must end with. */
  readonly after?: RegExp;
}

/** What must be known of a language to find its comments and strings. */
export interface LiteralRules {
  /** What begins a comment that ends with its line. */
  readonly lineComments: readonly string[];
  /** What begins and ends other comments. */
  readonly blockComments?: readonly (readonly [open: string, close: string])[];
  /** Whether block comments may hold block comments. */
  readonly nestedComments?: boolean;
  /** Strings, those with longer openings before those they begin with. */
  readonly strings: readonly StringRule[];
  /** Whether `'x'` is a character, and a lone `'` means something else. */
  readonly characters?: boolean;
  /** Whether `/…/` may be a regular expression. */
  readonly regularExpressions?: boolean;
  /** Whether `r#"…"#` or `R"x(…)x"` are strings. */
  readonly rawStrings?: "rust" | "cpp";
  /** Whether `<<WORD` begins a text that ends at a line `WORD`. */
  readonly heredocs?: boolean;
  /** Whether a `#` begins a comment only at the start of a word. */
  readonly spacedComments?: boolean;
}

const C_COMMENTS = [["/*", "*/"]] as const;

function quoted(quote: string, rest: Omit<StringRule, "open" | "close"> = {}): StringRule {
  return { open: quote, close: quote, ...rest };
}

const SINGLE = quoted("'");
const DOUBLE = quoted('"');
const TRIPLE_DOUBLE = quoted('"""', { isLong: true });

const C: LiteralRules = {
  lineComments: ["//"],
  blockComments: C_COMMENTS,
  strings: [DOUBLE],
  characters: true,
};

const JAVASCRIPT: LiteralRules = {
  lineComments: ["//"],
  blockComments: C_COMMENTS,
  strings: [DOUBLE, SINGLE, quoted("`", { isLong: true, interpolation: "${" })],
  regularExpressions: true,
};

const FORMATTED_REGEXP = /(?:^|\W)(?:[fF][rR]?|[rR][fF])$/;

const PYTHON: LiteralRules = {
  lineComments: ["#"],
  strings: [
    quoted('"""', { isLong: true, interpolation: "{", after: FORMATTED_REGEXP }),
    quoted("'''", { isLong: true, interpolation: "{", after: FORMATTED_REGEXP }),
    TRIPLE_DOUBLE,
    quoted("'''", { isLong: true }),
    quoted('"', { interpolation: "{", after: FORMATTED_REGEXP }),
    quoted("'", { interpolation: "{", after: FORMATTED_REGEXP }),
    DOUBLE,
    SINGLE,
  ],
};

const KOTLIN: LiteralRules = {
  lineComments: ["//"],
  blockComments: C_COMMENTS,
  nestedComments: true,
  strings: [
    quoted('"""', { isLong: true, isRaw: true, interpolation: "${" }),
    quoted('"', { interpolation: "${" }),
  ],
  characters: true,
};

const OPERATOR_REGEXP = /(?:^|[\s(,=\[{|&!])$/;

/** `%w(…)` and its like, by letter and bracket. */
const RUBY_PERCENT_STRINGS = ["w", "i", "W", "I", "q", "Q", "r", ""].flatMap((letter) =>
  ["()", "[]", "{}", "||", "<>"].map((brackets): StringRule => ({
    open: `%${letter}${brackets[0]}`,
    close: brackets[1] ?? "",
    isLong: true,
    after: OPERATOR_REGEXP,
  }))
);

const RUBY: LiteralRules = {
  lineComments: ["#"],
  blockComments: [["\n=begin", "\n=end"]],
  strings: [
    quoted('"', { isLong: true, interpolation: "#{" }),
    quoted("'", { isLong: true }),
    quoted("`", { isLong: true, interpolation: "#{" }),
    ...RUBY_PERCENT_STRINGS,
  ],
  regularExpressions: true,
  heredocs: true,
};

const RULES: readonly (readonly [languages: string, rules: LiteralRules])[] = [
  ["c cpp cuda objective-c objective-cpp", { ...C, rawStrings: "cpp" }],
  ["javascript typescript tsx vue svelte", JAVASCRIPT],
  ["python", PYTHON],
  ["go", { ...C, strings: [DOUBLE, quoted("`", { isLong: true, isRaw: true })] }],
  ["rust", {
    ...C,
    nestedComments: true,
    strings: [quoted('"', { isLong: true })],
    rawStrings: "rust",
  }],
  ["java", { ...C, strings: [TRIPLE_DOUBLE, DOUBLE] }],
  ["csharp", {
    ...C,
    strings: [
      quoted('"""', { isLong: true, isRaw: true }),
      { open: '$"', close: '"', interpolation: "{" },
      { open: '@"', close: '"', isLong: true, isRaw: true },
      DOUBLE,
    ],
  }],
  ["kotlin scala groovy", KOTLIN],
  ["swift", {
    ...KOTLIN,
    strings: [
      quoted('"""', { isLong: true, interpolation: "\\(" }),
      quoted('"', { interpolation: "\\(" }),
    ],
    characters: false,
  }],
  ["dart", {
    ...JAVASCRIPT,
    strings: [
      quoted('"""', { isLong: true, interpolation: "${" }),
      quoted("'''", { isLong: true, interpolation: "${" }),
      quoted('"', { interpolation: "${" }),
      quoted("'", { interpolation: "${" }),
    ],
    regularExpressions: false,
  }],
  ["php", {
    lineComments: ["//", "#"],
    blockComments: C_COMMENTS,
    strings: [quoted('"', { isLong: true }), quoted("'", { isLong: true })],
    heredocs: true,
  }],
  ["ruby crystal", RUBY],
  ["elixir", {
    lineComments: ["#"],
    strings: [
      quoted('"""', { isLong: true, interpolation: "#{" }),
      quoted("'''", { isLong: true, interpolation: "#{" }),
      quoted('"', { isLong: true, interpolation: "#{" }),
      SINGLE,
    ],
  }],
  ["lua", {
    lineComments: ["--"],
    blockComments: [["--[[", "]]"], ["--[=[", "]=]"], ["--[==[", "]==]"]],
    strings: [
      { open: "[[", close: "]]", isLong: true, isRaw: true },
      { open: "[=[", close: "]=]", isLong: true, isRaw: true },
      DOUBLE,
      SINGLE,
    ],
  }],
  ["zig", { lineComments: ["//", "\\\\"], strings: [DOUBLE], characters: true }],
  ["bash fish", {
    lineComments: ["#"],
    strings: [quoted('"', { isLong: true }), quoted("'", { isLong: true, isRaw: true })],
    heredocs: true,
    spacedComments: true,
  }],
  ["haskell", {
    lineComments: ["--"],
    blockComments: [["{-", "-}"]],
    nestedComments: true,
    strings: [DOUBLE],
    characters: true,
  }],
  ["ocaml fsharp", {
    lineComments: ["//"],
    blockComments: [["(*", "*)"]],
    nestedComments: true,
    strings: [quoted('"', { isLong: true })],
    characters: true,
  }],
  ["erlang", { lineComments: ["%"], strings: [quoted('"', { isLong: true }), SINGLE] }],
  ["clojure lisp scheme emacs-lisp", {
    lineComments: [";"],
    strings: [quoted('"', { isLong: true })],
  }],
  ["perl", {
    lineComments: ["#"],
    blockComments: [["\n=pod", "\n=cut"], ["\n=head", "\n=cut"]],
    strings: [quoted('"', { isLong: true }), quoted("'", { isLong: true })],
    heredocs: true,
    spacedComments: true,
  }],
  ["julia", {
    lineComments: ["#"],
    blockComments: [["#=", "=#"]],
    nestedComments: true,
    strings: [TRIPLE_DOUBLE, quoted('"', { isLong: true })],
    characters: true,
  }],
  ["r nim", { lineComments: ["#"], strings: [TRIPLE_DOUBLE, DOUBLE, SINGLE] }],
  ["d solidity", { ...C, strings: [DOUBLE, quoted("`", { isLong: true, isRaw: true })] }],
];

const RULES_BY_LANGUAGE: ReadonlyMap<string, LiteralRules> = new Map(
  RULES.flatMap(([languages, rules]) =>
    languages.split(" ").map((language) => [language, rules] as const)
  ),
);

/** Returns how the literals of a language are written, or undefined when that is not known. */
export function literalRulesOf(language: string): LiteralRules | undefined {
  return RULES_BY_LANGUAGE.get(language);
}
