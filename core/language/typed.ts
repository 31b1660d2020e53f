import { matchesAt, raw } from "../text/match_at.ts";
import { C_KEYWORDS } from "./c.ts";
import type { KeywordRule, OutlineLine, RecognisedDeclaration } from "./outline_rules.ts";
import { skipParentheses } from "./skip_literal.ts";
import type { LanguageProfile } from "./profile.ts";
import {
  BRACE_LITERALS,
  grammarSource,
  matchNameAt,
  namePattern,
  quotedString,
} from "./profile.ts";

const NAME_REGEXP = /(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/uy;
const INTERFACE_NAME_REGEXP = /(?<name>[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*)/y;
const NAMESPACE_REGEXP = /(?<name>)[\w.]+\s*(?=[{;]|$)/my;
const DART_TYPEDEF_REGEXP = /(?:[\w<>?, ]+\s)?(?<name>[\w\x80-\uffff]+)\s*(?:<[^>]*>)?\s*(?=[=(])/y;
const DART_CLASS_REGEXP = /(?:class\s+)?(?<name>[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*)/y;
/** `extension Name<T> on`, `extension type Name(`. */
const DART_EXTENSION_REGEXP = new RegExp(
  raw`(?:type\s+(?:const\s+)?)?(?:(?<name>(?!on\b)[\w$\x80-\uffff]+)(?![\w$])\s*` +
    raw`(?:<[^>\n]*>)?\s*)?(?=on\b|[.(])`,
  "y",
);

/** `Box.~name<T<A>>`. */
const CALLABLE_REGEXP = new RegExp(
  raw`(?:(?:(?<owner>[\w$]+)\.)?(?<name>~?[\p{L}_$][\p{L}\p{N}_$]*))\s*` +
    raw`(?:<[^()<>]*(?:<[^()<>]*(?:<[^()<>]*>[^()<>]*)*>[^()<>]*)*>)?\s*$`,
  "u",
);
const PROPERTY_REGEXP = /[\w>\])?]\s+(?<name>[A-Za-z_\x80-\uffff][\w\x80-\uffff]*|this\b)\s*$/;
const OPERATOR_REGEXP = /\boperator\s*(?<name>[^\s(]+)\s*$/;
/** Words that a statement begins with, before a bracket. */
const STATEMENT_REGEXP = new RegExp(
  raw`^(?:if|for|foreach|while|switch|catch|return|new|throw|else|do|try|synchronized` +
    raw`|using|lock|await|yield|case|assert|super|this|when|fixed|base)$`,
);
const FUNCTION_TYPE_REGEXP = /\bFunction\??\s*$/;
const GETTER_REGEXP = /\bget\s+[\w$\x80-\uffff]+\s*$/;
const MEMBER_START_REGEXP = /[\w$(<~\/\x80-\uffff]/y;
const BARE_NAME_REGEXP = /^\s*(?<name>[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*)\s*$/;
const QUALIFIED_REGEXP = /[^>][.:]$/;
const BRACE_REGEXP = /[ \t]*\{/y;
const CONSTANT_REGEXP = /\bconst |\bstatic .*\b(?:final|readonly) |\bfinal .*\bstatic /;

/** Maximum number of UTF-16 units of a declaration's first line that are read to find its name. */
const MAXIMUM_DECLARATOR = 500;

/** Keywords of the languages of the Java virtual machine; other languages have them too. */
export const JVM_KEYWORDS: string =
  "abstract extends final implements import instanceof new override package private " +
  "protected public static synchronized throws val var when yield def sealed";

/** Types that are declared by a keyword. */
export const TYPE_KEYWORDS: Readonly<
  Record<"class" | "interface" | "enum" | "record", KeywordRule>
> = {
  class: { kind: "class", name: NAME_REGEXP },
  interface: { kind: "interface", name: INTERFACE_NAME_REGEXP },
  enum: { kind: "enum", name: namePattern(raw`(?:class\s+)?`) },
  record: { kind: "class", name: namePattern(raw`(?:class\s+|struct\s+)?`, raw`\s*(?=[(<{;:])`) },
};

const STRUCT: KeywordRule = { kind: "struct", name: NAME_REGEXP };

/**
 * Profiles of languages whose members are declared by their type, except for those of the Java
 * virtual machine.
 */
export const TYPED_PROFILES: readonly LanguageProfile[] = [
  {
    name: "csharp",
    extensions: "cs",
    literals: {
      ...BRACE_LITERALS,
      strings: [
        quotedString('"""', { isMultiline: true, isRaw: true }),
        { open: '@$"', close: '"', isMultiline: true, isRaw: true, isDoubled: true },
        { open: '@"', close: '"', isMultiline: true, isRaw: true, isDoubled: true },
        { open: '$"', close: '"', interpolation: "{" },
        quotedString('"'),
      ],
    },
    outline: {
      hasDirectives: true,
      hasArrowBody: true,
      modifiers:
        "public protected private internal static readonly abstract sealed virtual override " +
        "async extern partial unsafe new const volatile required file ref event implicit explicit",
      annotations: /(?:\[[^\]\n]*\][ \t]*)+(?=\w)/y,
      keywords: {
        ...TYPE_KEYWORDS,
        "struct": STRUCT,
        "delegate": {
          kind: "type",
          name: /[\w.<>[\],? ]+?\s+(?<name>[\w\x80-\uffff]+)\s*(?:<[^>]*>)?(?=\()/y,
        },
        "namespace": { kind: "module", name: NAMESPACE_REGEXP, isMember: true, isScope: true },
      },
      matchDeclaration: (line) => matchTypedMember(line),
    },
    keywords: "abstract async await base checked const delegate event explicit extern fixed " +
      "foreach get goto implicit init internal lock nameof new operator out override params " +
      "partial private protected public readonly ref sealed set sizeof stackalloc static " +
      "typeof unchecked unsafe using value var virtual void volatile when where yield",
    grammar: grammarSource("c-sharp", () => import("./references/csharp.ts")),
  },
  {
    name: "dart",
    extensions: "dart",
    literals: {
      ...BRACE_LITERALS,
      hasNestedComments: true,
      strings: ['"""', "'''", '"', "'"].map((quote) =>
        quotedString(quote, { isMultiline: quote.length > 1, interpolation: "${" })
      ),
      hasCharacterLiterals: false,
    },
    outline: {
      hasArrowBody: true,
      modifiers:
        "abstract static final const late external factory base sealed interface covariant " +
        "get set async var required",
      annotations: /(?:@[\w.]+(?:\([^()\n]*\))?[ \t]+)+/y,
      keywords: {
        "class mixin": { kind: "class", name: DART_CLASS_REGEXP },
        "enum": TYPE_KEYWORDS.enum,
        "typedef": { kind: "type", name: DART_TYPEDEF_REGEXP },
        "extension": { kind: "class", name: DART_EXTENSION_REGEXP },
      },
      matchDeclaration: (line) => matchTypedMember(line, { mayBeBare: true }),
    },
    keywords: `${JVM_KEYWORDS} async await const late required with`,
  },
  {
    name: "solidity",
    extensions: "sol",
    literals: {
      ...BRACE_LITERALS,
      strings: [quotedString('"'), quotedString("'")],
      hasCharacterLiterals: false,
    },
    outline: {
      modifiers: "abstract",
      keywords: {
        "contract library": TYPE_KEYWORDS.class,
        "interface": TYPE_KEYWORDS.interface,
        "struct": STRUCT,
        "enum": { kind: "enum", name: NAME_REGEXP },
        "function modifier": { kind: "function", name: NAME_REGEXP },
        "event error": { kind: "type", name: NAME_REGEXP, isMember: true },
      },
    },
    family: "d",
    keywords: C_KEYWORDS,
  },
  {
    name: "d",
    extensions: "d",
    literals: {
      ...BRACE_LITERALS,
      strings: [quotedString('"'), quotedString("`", { isMultiline: true, isRaw: true })],
    },
    family: "d",
    keywords: C_KEYWORDS,
  },
];

/**
 * Recognises methods, properties and constants by the type before their name.
 *
 * @param options.isOfTypes True when only types have members, and a file has none of its own.
 * @param options.mayBeBare True when a method may have neither a type nor a modifier.
 */
export function matchTypedMember(
  line: OutlineLine,
  { isOfTypes = false, mayBeBare = false }: {
    readonly isOfTypes?: boolean;
    readonly mayBeBare?: boolean;
  } = {},
): RecognisedDeclaration | undefined {
  const { text, at, isInType, isInFile, modifiers } = line;
  if (text.startsWith("@interface", at) && (isInFile || isInType)) {
    const name = matchNameAt(INTERFACE_NAME_REGEXP, text, at + "@interface ".length);
    const after = INTERFACE_NAME_REGEXP.lastIndex;
    return name === undefined ? undefined : { name, kind: "interface", after };
  }
  if (!matchesAt(MEMBER_START_REGEXP, text, at)) return undefined;
  if (!isInType && (!isInFile || isOfTypes)) return undefined;
  let stop = findName(text, at, line.end);
  if (stop < 0 && modifiers !== "") {
    // After a long type the name may be on the next line.
    stop = findName(text, at, line.lines.starts[line.row + 2] ?? line.end);
  }
  if (stop < 0) return undefined;
  const declarator = text.slice(at, stop);
  if (text[stop] !== "(") {
    const mayBeProperty = isInType || modifiers.includes("const ") ||
      GETTER_REGEXP.test(declarator);
    return mayBeProperty ? matchProperty(line, declarator, stop) : undefined;
  }
  const operator = OPERATOR_REGEXP.exec(declarator)?.groups?.["name"];
  const callable = CALLABLE_REGEXP.exec(declarator);
  const name = operator ?? callable?.groups?.["name"];
  if (name === undefined || STATEMENT_REGEXP.test(name)) return undefined;
  const type = declarator.slice(0, callable?.index).trim();
  if (STATEMENT_REGEXP.test(type) || QUALIFIED_REGEXP.test(type)) return undefined;
  const isConstructor = name === line.parent || callable?.groups?.["owner"] === line.parent;
  const isBare = type === "" && operator === undefined && !isConstructor;
  if (isBare && modifiers === "" && !mayBeBare) return undefined;
  const needsBody = isBare || (isInFile && !modifiers.includes("external "));
  return { name, kind: isInType ? "method" : "function", after: stop, needsBody };
}

function matchProperty(
  { text, modifiers }: OutlineLine,
  declarator: string,
  stop: number,
): RecognisedDeclaration | undefined {
  const isConstant = CONSTANT_REGEXP.test(modifiers);
  const name = (PROPERTY_REGEXP.exec(declarator) ??
    (isConstant ? BARE_NAME_REGEXP.exec(declarator) : null))?.groups?.["name"];
  if (name === undefined) return undefined;
  if (isConstant) return { name, kind: "constant", after: stop };
  const isProperty = text[stop] === "{" || text.startsWith("=>", stop);
  return isProperty ? { name, kind: "field", after: stop } : undefined;
}

/** Returns the offset after a declared name, which may follow the type of a function. */
function findName(text: string, at: number, lineEnd: number): number {
  const end = Math.min(lineEnd, at + MAXIMUM_DECLARATOR);
  let stop = findStop(text, at, end);
  while (text[stop] === "(" && FUNCTION_TYPE_REGEXP.test(text.slice(at, stop))) {
    stop = findStop(text, skipParentheses(text, stop, end), end);
  }
  return stop;
}

/** Returns the offset after a declared name, or -1 when the line declares nothing. */
function findStop(text: string, from: number, end: number): number {
  let angle = 0;
  for (let at = from; at < end; at++) {
    switch (text[at]) {
      case "<":
        angle++;
        break;
      case ">":
        angle--;
        break;
      case "(":
        // A tuple may be a type; the parameters come after a name.
        if (angle > 0 || at === from) break;
        return at;
      case "=":
        if (angle <= 0 && !OPERATOR_REGEXP.test(`${text.slice(from, at)}=`)) return at;
        break;
      case "{":
        return at;
      case ";":
      case "}":
      case '"':
        return -1;
    }
  }
  // The brace may be the first on the next line.
  const isNext = end > from && text[end - 1] === "\n" && angle === 0 &&
    matchesAt(BRACE_REGEXP, text, end);
  return isNext ? BRACE_REGEXP.lastIndex - 1 : -1;
}
