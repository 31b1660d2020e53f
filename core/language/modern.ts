import { raw } from "../text/match_at.ts";
import type { KeywordRule, OutlineRules } from "./outline_rules.ts";
import type { LanguageProfile, LiteralRules } from "./profile.ts";
import {
  BRACE_LITERALS,
  DOLLAR_NAME,
  grammarSource,
  NAME,
  namePattern,
  quotedString,
} from "./profile.ts";
import { JVM_KEYWORDS, matchTypedMember, TYPE_KEYWORDS } from "./typed.ts";

const NAME_REGEXP = /(?<name>[A-Za-z_\x80-\uffff][\w\x80-\uffff]*|`[^`\n]+`)/y;
/** `<T> List<T>?.name(`. */
const KOTLIN_FUNCTION_REGEXP = new RegExp(
  raw`(?:<[^\n]*?>\s*)?(?:(?:[\w.]+\.)?(?<owner>[A-Z\x80-\uffff][\w\x80-\uffff]*)` +
    raw`(?:<[^(\n]*?>)?\??\.)?(?<name>${NAME}|${"`"}[^${"`"}\n]+${"`"})\s*(?=\()`,
  "y",
);
/** `<T> List<T>.name: T`, `name by lazy`. */
const KOTLIN_VALUE_REGEXP = new RegExp(
  raw`(?:<[^\n]*?>\s*)?(?:(?:[\w.]+\.)?(?<owner>[A-Z\x80-\uffff][\w\x80-\uffff]*)` +
    raw`(?:<[^=\n]*?>)?\??\.)?(?<name>${NAME})\s*(?=[:=\n\r]|by\b|get\b|$)`,
  "y",
);
const SCALA_NAME = DOLLAR_NAME + "|`[^`\\n]+`";
const SCALA_NAME_REGEXP = namePattern("", "", SCALA_NAME);
/** `name`, `name_=`, `::`. */
const SCALA_FUNCTION_REGEXP = new RegExp(
  raw`(?<name>${DOLLAR_NAME}(?:(?<=_)[-+*\/=<>!&|^~%:?@#\\]+)?|${"`"}[^${"`"}\n]+${"`"}` +
    raw`|[-+*\/=<>!&|^~%:?@#\\]+)`,
  "y",
);
const SCALA_GIVEN_REGEXP = namePattern("", raw`\s*(?:\[[^\]]*\]\s*)?(?:\([^)]*\)\s*)?:`);
const SWIFT_FUNCTION_REGEXP =
  /(?<name>[A-Za-z_\x80-\uffff][\w\x80-\uffff]*|`\w+`|[-+*\/=<>!&|^~%.]+)\s*(?=[(<])/y;
const SWIFT_VALUE_REGEXP = /(?<name>[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)\s*(?=[:=,]|$)/my;

const KOTLIN_LITERALS: LiteralRules = {
  ...BRACE_LITERALS,
  hasNestedComments: true,
  strings: [
    quotedString('"""', { isMultiline: true, isRaw: true, interpolation: "${" }),
    quotedString('"', { interpolation: "${" }),
  ],
};

const JAVA_OUTLINE: OutlineRules = {
  modifiers: "public protected private static final abstract native synchronized transient " +
    "volatile strictfp default sealed non-sealed def",
  annotations: /(?:@(?!interface\b)[\w.]+(?:\((?:[^()\n"]|"[^"\n]*"|\([^()\n]*\))*\))?[ \t]+)+/y,
  keywords: TYPE_KEYWORDS,
  matchDeclaration: (line) => matchTypedMember(line, { isOfTypes: true }),
};

const JAVA_KEYWORDS = `${JVM_KEYWORDS} assert int long double float boolean char byte short void`;

const CLASS: KeywordRule = { kind: "class", name: NAME_REGEXP };
const SCALA_CLASS: KeywordRule = { kind: "class", name: SCALA_NAME_REGEXP };
const VALUE = { isMember: true, kind: "variable" } as const;

/**
 * Profiles of the languages of the Java virtual machine, and of Swift, whose layout is like that of
 * the younger ones.
 */
export const MODERN_PROFILES: readonly LanguageProfile[] = [
  {
    name: "java",
    extensions: "java",
    literals: {
      ...BRACE_LITERALS,
      strings: [quotedString('"""', { isMultiline: true }), quotedString('"')],
    },
    outline: JAVA_OUTLINE,
    family: "jvm",
    keywords: JAVA_KEYWORDS,
    grammar: grammarSource("java", () => import("./references/java.ts")),
  },
  {
    name: "groovy",
    extensions: "groovy gradle",
    files: "jenkinsfile",
    literals: KOTLIN_LITERALS,
    outline: JAVA_OUTLINE,
    family: "jvm",
    keywords: JAVA_KEYWORDS,
  },
  {
    name: "kotlin",
    extensions: "kt kts",
    literals: KOTLIN_LITERALS,
    outline: {
      head: "line",
      modifiers: "public protected private internal open abstract final sealed data inner inline " +
        "override suspend operator infix tailrec external lateinit companion annotation value " +
        "expect actual vararg noinline crossinline const fun",
      annotations: /(?:@[\w.:]+(?:\([^()\n]*\))?[ \t]+)+/y,
      keywords: {
        "fun": { kind: "function", name: KOTLIN_FUNCTION_REGEXP },
        "class object": CLASS,
        "enum": { kind: "enum", name: namePattern(raw`(?:class\s+)?`) },
        "interface": { kind: "interface", name: namePattern(raw`(?:interface\s+)?`) },
        "typealias": { kind: "type", name: namePattern("", raw`\s*(?:<[^=\n]*>)?\s*=`) },
        "val var": { ...VALUE, name: KOTLIN_VALUE_REGEXP },
      },
    },
    family: "jvm",
    keywords: `${JVM_KEYWORDS} by companion constructor data fun get init internal lateinit ` +
      "object open operator out reified set suspend typealias",
    grammar: grammarSource(
      "kotlin",
      () => import("./references/kotlin.ts"),
      "@tree-sitter-grammars/tree-sitter-kotlin",
    ),
  },
  {
    name: "scala",
    extensions: "scala sc sbt",
    literals: KOTLIN_LITERALS,
    outline: {
      head: "line",
      modifiers: "private protected implicit lazy override abstract final sealed case inline " +
        "transparent opaque open infix package",
      annotations: /(?:@[\w.]+(?:\([^()\n]*\))?[ \t]+)+/y,
      keywords: {
        "def": { kind: "function", name: SCALA_FUNCTION_REGEXP },
        "class object": SCALA_CLASS,
        "trait": { kind: "trait", name: SCALA_NAME_REGEXP },
        "enum": { kind: "enum", name: SCALA_NAME_REGEXP },
        "type": { kind: "type", name: SCALA_NAME_REGEXP, isMember: true },
        "val var": { ...VALUE, name: namePattern("", raw`\s*(?=[:=])`, SCALA_NAME) },
        "given": { kind: "constant", name: SCALA_GIVEN_REGEXP, isMember: true },
      },
    },
    family: "jvm",
    keywords: `${JVM_KEYWORDS} given implicit lazy match object then trait type using with`,
  },
  {
    name: "swift",
    extensions: "swift",
    literals: {
      ...BRACE_LITERALS,
      hasNestedComments: true,
      strings: [
        quotedString('"""', { isMultiline: true, interpolation: "\\(" }),
        quotedString('"', { interpolation: "\\(" }),
      ],
      hasCharacterLiterals: false,
    },
    outline: {
      head: "line",
      modifiers: "public private internal fileprivate open static class final override mutating " +
        "nonmutating required convenience lazy weak unowned indirect dynamic optional prefix " +
        "postfix infix nonisolated isolated async package consuming borrowing",
      annotations: /(?:@\w+(?:\([^()\n]*\))?[ \t]+)+/y,
      keywords: {
        "func": { kind: "function", name: SWIFT_FUNCTION_REGEXP },
        // The keyword is also the name.
        "init subscript": {
          kind: "method",
          name: /(?<=(?<name>init|subscript)\s*)[?!]?\s*(?=[(<])/y,
          isMember: true,
        },
        "class actor": CLASS,
        "struct": { kind: "struct", name: NAME_REGEXP },
        "enum": { kind: "enum", name: NAME_REGEXP },
        "protocol": { kind: "interface", name: NAME_REGEXP },
        "extension": { kind: "class", name: /(?:\w+\.)*(?<name>[\w\x80-\uffff]+)/y, isScope: true },
        "typealias associatedtype": { kind: "type", name: NAME_REGEXP, isMember: true },
        "let var": { kind: "variable", name: SWIFT_VALUE_REGEXP, isMember: true },
        "macro": { kind: "macro", name: NAME_REGEXP, isMember: true },
      },
    },
    keywords: "actor associatedtype async await convenience defer deinit extension fallthrough " +
      "fileprivate final func guard import indirect init inout internal lazy let mutating nil " +
      "open operator override private protocol public repeat required rethrows some static " +
      "subscript typealias unowned var weak where Self",
  },
];
