import { anyOf, groupsAt, matchesAt, raw } from "../text/match_at.ts";
import { rowAt } from "../text/split_lines.ts";
import { ENUM_NAME_REGEXP, findCShape, TYPE_NAME_REGEXP } from "./c_shapes.ts";
import type { Found, KeywordRule, OutlineLine, OutlineRules } from "./outline_rules.ts";
import { BRACE_LITERALS, grammarOf, type LanguageProfile, NAME, nameAt, named } from "./profile.ts";

const NAMESPACE_REGEXP = /(?<name>)[\w:]*\s*(?=\{|$)/my;

/** What C++ has and C has not, at the start of a line. */
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
/** Brackets of the parameters of a template, with those of up to two more in them. */
const TEMPLATE_PARAMETERS = raw`<(?:[^<>;{}\n]|<(?:[^<>;{}\n]|<[^<>;{}\n]*>)*>)*>`;

const STRUCT: KeywordRule = { kind: "struct", name: TYPE_NAME_REGEXP, isMember: true };
const ENUM: KeywordRule = { kind: "enum", name: ENUM_NAME_REGEXP, isMember: true };

const OUTLINE: OutlineRules = {
  directives: true,
  modifiers: "static inline extern const __inline register volatile",
  keywords: { "struct union": STRUCT, "enum": ENUM },
  shape: findCShape,
};

/** Words of C that are no names; languages made after it have them too. */
export const C_KEYWORDS: string =
  "alignas alignof auto char const constexpr decltype defined delete double enum explicit " +
  "extern float goto inline int long namespace new noexcept operator private protected public " +
  "register short signed sizeof static static_assert static_cast const_cast dynamic_cast " +
  "reinterpret_cast struct template typedef typename typeof union unsigned using virtual void " +
  "volatile class __attribute__ requires";

/** What C, C++ and Objective-C share. */
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
      "using concept": { kind: "type", name: named("", raw`\s*=`), isMember: true },
    },
  },
  family: "c",
  keywords: C_KEYWORDS,
} as const;

/** What Objective-C has and C has not. */
const OBJECTIVE_C_REGEXP =
  /^(?:@(?:interface|implementation|protocol)\s+\w|@class\s+[\w, ]+;|#import\s*[<"])/m;
/** `@interface Name <Protocol> (`. */
const CONTAINER_REGEXP = new RegExp(
  raw`@(?<keyword>interface|implementation|protocol)\s+(?<name>\w+)[ \t]*` +
    raw`(?:<[^>\n]*>[ \t]*)?(?<category>\()?`,
  "y",
);
/** What ends a container: its last line, or else the first of the next one. */
const CONTAINER_END_REGEXP = /^@(?:(end\b)|(?:interface|implementation|protocol)\s+\w)/gm;
const FORWARD_REGEXP = /[ \t]*[,;]/y;
/** `- (NSArray<Box *> *)name`. */
const METHOD_REGEXP = new RegExp(
  raw`[-+][ \t]*\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)[ \t]*(?<name>${NAME})`,
  "y",
);

/** C, C++, Objective-C and what is written like them. */
export const C_PROFILES: readonly LanguageProfile[] = [
  {
    ...C_COMMON,
    name: "objective-c",
    extensions: "m mm",
    contents: { extension: "h", pattern: OBJECTIVE_C_REGEXP },
    outline: { ...C_COMMON.outline, shape: findObjectiveCShape },
  },
  {
    ...C_COMMON,
    name: "c",
    extensions: "c h",
    outline: OUTLINE,
    // The grammar of C++ takes the macros in front of C functions for types, and 1.4 times as long.
    grammar: grammarOf("c", () => import("./references/c.ts"), "tree-sitter-c"),
  },
  {
    ...C_COMMON,
    name: "cpp",
    aliases: "cuda objective-cpp",
    extensions: "cc cpp cxx c++ hh hpp hxx h++ inl ipp tpp cu cuh",
    contents: { extension: "h", pattern: CPP_REGEXP },
    grammar: grammarOf("cpp", () => import("./references/cpp.ts")),
  },
];

/** Recognises classes, protocols and methods, and what the language shares with C++. */
function findObjectiveCShape(line: OutlineLine): Found | undefined {
  const { text, at, row, lines, isInFile } = line;
  if (text[at] === "@") return isInFile ? findContainer(line) : undefined;
  if (text[at] !== "-" && text[at] !== "+") return findCShape(line);
  if (!isInFile || lines.indents[row] !== 0) return undefined;
  const name = nameAt(METHOD_REGEXP, text, at);
  return name === undefined ? undefined : { name, kind: "method", after: METHOD_REGEXP.lastIndex };
}

/**
 * Recognises what goes on up to `@end`. An interface and a protocol are definitions; categories and
 * implementations only give methods to one that is defined elsewhere.
 */
function findContainer({ text, at, end, lines }: OutlineLine): Found | undefined {
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
