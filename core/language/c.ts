import { anyOf, groupsAt, matchesAt, raw } from "../text/match_at.ts";
import { rowAt } from "../text/split_lines.ts";
import { ENUM_NAME_REGEXP, matchCDeclaration, TYPE_NAME_REGEXP } from "./c_declarations.ts";
import type {
  KeywordRule,
  OutlineLine,
  OutlineRules,
  RecognisedDeclaration,
} from "./outline_rules.ts";
import {
  BRACE_LITERALS,
  grammarSource,
  type LanguageProfile,
  matchNameAt,
  NAME,
  namePattern,
} from "./profile.ts";

const NAMESPACE_REGEXP = /(?<name>)[\w:]*\s*(?=\{|$)/my;

/** Syntax that C++ has and C lacks, at the start of a line. */
const CPP_REGEXP = new RegExp(
  raw`^\s*` + anyOf(
    raw`class\s+\w`,
    raw`namespace\b`,
    raw`template\s*<`,
    ..."public: private: protected:".split(" "),
    raw`using\s+\w`,
    raw`#include\s*<(?:string|vector|memory|map|cstd\w+|utility|type_traits)>`,
  ),
  "m",
);
/** Brackets of the parameters of a template, with up to two more levels of brackets. */
const TEMPLATE_PARAMETERS = raw`<(?:[^<>;{}\n]|<(?:[^<>;{}\n]|<[^<>;{}\n]*>)*>)*>`;

const STRUCT: KeywordRule = { kind: "struct", name: TYPE_NAME_REGEXP, isMember: true };
const ENUM: KeywordRule = { kind: "enum", name: ENUM_NAME_REGEXP, isMember: true };

const OUTLINE: OutlineRules = {
  hasDirectives: true,
  modifiers: "static inline extern const __inline register volatile",
  keywords: { "struct union": STRUCT, "enum": ENUM },
  matchDeclaration: matchCDeclaration,
};

/** Keywords of C; languages that are modelled on it have them too. */
export const C_KEYWORDS: string =
  "alignas alignof auto char const constexpr decltype defined delete double enum explicit " +
  "extern float goto inline int long namespace new noexcept operator private protected public " +
  "register short signed sizeof static static_assert static_cast const_cast dynamic_cast " +
  "reinterpret_cast struct template typedef typename typeof union unsigned using virtual void " +
  "volatile class __attribute__ requires";

/** Rules that C, C++ and Objective-C share. */
const C_COMMON = {
  literals: { ...BRACE_LITERALS, rawStrings: "delimiter" },
  outline: {
    ...OUTLINE,
    modifiers: "static inline extern const constexpr consteval constinit virtual explicit " +
      "friend mutable register volatile export thread_local",
    // `template <class T> [[nodiscard]] `
    annotations: new RegExp(
      raw`(?:template[ \t]*${TEMPLATE_PARAMETERS}[ \t]*|\[\[[^\]\n]*\]\][ \t]*)+(?=\w)`,
      "y",
    ),
    keywords: {
      "struct union": STRUCT,
      "class": { ...STRUCT, kind: "class" },
      "enum": ENUM,
      "namespace": { kind: "module", name: NAMESPACE_REGEXP, isMember: true, isScope: true },
      "using concept": { kind: "type", name: namePattern("", raw`\s*=`), isMember: true },
    },
  },
  family: "c",
  keywords: C_KEYWORDS,
} as const;

/** Syntax that Objective-C has and C lacks. */
const OBJECTIVE_C_REGEXP =
  /^(?:@(?:interface|implementation|protocol)\s+\w|@class\s+[\w, ]+;|#import\s*[<"])/m;
/** `@interface Name <Protocol> (`. */
const CONTAINER_REGEXP = new RegExp(
  raw`@(?<keyword>interface|implementation|protocol)\s+(?<name>\w+)[ \t]*` +
    raw`(?:<[^>\n]*>[ \t]*)?(?<category>\()?`,
  "y",
);
/** End of a container: its last line, or else the first line of the next one. */
const CONTAINER_END_REGEXP = /^@(?:(end\b)|(?:interface|implementation|protocol)\s+\w)/gm;
const FORWARD_REGEXP = /[ \t]*[,;]/y;
/** `- (NSArray<Box *> *)name`. */
const METHOD_REGEXP = new RegExp(
  raw`[-+][ \t]*\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)[ \t]*(?<name>${NAME})`,
  "y",
);

/** Profiles of C, C++, Objective-C and languages like them. */
export const C_PROFILES: readonly LanguageProfile[] = [
  {
    ...C_COMMON,
    name: "objective-c",
    extensions: "m mm",
    contents: { extension: "h", pattern: OBJECTIVE_C_REGEXP },
    outline: { ...C_COMMON.outline, matchDeclaration: matchObjectiveCDeclaration },
  },
  {
    ...C_COMMON,
    name: "c",
    extensions: "c h",
    outline: OUTLINE,
    // The C++ grammar reads the macros before C functions as types, and takes 1.4 times as long.
    grammar: grammarSource("c", () => import("./references/c.ts"), "tree-sitter-c"),
  },
  {
    ...C_COMMON,
    name: "cpp",
    aliases: "cuda objective-cpp",
    extensions: "cc cpp cxx c++ hh hpp hxx h++ inl ipp tpp cu cuh",
    contents: { extension: "h", pattern: CPP_REGEXP },
    grammar: grammarSource("cpp", () => import("./references/cpp.ts")),
  },
];

/**
 * Recognises classes, protocols and methods, and the declarations that the language shares with
 * C++.
 */
function matchObjectiveCDeclaration(line: OutlineLine): RecognisedDeclaration | undefined {
  const { text, at, row, lines, isInFile } = line;
  if (text[at] === "@") return isInFile ? findContainer(line) : undefined;
  if (text[at] !== "-" && text[at] !== "+") return matchCDeclaration(line);
  if (!isInFile || lines.indents[row] !== 0) return undefined;
  const name = matchNameAt(METHOD_REGEXP, text, at);
  return name === undefined ? undefined : { name, kind: "method", after: METHOD_REGEXP.lastIndex };
}

/**
 * Recognises a container, which ends at `@end`. An interface and a protocol are definitions;
 * categories and implementations only add methods to a type that is defined elsewhere.
 */
function findContainer({ text, at, end, lines }: OutlineLine): RecognisedDeclaration | undefined {
  const { keyword, name, category } = groupsAt(CONTAINER_REGEXP, text, at);
  const after = CONTAINER_REGEXP.lastIndex;
  if (name === undefined || matchesAt(FORWARD_REGEXP, text, after)) return undefined;
  CONTAINER_END_REGEXP.lastIndex = after;
  const close = CONTAINER_END_REGEXP.exec(text);
  const brace = text.slice(after, end).indexOf("{");
  return {
    name,
    kind: keyword === "protocol" ? "interface" : "class",
    after,
    headEnd: brace < 0 ? end : after + brace,
    lastRow: close === null ? lines.count - 1 : rowAt(lines, close.index) - (close[1] ? 0 : 1),
    isScope: keyword === "implementation" || category !== undefined,
    isType: false,
    isFileScope: true,
  };
}
