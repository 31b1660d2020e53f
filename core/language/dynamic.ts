import { groupsAt, raw } from "../text/match_at.ts";
import type { OutlineLine, RecognisedDeclaration } from "./outline_rules.ts";
import type { LanguageProfile, StringRule } from "./profile.ts";
import {
  DOLLAR_NAME,
  grammarSource,
  matchNameAt,
  NAME,
  namePattern,
  quotedString,
} from "./profile.ts";

/** `Box.name?`, `@queue.name`, `[]=`. */
const RUBY_METHOD_REGEXP = new RegExp(
  raw`(?:(?<owner>[A-Z\x80-\uffff][\w\x80-\uffff]*)\.|@{0,2}\w+\.)?` +
    raw`(?<name>${NAME}[?!=]?(?!\.)|[^\s\w(]+)`,
  "y",
);
const RUBY_CLASS_REGEXP = /(?:::)?(?:[A-Z]\w*::)*(?<name>[A-Z\x80-\uffff][\w\x80-\uffff]*)/y;
const RUBY_CONSTANT_REGEXP = /(?<name>[A-Z\x80-\uffff][\w\x80-\uffff]*)\s*=(?![=~>])/y;
const LUA_FUNCTION_REGEXP = namePattern(raw`(?:(?<owner>[\w.]+)[.:])?`, raw`\s*(?=\()`);
/** `box.name = function`. */
const LUA_ASSIGNED_REGEXP = new RegExp(
  raw`(?:(?<owner>[A-Za-z_\x80-\uffff][\w\x80-\uffff.]*)[.:])?(?<name>${NAME})\s*=\s*` +
    raw`(?<value>function\b)?`,
  "y",
);
const UPPER_REGEXP = /^[A-Z][A-Z0-9_]*$/;
const PHP_DEFINE_REGEXP = /define\(\s*['"](?<name>[\w\x80-\uffff]+)['"]/y;
const LITERAL_START_REGEXP = /(?:^|[\s(,=\[{|&!])$/;

/** `%w(…)` and similar strings, by letter and bracket. */
const RUBY_PERCENT_STRINGS = ["w", "i", "W", "I", "q", "Q", "r", ""].flatMap((letter) =>
  ["()", "[]", "{}", "||", "<>"].map((brackets): StringRule => ({
    open: `%${letter}${brackets[0]}`,
    close: brackets[1] ?? "",
    isMultiline: true,
    precededBy: LITERAL_START_REGEXP,
  }))
);

/** Rules that Ruby and Crystal share. */
const RUBY = {
  literals: {
    lineComments: ["#"],
    blockComments: [["\n=begin", "\n=end"]],
    strings: [
      quotedString('"', { isMultiline: true, interpolation: "#{" }),
      quotedString("'", { isMultiline: true }),
      quotedString("`", { isMultiline: true, interpolation: "#{" }),
      ...RUBY_PERCENT_STRINGS,
    ],
    hasRegularExpressions: true,
    heredocs: "tight",
    dataMarks: "__END__",
  },
  outline: {
    body: "closer",
    modifiers: "private protected public private_class_method module_function memoize abstract",
    keywords: {
      "def": { kind: "method", name: RUBY_METHOD_REGEXP },
      "class": { kind: "class", name: RUBY_CLASS_REGEXP },
      "module": { kind: "module", name: RUBY_CLASS_REGEXP },
    },
    matchDeclaration: findRubyConstant,
    closer: /end\b/y,
    oneLine: /[;\s]end\s*(?:#.*)?$|^(?:private\s+)?def\s+[\w.?!]+(?:\([^)]*\))?\s*=\s/,
  },
  family: "ruby",
  keywords:
    "and or not BEGIN END alias begin class def defined? elsif end ensure module next nil " +
    "redo rescue retry then undef unless until when yield loop __method__",
} as const satisfies Partial<LanguageProfile>;

/** Profiles of Ruby, Crystal, PHP and Lua. */
export const DYNAMIC_PROFILES: readonly LanguageProfile[] = [
  {
    name: "ruby",
    extensions: "rb rake gemspec",
    files: "gemfile rakefile vagrantfile podfile",
    interpreters: "ruby",
    ...RUBY,
    grammar: grammarSource("ruby", () => import("./references/ruby.ts")),
  },
  { name: "crystal", extensions: "cr", ...RUBY },
  {
    name: "php",
    extensions: "php phtml",
    interpreters: "php",
    literals: {
      lineComments: ["//", "#"],
      notComment: "#[",
      blockComments: [["/*", "*/"]],
      strings: [quotedString('"', { isMultiline: true }), quotedString("'", { isMultiline: true })],
      heredocs: "triple",
      dataMarks: "__halt_compiler",
    },
    outline: {
      modifiers: "public protected private static final abstract readonly",
      annotations: /(?:#\[[^\]\n]*\][ \t]*)+(?=\w)/y,
      keywords: {
        "function": { kind: "function", name: /&?\s*(?<name>[\w\x80-\uffff]+)\s*(?=\()/y },
        "class": { kind: "class", name: /(?!extends\b)(?<name>[\w\x80-\uffff]+)/y },
        "interface": { kind: "interface", name: namePattern("", "", DOLLAR_NAME) },
        "trait": { kind: "trait", name: /(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/uy },
        "enum": { kind: "enum", name: namePattern(raw`(?:class\s+)?`) },
        "const": {
          kind: "constant",
          name: /(?:\??[\w\\|]+\s+)?(?<name>[\w\x80-\uffff]+)\s*=/y,
          isMember: true,
        },
      },
      matchDeclaration: ({ text, at, end }) => {
        const name = matchNameAt(PHP_DEFINE_REGEXP, text, at);
        return name === undefined ? undefined : { name, kind: "constant", after: at, headEnd: end };
      },
    },
    keywords: "and or abstract array class clone const declare echo elseif empty endif " +
      "endforeach endwhile exit extends final fn foreach function global implements include " +
      "include_once instanceof insteadof isset list match new parent print private protected " +
      "public readonly require require_once self static unset use var yield",
    grammar: grammarSource("php", () => import("./references/php.ts")),
  },
  {
    name: "lua",
    aliases: "luau",
    extensions: "lua",
    interpreters: "lua",
    literals: {
      lineComments: ["--"],
      blockComments: [["--[[", "]]"], ["--[=[", "]=]"], ["--[==[", "]==]"]],
      strings: [
        { open: "[[", close: "]]", isMultiline: true, isRaw: true, isText: true },
        { open: "[=[", close: "]=]", isMultiline: true, isRaw: true, isText: true },
        quotedString('"'),
        quotedString("'"),
      ],
    },
    outline: {
      body: "closer",
      modifiers: "local",
      keywords: { "function": { kind: "function", name: LUA_FUNCTION_REGEXP } },
      matchDeclaration: findLuaFunction,
      closer: /end\b|\}/y,
      oneLine: /\bend\b[\s;,)]*(?:--.*)?$/,
    },
    keywords: "and or not elseif end function goto local nil repeat then until",
    grammar: grammarSource(
      "lua",
      () => import("./references/lua.ts"),
      "@tree-sitter-grammars/tree-sitter-lua",
    ),
  },
];

function findRubyConstant(
  { text, at, isInFile, isInType }: OutlineLine,
): RecognisedDeclaration | undefined {
  if (!isInFile && !isInType) return undefined;
  const name = matchNameAt(RUBY_CONSTANT_REGEXP, text, at);
  return name === undefined ? undefined : { name, kind: "constant", after: at };
}

/** Recognises functions assigned to names, and values at the margin of a Lua file. */
function findLuaFunction(
  { text, at, modifiers, isInFile }: OutlineLine,
): RecognisedDeclaration | undefined {
  const { name, owner, value } = groupsAt(LUA_ASSIGNED_REGEXP, text, at);
  if (name === undefined) return undefined;
  if (value !== undefined) return { name, kind: "function", owner, after: at };
  if (!isInFile || text.startsWith("require", LUA_ASSIGNED_REGEXP.lastIndex)) return undefined;
  const isConstant = UPPER_REGEXP.test(name);
  if (!isConstant && modifiers === "" && owner === undefined) return undefined;
  return { name, kind: isConstant ? "constant" : "variable", owner, after: at };
}
