import { anyOf, raw } from "../text/match_at.ts";
import { ENUM_NAME_REGEXP, findCShape, TYPE_NAME_REGEXP } from "./c_shapes.ts";
import type { KeywordRule, OutlineRules } from "./outline_rules.ts";
import type { LanguageProfile } from "./profile.ts";
import { BRACE_LITERALS, grammarOf, named } from "./profile_parts.ts";

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
export const C_COMMON = {
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

/** C, C++ and what is written like them. */
export const C_PROFILES: readonly LanguageProfile[] = [
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
