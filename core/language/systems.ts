import { groupsAt, matchesAt, raw } from "../text/match_at.ts";
import type { KeywordRule, OutlineLine, RecognisedDeclaration } from "./outline_rules.ts";
import type { LanguageProfile } from "./profile.ts";
import {
  BRACE_LITERALS,
  grammarSource,
  matchNameAt,
  NAME,
  namePattern,
  quotedString,
} from "./profile.ts";
import type { SymbolKind } from "./symbol.ts";

const NAME_REGEXP = /(?:r#)?(?<name>[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)/y;
const RUST_CONSTANT_REGEXP = /(?:mut\s+)?(?<name>[A-Za-z\x80-\uffff][\w\x80-\uffff]*)\s*:/y;
/** `<T> From<A> for &'a mut path::Name`. */
const RUST_IMPL_REGEXP = new RegExp(
  raw`(?:<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>\s*)?(?:[^{;\n]*?\bfor\s+)?[&\s]*` +
    raw`(?:mut\s+|dyn\s+|'\w+\s+)*(?:\w+::)*(?<name>[\w\x80-\uffff]+)`,
  "y",
);
/** `(q *Queue[T]) name(`. */
const GO_FUNCTION_REGEXP = new RegExp(
  raw`(?:\(\s*(?:\w+\s+)?\*?\s*(?<owner>[\w\x80-\uffff]+)[^)]*\)\s*)?` +
    raw`(?<name>[\w\x80-\uffff]+)\s*(?=[(\[])`,
  "y",
);
const GO_TYPE_REGEXP = /(?<name>[\w\x80-\uffff]+)(?:\[(?:[^\[\]]|\[[^\[\]]*\])*\])?\s+=?\s*(?=\S)/y;
/** `name, other =`, `name []int`. */
const GO_VALUE_REGEXP = new RegExp(
  raw`(?<name>(?!_\b)${NAME})(?:[ \t]*,[ \t]*\w+)*(?=\s+[\w*=\[(.]|\s*(?:\/\/.*)?$)`,
  "my",
);
const GO_HEAD_REGEXP = /(?<group>const|var|type)\s*\(|func\b/y;
const GO_METHOD_REGEXP = /(?<name>[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)\(/y;
const ZIG_NAME = raw`${NAME}|@"[^"\n]*"`;
/** `name: u8 =`, but not `std = @import(…)`. */
const ZIG_VALUE_REGEXP = namePattern(
  "",
  raw`\s*(?::[^=\n]*)?=(?!\s*(?:@import\b|@This\b|${NAME}(?:\.\w+)+;))\s*`,
  ZIG_NAME,
);
const ZIG_TEST_REGEXP =
  /(?<name>test(?:[ \t]*"(?:\\.|[^"\\\n])*"|[ \t]+[\w.]+|[ \t]+@"[^"\n]*")?)[ \t]*(?=\{)/y;
const ZIG_TYPE_REGEXP = /(?:extern\s+|packed\s+)?(struct|union|enum|opaque|error)\b/y;

/** Maximum number of rows that are searched upwards for the start of a group of declarations. */
const MAXIMUM_GROUP_ROWS = 300;

/** Maximum length of a method of an interface in UTF-16 units. */
const MAXIMUM_METHOD = 2000;

const STRUCT: KeywordRule = { kind: "struct", name: NAME_REGEXP };

/** Profiles of Rust, Go and Zig. */
export const SYSTEMS_PROFILES: readonly LanguageProfile[] = [
  {
    name: "rust",
    extensions: "rs",
    literals: {
      ...BRACE_LITERALS,
      hasNestedComments: true,
      strings: [quotedString('"', { isMultiline: true })],
      rawStrings: "hashes",
    },
    outline: {
      modifiers: "pub async unsafe extern const default",
      annotations: /(?:#\[[^\]\n]*\][ \t]*)+/y,
      keywords: {
        "fn": { kind: "function", name: NAME_REGEXP },
        "struct": STRUCT,
        "union": { kind: "struct", name: namePattern("", raw`\s*(?=[<{])`) },
        "enum": { kind: "enum", name: NAME_REGEXP },
        "trait": { kind: "trait", name: NAME_REGEXP },
        "mod": { kind: "module", name: namePattern("", raw`\s*(?=\{)`) },
        "type": { kind: "type", name: NAME_REGEXP, isMember: true },
        "const static": { kind: "constant", name: RUST_CONSTANT_REGEXP, isMember: true },
        "macro_rules": { kind: "macro", name: namePattern(raw`!\s*`) },
        "impl": { kind: "class", name: RUST_IMPL_REGEXP, isScope: true },
      },
    },
    keywords:
      "Fn FnMut FnOnce async await const crate dyn enum extern fn impl let loop match mod " +
      "move mut pub ref static struct trait type union unsafe use where Self",
    grammar: grammarSource("rust", () => import("./references/rust.ts")),
  },
  {
    name: "go",
    extensions: "go",
    generated: ".pb.go",
    files: "go.mod",
    literals: {
      ...BRACE_LITERALS,
      strings: [
        quotedString('"'),
        quotedString("`", { isMultiline: true, isRaw: true, isText: true }),
      ],
    },
    outline: {
      head: "line",
      hasGroups: true,
      keywords: {
        "func": { kind: "function", name: GO_FUNCTION_REGEXP },
        "type": { kind: "type", name: GO_TYPE_REGEXP, isMember: true, kindAt: goTypeKind },
        "const": { kind: "constant", name: GO_VALUE_REGEXP, isMember: true },
        "var": { kind: "variable", name: GO_VALUE_REGEXP, isMember: true },
      },
      matchDeclaration: (line) => line.isInType ? findGoMethod(line) : findGoGroupMember(line),
    },
    keywords: "chan const defer fallthrough func go goto import interface map nil package range " +
      "select struct type var",
    grammar: grammarSource("go", () => import("./references/go.ts")),
  },
  {
    name: "zig",
    extensions: "zig",
    generated: ".pb.zig",
    literals: {
      lineComments: ["//", "\\\\"],
      strings: [quotedString('"')],
      hasCharacterLiterals: true,
    },
    outline: {
      modifiers: "pub export extern inline noinline comptime threadlocal",
      keywords: {
        "fn": { kind: "function", name: namePattern("", raw`\s*(?=\()`, ZIG_NAME) },
        "const": { kind: "constant", name: ZIG_VALUE_REGEXP, isMember: true, kindAt: zigValueKind },
        "var": { kind: "variable", name: ZIG_VALUE_REGEXP, isMember: true },
      },
      matchDeclaration: findZigTest,
    },
    keywords: "align anytype async await callconv comptime const defer errdefer enum error " +
      "export extern fn inline noalias nosuspend opaque orelse packed pub resume struct " +
      "suspend test threadlocal union unreachable usingnamespace var volatile",
  },
];

/** Recognises a method of an interface; no field of a struct has a bracket right after its name. */
function findGoMethod({ text, at }: OutlineLine): RecognisedDeclaration | undefined {
  const name = matchNameAt(GO_METHOD_REGEXP, text, at);
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

/** Recognises a declaration on one line of a `const (`, `var (` or `type (` group. */
function findGoGroupMember(
  { text, at, lines, row, isInFile }: OutlineLine,
): RecognisedDeclaration | undefined {
  if (!isInFile || lines.indents[row] === 0) return undefined;
  const limit = Math.max(0, row - MAXIMUM_GROUP_ROWS);
  let first = row;
  const isHead = () =>
    lines.indents[first] === 0 &&
    matchesAt(GO_HEAD_REGEXP, text, lines.contentStarts[first] ?? 0);
  while (first > limit && !isHead()) first--;
  const { group } = groupsAt(GO_HEAD_REGEXP, text, lines.contentStarts[first] ?? 0);
  // A part of a file may begin among the statements of a function, and a group may be longer than
  // the search.
  if (group === undefined && (limit === 0 || isHead())) return undefined;
  const isType = group === "type";
  const pattern = isType ? GO_TYPE_REGEXP : GO_VALUE_REGEXP;
  const name = matchNameAt(pattern, text, at);
  if (name === undefined) return undefined;
  const after = pattern.lastIndex;
  const kind = isType ? goTypeKind(text, after) : group === "var" ? "variable" : "constant";
  return { name, kind, after };
}

function goTypeKind(text: string, after: number): SymbolKind {
  if (text.startsWith("struct", after)) return "struct";
  return text.startsWith("interface", after) ? "interface" : "type";
}

/**
 * Recognises a test by its keyword, which distinguishes its name from that of the tested function.
 */
function findZigTest(
  { text, at, isInFile, isInType }: OutlineLine,
): RecognisedDeclaration | undefined {
  const name = isInFile || isInType ? matchNameAt(ZIG_TEST_REGEXP, text, at) : undefined;
  return name === undefined
    ? undefined
    : { name, kind: "function", after: ZIG_TEST_REGEXP.lastIndex };
}

function zigValueKind(text: string, after: number): SymbolKind {
  ZIG_TYPE_REGEXP.lastIndex = after;
  const keyword = ZIG_TYPE_REGEXP.exec(text)?.[1];
  if (keyword === undefined) return "constant";
  return keyword === "enum" || keyword === "error" ? "enum" : "struct";
}
