import type { Lexicon } from "./lexicon.ts";
import type { Found, KeywordRule, OutlineLanguage, OutlineLine } from "./outline_language.ts";

const NAME_REGEXP = /(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/uy;
const INTERFACE_NAME_REGEXP = /(?<name>[A-Za-z_$][\w$]*)/y;
const ENUM_NAME_REGEXP = /(?:class\s+)?(?<name>[A-Za-z_]\w*)/y;
const RECORD_NAME_REGEXP = /(?:class\s+|struct\s+)?(?<name>[A-Za-z_]\w*)\s*(?=[(<{;:])/y;
const NAMESPACE_REGEXP = /(?<name>)[\w.]+\s*(?=[{;]|$)/my;
const DELEGATE_NAME_REGEXP = /[\w.<>[\],? ]+?\s+(?<name>\w+)\s*(?:<[^>]*>)?(?=\()/y;
const PHP_FUNCTION_REGEXP = /&?\s*(?<name>\w+)\s*(?=\()/y;
const PHP_CONSTANT_REGEXP = /(?:\??[\w\\|]+\s+)?(?<name>\w+)\s*=/y;
const PHP_DEFINE_REGEXP = /define\(\s*['"](?<name>\w+)['"]/y;
const DART_TYPEDEF_REGEXP = /(?:[\w<>?, ]+\s)?(?<name>\w+)\s*(?:<[^>]*>)?\s*(?=[=(])/y;
const DART_EXTENSION_REGEXP = /(?:type\s+)?(?:(?<name>\w+)\s*(?:<[^>]*>)?\s*)?(?:on\b|\()/y;

const CALLABLE_REGEXP =
  /(?:(?:(?<owner>[\w$]+)\.)?(?<name>~?[\p{L}_$][\p{L}\p{N}_$]*))\s*(?:<[^()]*>)?\s*$/u;
const PROPERTY_REGEXP = /[\w>\])?]\s+(?<name>[A-Za-z_]\w*|this\b)\s*$/;
const OPERATOR_REGEXP = /\boperator\s*(?<name>[^\s(]+)\s*$/;
const STATEMENT_REGEXP =
  /^(?:if|for|foreach|while|switch|catch|return|new|throw|else|do|try|synchronized|using|lock|await|yield|case|assert|super|this|when|fixed|base)$/;
const CONSTANT_REGEXP = /\bconst |\bstatic .*\b(?:final|readonly) |\bfinal .*\bstatic /;

/** UTF-16 units of a declaration's first line that are read to find its name. */
const MAXIMUM_DECLARATOR = 500;

const LEXICON: Lexicon = {
  comments: [["//", "\n"], ["/*", "*/"]],
  quotes: '"',
  tripleQuotes: true,
  characters: true,
  brackets: "braces",
};

const CLASS: KeywordRule = { kind: "class", name: NAME_REGEXP };
const INTERFACE: KeywordRule = { kind: "interface", name: INTERFACE_NAME_REGEXP };
const ENUM: KeywordRule = { kind: "enum", name: ENUM_NAME_REGEXP };

/** Languages whose members are declared by their type: Java, C#, Dart; and PHP. */
export const TYPED_OUTLINES: readonly OutlineLanguage[] = [
  {
    languages: ["java", "groovy"],
    lexicon: LEXICON,
    body: "brace",
    head: "brace",
    modifiers: "public protected private static final abstract native synchronized transient " +
      "volatile strictfp default sealed non-sealed def",
    annotations: /(?:@(?!interface\b)[\w.]+(?:\((?:[^()\n"]|"[^"\n]*"|\([^()\n]*\))*\))?[ \t]+)+/y,
    keywords: {
      "class": CLASS,
      "interface": INTERFACE,
      "enum": ENUM,
      "record": { kind: "class", name: RECORD_NAME_REGEXP },
    },
    shape: findTypedMember,
  },
  {
    languages: ["csharp"],
    lexicon: { ...LEXICON, rawStrings: "csharp", directives: true },
    body: "brace",
    head: "brace",
    arrowBody: true,
    modifiers:
      "public protected private internal static readonly abstract sealed virtual override " +
      "async extern partial unsafe new const volatile required file ref event implicit explicit",
    annotations: /(?:\[[^\]\n]*\][ \t]*)+(?=\w)/y,
    keywords: {
      "class": CLASS,
      "interface": INTERFACE,
      "enum": ENUM,
      "struct": { kind: "struct", name: NAME_REGEXP },
      "record": { kind: "class", name: RECORD_NAME_REGEXP },
      "delegate": { kind: "type", name: DELEGATE_NAME_REGEXP },
      "namespace": { kind: "module", name: NAMESPACE_REGEXP, isMember: true, isScope: true },
    },
    shape: findTypedMember,
  },
  {
    languages: ["dart"],
    lexicon: { ...LEXICON, nestedComments: true, quotes: "\"'", characters: false },
    body: "brace",
    head: "brace",
    arrowBody: true,
    modifiers:
      "abstract static final const late external factory base sealed interface covariant " +
      "get set async var required",
    annotations: /(?:@[\w.]+(?:\([^()\n]*\))?[ \t]+)+/y,
    keywords: {
      "class": CLASS,
      "mixin": CLASS,
      "enum": ENUM,
      "typedef": { kind: "type", name: DART_TYPEDEF_REGEXP },
      "extension": { kind: "class", name: DART_EXTENSION_REGEXP },
    },
    shape: findTypedMember,
  },
  {
    languages: ["solidity"],
    lexicon: { ...LEXICON, quotes: "\"'", characters: false },
    body: "brace",
    head: "brace",
    modifiers: "abstract",
    keywords: {
      "contract library": CLASS,
      "interface": INTERFACE,
      "struct": { kind: "struct", name: NAME_REGEXP },
      "enum": { kind: "enum", name: NAME_REGEXP },
      "function": { kind: "function", name: NAME_REGEXP },
      "modifier": { kind: "function", name: NAME_REGEXP },
      "event error": { kind: "type", name: NAME_REGEXP, isMember: true },
    },
  },
  {
    languages: ["php"],
    lexicon: {
      comments: [["//", "\n"], ["/*", "*/"], ["# ", "\n"], ["##", "\n"]],
      quotes: "\"'",
      heredocs: "spaced",
      brackets: "braces",
    },
    body: "brace",
    head: "brace",
    modifiers: "public protected private static final abstract readonly",
    annotations: /(?:#\[[^\]\n]*\][ \t]*)+(?=\w)/y,
    keywords: {
      "function": { kind: "function", name: PHP_FUNCTION_REGEXP },
      "class": { kind: "class", name: /(?!extends\b)(?<name>\w+)/y },
      "interface": INTERFACE,
      "trait": { kind: "trait", name: NAME_REGEXP },
      "enum": { kind: "enum", name: ENUM_NAME_REGEXP },
      "const": { kind: "constant", name: PHP_CONSTANT_REGEXP, isMember: true },
    },
    shape: ({ text, at, end }) => {
      PHP_DEFINE_REGEXP.lastIndex = at;
      const name = PHP_DEFINE_REGEXP.exec(text)?.groups?.["name"];
      return name === undefined ? undefined : { name, kind: "constant", after: at, headEnd: end };
    },
  },
];

/** Recognises methods, properties and constants by the type in front of their name. */
function findTypedMember(line: OutlineLine): Found | undefined {
  const { text, at, isInType, isInFile, modifiers, language } = line;
  if (text.startsWith("@interface", at) && (isInFile || isInType)) {
    INTERFACE_NAME_REGEXP.lastIndex = at + "@interface ".length;
    const name = INTERFACE_NAME_REGEXP.exec(text)?.groups?.["name"];
    const after = INTERFACE_NAME_REGEXP.lastIndex;
    return name === undefined ? undefined : { name, kind: "interface", after };
  }
  if (text[at] === "@" || text[at] === "[") return undefined;
  if (!isInType && !(isInFile && language.languages[0] !== "java")) return undefined;
  let stop = findStop(text, at, Math.min(line.end, at + MAXIMUM_DECLARATOR));
  if (stop < 0 && modifiers !== "") {
    // After a long type the name may stand on a line of its own.
    const end = line.lines.starts[line.row + 2] ?? line.end;
    stop = findStop(text, at, Math.min(end, at + MAXIMUM_DECLARATOR));
  }
  if (stop < 0) return undefined;
  const declarator = text.slice(at, stop);
  if (text[stop] !== "(") return isInType ? property(line, declarator, stop) : undefined;
  const operator = OPERATOR_REGEXP.exec(declarator)?.groups?.["name"];
  const callable = CALLABLE_REGEXP.exec(declarator);
  const name = operator ?? callable?.groups?.["name"];
  if (name === undefined || STATEMENT_REGEXP.test(name)) return undefined;
  const type = declarator.slice(0, callable?.index).trim();
  if (STATEMENT_REGEXP.test(type)) return undefined;
  const isConstructor = name === line.parent || callable?.groups?.["owner"] === line.parent;
  const isBare = type === "" && operator === undefined && !isConstructor;
  if (isBare && modifiers === "" && language.languages[0] !== "dart") return undefined;
  const needsBody = isInFile || isBare;
  return { name, kind: isInType ? "method" : "function", after: stop, needsBody };
}

function property(
  { text, modifiers }: OutlineLine,
  declarator: string,
  stop: number,
): Found | undefined {
  const name = PROPERTY_REGEXP.exec(declarator)?.groups?.["name"];
  if (name === undefined) return undefined;
  if (CONSTANT_REGEXP.test(modifiers)) return { name, kind: "constant", after: stop };
  const isProperty = text[stop] === "{" || text.startsWith("=>", stop);
  return isProperty ? { name, kind: "field", after: stop } : undefined;
}

/** Returns the offset of what follows a declared name, or -1 when the line declares nothing. */
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
  return end > from && text[end - 1] === "\n" && angle === 0 ? nextBrace(text, end) : -1;
}

/** Returns the offset of the brace that is first on the next line, or -1. */
function nextBrace(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at++;
  return text[at] === "{" ? at : -1;
}
