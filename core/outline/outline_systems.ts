import type { Found, KeywordRule, OutlineLanguage, OutlineLine } from "./outline_language.ts";
import type { SymbolKind } from "./symbol.ts";

const NAME_REGEXP = /(?:r#)?(?<name>[A-Za-z_]\w*)/y;
const RUST_CONSTANT_REGEXP = /(?:mut\s+)?(?<name>[A-Za-z]\w*)\s*:/y;
const RUST_MODULE_REGEXP = /(?<name>[A-Za-z_]\w*)\s*(?=\{)/y;
const RUST_MACRO_REGEXP = /!\s*(?<name>[A-Za-z_]\w*)/y;
const RUST_IMPL_REGEXP =
  /(?:<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>\s*)?(?:[^{;\n]*?\bfor\s+)?[&\s]*(?:mut\s+|dyn\s+|'\w+\s+)*(?:\w+::)*(?<name>\w+)/y;
const GO_FUNCTION_REGEXP =
  /(?:\(\s*(?:\w+\s+)?\*?\s*(?<owner>\w+)[^)]*\)\s*)?(?<name>\w+)\s*(?=[(\[])/y;
const GO_TYPE_REGEXP = /(?<name>\w+)(?:\[[^\]]*\])?\s+=?\s*(?=\S)/y;
const GO_VALUE_REGEXP =
  /(?<name>(?!_\b)[A-Za-z_]\w*)(?:[ \t]*,[ \t]*\w+)*(?=\s+[\w*=\[(.]|\s*(?:\/\/.*)?$)/my;
const GO_METHOD_REGEXP = /(?<name>[A-Za-z_]\w*)\(/y;
const ZIG_FUNCTION_REGEXP = /(?<name>[A-Za-z_]\w*|@"[^"\n]*")\s*(?=\()/y;
const ZIG_VALUE_REGEXP =
  /(?<name>[A-Za-z_]\w*|@"[^"\n]*")\s*(?::[^=\n]*)?=(?!\s*(?:@import\b|@This\b|[A-Za-z_]\w*(?:\.\w+)+;))\s*/y;
const ZIG_TYPE_REGEXP = /(?:extern\s+|packed\s+)?(struct|union|enum|opaque|error)\b/y;

/** Rows that are walked up to find how a group of declarations begins. */
const MAXIMUM_GROUP_ROWS = 300;

/** UTF-16 units of an interface's method at most. */
const MAXIMUM_METHOD = 2000;

const STRUCT: KeywordRule = { kind: "struct", name: NAME_REGEXP };

/** Rust, Go and Zig. */
export const SYSTEMS_OUTLINES: readonly OutlineLanguage[] = [
  {
    languages: ["rust"],
    lexicon: {
      comments: [["//", "\n"], ["/*", "*/"]],
      nestedComments: true,
      longQuotes: '"',
      characters: true,
      rawStrings: "rust",
      brackets: "braces",
    },
    body: "brace",
    head: "brace",
    modifiers: "pub async unsafe extern const default",
    annotations: /(?:#\[[^\]\n]*\][ \t]*)+/y,
    keywords: {
      "fn": { kind: "function", name: NAME_REGEXP },
      "struct": STRUCT,
      "union": { kind: "struct", name: /(?<name>[A-Za-z_]\w*)\s*(?=[<{])/y },
      "enum": { kind: "enum", name: NAME_REGEXP },
      "trait": { kind: "trait", name: NAME_REGEXP },
      "mod": { kind: "module", name: RUST_MODULE_REGEXP },
      "type": { kind: "type", name: NAME_REGEXP, isMember: true },
      "const static": { kind: "constant", name: RUST_CONSTANT_REGEXP, isMember: true },
      "macro_rules": { kind: "macro", name: RUST_MACRO_REGEXP },
      "impl": { kind: "class", name: RUST_IMPL_REGEXP, isScope: true },
    },
  },
  {
    languages: ["go"],
    lexicon: {
      comments: [["//", "\n"], ["/*", "*/"], ["`", "`"]],
      quotes: '"',
      characters: true,
      groups: true,
      brackets: "braces",
    },
    body: "brace",
    head: "line",
    keywords: {
      "func": { kind: "function", name: GO_FUNCTION_REGEXP },
      "type": { kind: "type", name: GO_TYPE_REGEXP, isMember: true, kindAt: goTypeKind },
      "const": { kind: "constant", name: GO_VALUE_REGEXP, isMember: true },
      "var": { kind: "variable", name: GO_VALUE_REGEXP, isMember: true },
    },
    shape: (line) => line.isInType ? findGoMethod(line) : findGoGroupMember(line),
  },
  {
    languages: ["zig"],
    lexicon: {
      comments: [["//", "\n"], ["\\\\", "\n"]],
      quotes: '"',
      characters: true,
      brackets: "braces",
    },
    body: "brace",
    head: "brace",
    modifiers: "pub export extern inline noinline comptime threadlocal",
    keywords: {
      "fn": { kind: "function", name: ZIG_FUNCTION_REGEXP },
      "const": { kind: "constant", name: ZIG_VALUE_REGEXP, isMember: true, kindAt: zigValueKind },
      "var": { kind: "variable", name: ZIG_VALUE_REGEXP, isMember: true },
    },
  },
];

/** Recognises a method of an interface; no field of a struct has a bracket right after its name. */
function findGoMethod({ text, at }: OutlineLine): Found | undefined {
  GO_METHOD_REGEXP.lastIndex = at;
  const name = GO_METHOD_REGEXP.exec(text)?.groups?.["name"];
  if (name === undefined) return undefined;
  const after = GO_METHOD_REGEXP.lastIndex - 1;
  return { name, kind: "method", after, headEnd: findGoMethodEnd(text, after) };
}

/** Returns the end of the line or the comment before it, once all brackets are closed. */
function findGoMethodEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAXIMUM_METHOD);
  let depth = 0;
  for (let at = from; at < limit; at++) {
    const character = text[at] ?? "";
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    else if (depth === 0 && (character === "\n" || text.startsWith("//", at))) return at;
    else if (text.startsWith("//", at)) at = Math.max(at, text.indexOf("\n", at));
  }
  return limit;
}

/** Recognises what is declared on one line of a `const (`, `var (` or `type (` group. */
function findGoGroupMember({ text, at, lines, row, isInFile }: OutlineLine): Found | undefined {
  if (!isInFile || lines.indents[row] === 0) return undefined;
  const limit = Math.max(0, row - MAXIMUM_GROUP_ROWS);
  let first = row;
  while (first > limit && lines.indents[first] !== 0) first--;
  const isType = text.startsWith("type", lines.firsts[first]);
  const pattern = isType ? GO_TYPE_REGEXP : GO_VALUE_REGEXP;
  pattern.lastIndex = at;
  const name = pattern.exec(text)?.groups?.["name"];
  if (name === undefined) return undefined;
  const after = pattern.lastIndex;
  const isVariable = text.startsWith("var", lines.firsts[first]);
  const kind = isType ? goTypeKind(text, after) : isVariable ? "variable" : "constant";
  return { name, kind, after };
}

function goTypeKind(text: string, after: number): SymbolKind {
  if (text.startsWith("struct", after)) return "struct";
  return text.startsWith("interface", after) ? "interface" : "type";
}

function zigValueKind(text: string, after: number): SymbolKind {
  ZIG_TYPE_REGEXP.lastIndex = after;
  const keyword = ZIG_TYPE_REGEXP.exec(text)?.[1];
  if (keyword === undefined) return "constant";
  return keyword === "enum" || keyword === "error" ? "enum" : "struct";
}
