import type { KeywordRule, OutlineLanguage } from "./outline_language.ts";
import type { SymbolKind } from "./symbol.ts";

const NAME_REGEXP = /(?<name>[A-Za-z_]\w*)/y;
const SQL_CREATE_REGEXP =
  /create\s+(?:or\s+(?:replace|alter)\s+)?(?:(?:temp|temporary|unique|global|local|unlogged|virtual|materialized|recursive|definer\s*=\s*\S+|clustered|nonclustered)\s+)*(?<keyword>table|view|function|procedure|trigger|type|index|schema|domain|sequence|aggregate)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?:[`"[]?\w+[`"\]]?\.)*[`"[]?(?<name>\w+)/iy;
const TERRAFORM_REGEXP =
  /(?<keyword>resource|data|module|variable|output|provider)\s+"(?<first>[^"\n]+)"(?:\s+"(?<second>[^"\n]+)")?/y;
const MAKE_TARGET_REGEXP = /(?<name>[A-Za-z0-9_][\w.\/-]*)\s*::?(?!=)/y;
const MAKE_DEFINE_REGEXP = /define\s+(?<name>[\w.-]+)/y;
const CMAKE_REGEXP = /(?:function|macro)\s*\(\s*(?<name>\w+)/iy;

const SQL_KINDS: Readonly<Record<string, SymbolKind>> = {
  table: "struct",
  view: "struct",
  function: "function",
  procedure: "function",
  aggregate: "function",
  trigger: "function",
  schema: "module",
};

const STRUCT: KeywordRule = { kind: "struct", name: NAME_REGEXP };

/** Languages of schemas and builds. */
export const SCHEMA_OUTLINES: readonly OutlineLanguage[] = [
  {
    languages: ["sql"],
    lexicon: {
      comments: [["--", "\n"], ["/*", "*/"], ["$$", "$$"]],
      quotes: "'",
      brackets: "round",
    },
    body: "brace",
    head: "brace",
    keywords: {},
    shape: ({ text, at }) => {
      SQL_CREATE_REGEXP.lastIndex = at;
      const { keyword = "", name } = SQL_CREATE_REGEXP.exec(text)?.groups ?? {};
      const kind = SQL_KINDS[keyword.toLowerCase()] ?? "type";
      return name === undefined
        ? undefined
        : { name, kind, after: SQL_CREATE_REGEXP.lastIndex, isType: false };
    },
  },
  {
    languages: ["terraform", "hcl"],
    lexicon: {
      comments: [["#", "\n"], ["//", "\n"], ["/*", "*/"]],
      quotes: '"',
      heredocs: "spaced",
      brackets: "braces",
    },
    body: "brace",
    head: "line",
    keywords: {},
    shape: ({ text, at, isInFile }) => {
      TERRAFORM_REGEXP.lastIndex = isInFile ? at : text.length;
      const { keyword, first = "", second } = TERRAFORM_REGEXP.exec(text)?.groups ?? {};
      if (keyword === undefined) return undefined;
      const kind = keyword === "variable" || keyword === "output" ? "variable" : "struct";
      const after = TERRAFORM_REGEXP.lastIndex;
      return { name: second ?? first, kind, after, ...(second ? { owner: first } : {}) };
    },
  },
  {
    languages: ["protobuf", "thrift"],
    lexicon: {
      comments: [["//", "\n"], ["/*", "*/"], ["#", "\n"]],
      quotes: "\"'",
      brackets: "braces",
    },
    body: "brace",
    head: "brace",
    keywords: {
      "message struct union exception": STRUCT,
      "enum": { kind: "enum", name: NAME_REGEXP },
      "service": { kind: "interface", name: NAME_REGEXP },
      "rpc": { kind: "method", name: NAME_REGEXP },
    },
  },
  {
    languages: ["graphql"],
    lexicon: { comments: [["#", "\n"]], quotes: '"', tripleQuotes: true, brackets: "braces" },
    body: "brace",
    head: "line",
    modifiers: "extend",
    keywords: {
      "type input": { kind: "type", name: NAME_REGEXP },
      "interface": { kind: "interface", name: NAME_REGEXP },
      "enum": { kind: "enum", name: NAME_REGEXP },
      "union scalar": { kind: "type", name: NAME_REGEXP },
      "directive": { kind: "macro", name: /@(?<name>\w+)/y },
      "query mutation subscription fragment": {
        kind: "function",
        name: NAME_REGEXP,
        isMember: true,
      },
    },
  },
  {
    languages: ["makefile", "make"],
    lexicon: { comments: [["#", "\n"]] },
    body: "indentation",
    head: "line",
    keywords: {},
    shape: ({ text, at, lines, row }) => {
      if (lines.indents[row] !== 0) return undefined;
      for (const pattern of [MAKE_TARGET_REGEXP, MAKE_DEFINE_REGEXP]) {
        pattern.lastIndex = at;
        const name = pattern.exec(text)?.groups?.["name"];
        if (name !== undefined) return { name, kind: "function", after: at };
      }
      return undefined;
    },
  },
  {
    languages: ["cmake"],
    lexicon: { comments: [["#", "\n"]] },
    body: "closer",
    head: "line",
    keywords: {},
    shape: ({ text, at }) => {
      CMAKE_REGEXP.lastIndex = at;
      const name = CMAKE_REGEXP.exec(text)?.groups?.["name"];
      return name === undefined ? undefined : { name, kind: "function", after: at };
    },
    closer: /end(?:function|macro)\b/iy,
  },
];
