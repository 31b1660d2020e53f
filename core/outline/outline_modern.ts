import type { Lexicon } from "./lexicon.ts";
import type { KeywordRule, OutlineLanguage } from "./outline_language.ts";

const NAME_REGEXP = /(?<name>[A-Za-z_]\w*|`[^`\n]+`)/y;
const ENUM_NAME_REGEXP = /(?:class\s+)?(?<name>[A-Za-z_]\w*)/y;
const INTERFACE_NAME_REGEXP = /(?:interface\s+)?(?<name>[A-Za-z_]\w*)/y;
const KOTLIN_FUNCTION_REGEXP =
  /(?:<[^\n]*?>\s*)?(?:(?:[\w.]+\.)?(?<owner>[A-Z]\w*)(?:<[^(\n]*?>)?\??\.)?(?<name>[A-Za-z_]\w*|`[^`\n]+`)\s*(?=\()/y;
const KOTLIN_VALUE_REGEXP =
  /(?:<[^\n]*?>\s*)?(?:(?:[\w.]+\.)?(?<owner>[A-Z]\w*)(?:<[^=\n]*?>)?\??\.)?(?<name>[A-Za-z_]\w*)\s*(?=[:=\n\r]|by\b|get\b|$)/y;
const TYPE_ALIAS_REGEXP = /(?<name>[A-Za-z_]\w*)\s*(?:<[^=\n]*>)?\s*=/y;
const SWIFT_FUNCTION_REGEXP = /(?<name>[A-Za-z_]\w*|`\w+`|[-+*\/=<>!&|^~%.]+)\s*(?=[(<])/y;
const SWIFT_INIT_REGEXP = /[?!]?(?<name>)\s*(?=[(<])/y;
const SWIFT_EXTENSION_REGEXP = /(?:\w+\.)*(?<name>\w+)/y;
const SWIFT_VALUE_REGEXP = /(?<name>[A-Za-z_]\w*)\s*(?=[:=,]|$)/my;
const SCALA_NAME_REGEXP = /(?<name>[A-Za-z_$][\w$]*|`[^`\n]+`)/y;
const SCALA_FUNCTION_REGEXP =
  /(?<name>[A-Za-z_$][\w$]*(?:(?<=_)[-+*\/=<>!&|^~%:?@#\\]+)?|`[^`\n]+`|[-+*\/=<>!&|^~%:?@#\\]+)/y;
const SCALA_VALUE_REGEXP = /(?<name>[A-Za-z_$][\w$]*|`[^`\n]+`)\s*(?=[:=])/y;
const SCALA_GIVEN_REGEXP = /(?<name>[A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?(?:\([^)]*\)\s*)?:/y;

const LEXICON: Lexicon = {
  comments: [["//", "\n"], ["/*", "*/"]],
  nestedComments: true,
  quotes: '"',
  tripleQuotes: true,
  characters: true,
  brackets: "braces",
};

const FUNCTION = { kind: "function" } as const;
const CLASS: KeywordRule = { kind: "class", name: NAME_REGEXP };
const VALUE = { isMember: true, kind: "variable" } as const;
const CONSTANT = { isMember: true, kind: "constant" } as const;

/** Kotlin, Swift and Scala: a keyword before every declaration, and lines that end it. */
export const MODERN_OUTLINES: readonly OutlineLanguage[] = [
  {
    languages: ["kotlin"],
    lexicon: LEXICON,
    body: "brace",
    head: "line",
    modifiers: "public protected private internal open abstract final sealed data inner inline " +
      "override suspend operator infix tailrec external lateinit companion annotation value " +
      "expect actual vararg noinline crossinline const fun",
    annotations: /(?:@[\w.:]+(?:\([^()\n]*\))?[ \t]+)+/y,
    keywords: {
      "fun": { ...FUNCTION, name: KOTLIN_FUNCTION_REGEXP },
      "class": CLASS,
      "enum": { kind: "enum", name: ENUM_NAME_REGEXP },
      "interface": { kind: "interface", name: INTERFACE_NAME_REGEXP },
      "object": CLASS,
      "typealias": { kind: "type", name: TYPE_ALIAS_REGEXP },
      "val var": { ...VALUE, name: KOTLIN_VALUE_REGEXP },
    },
  },
  {
    languages: ["swift"],
    lexicon: { ...LEXICON, characters: false },
    body: "brace",
    head: "line",
    modifiers: "public private internal fileprivate open static class final override mutating " +
      "nonmutating required convenience lazy weak unowned indirect dynamic optional prefix " +
      "postfix infix nonisolated isolated async package consuming borrowing",
    annotations: /(?:@\w+(?:\([^()\n]*\))?[ \t]+)+/y,
    keywords: {
      "func": { ...FUNCTION, name: SWIFT_FUNCTION_REGEXP },
      "init": { kind: "method", name: SWIFT_INIT_REGEXP, isMember: true, called: "init" },
      "subscript": {
        kind: "method",
        name: SWIFT_INIT_REGEXP,
        isMember: true,
        called: "subscript",
      },
      "class": CLASS,
      "struct": { kind: "struct", name: NAME_REGEXP },
      "actor": CLASS,
      "enum": { kind: "enum", name: NAME_REGEXP },
      "protocol": { kind: "interface", name: NAME_REGEXP },
      "extension": { kind: "class", name: SWIFT_EXTENSION_REGEXP, isScope: true },
      "typealias associatedtype": { kind: "type", name: NAME_REGEXP, isMember: true },
      "let var": { ...VALUE, name: SWIFT_VALUE_REGEXP },
      "macro": { kind: "macro", name: NAME_REGEXP, isMember: true },
    },
  },
  {
    languages: ["scala"],
    lexicon: LEXICON,
    body: "brace",
    head: "line",
    modifiers: "private protected implicit lazy override abstract final sealed case inline " +
      "transparent opaque open infix package",
    annotations: /(?:@[\w.]+(?:\([^()\n]*\))?[ \t]+)+/y,
    keywords: {
      "def": { ...FUNCTION, name: SCALA_FUNCTION_REGEXP },
      "class": { kind: "class", name: SCALA_NAME_REGEXP },
      "object": { kind: "class", name: SCALA_NAME_REGEXP },
      "trait": { kind: "trait", name: SCALA_NAME_REGEXP },
      "enum": { kind: "enum", name: SCALA_NAME_REGEXP },
      "type": { kind: "type", name: SCALA_NAME_REGEXP, isMember: true },
      "val": { ...VALUE, name: SCALA_VALUE_REGEXP },
      "var": { ...VALUE, name: SCALA_VALUE_REGEXP },
      "given": { ...CONSTANT, name: SCALA_GIVEN_REGEXP },
    },
  },
];
