import { groupsAt, raw } from "../text/match_at.ts";
import { GENERIC_RULES } from "./generic.ts";
import type { KeywordRule } from "./outline_rules.ts";
import { type LanguageProfile, matchNameAt, quotedString } from "./profile.ts";
import type { SymbolKind } from "./symbol.ts";

const NAME_REGEXP = /(?<name>[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)/y;
/** `create or replace view if not exists "schema"."name"`. */
const SQL_CREATE_REGEXP = new RegExp(
  raw`create\s+(?:or\s+(?:replace|alter)\s+)?` +
    raw`(?:(?:temp|temporary|unique|global|local|unlogged|virtual|materialized|recursive` +
    raw`|definer\s*=\s*\S+|clustered|nonclustered)\s+)*` +
    raw`(?<keyword>table|view|function|procedure|trigger|type|index|schema|domain|sequence` +
    raw`|aggregate)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?` +
    raw`(?:[${"`"}"[]?\w+[${"`"}"\]]?\.)*[${"`"}"[]?(?<name>[\w\x80-\uffff]+)`,
  "iy",
);
/** `resource "aws_vpc" "main"`. */
const TERRAFORM_REGEXP = new RegExp(
  raw`(?<keyword>resource|data|module|variable|output|provider)\s+"(?<first>[^"\n]+)"` +
    raw`(?:\s+"(?<second>[^"\n]+)")?`,
  "y",
);
const MAKE_TARGET_REGEXP = /(?<name>[A-Za-z0-9_][\w.\/-]*)\s*::?(?!=)/y;
const MAKE_DEFINE_REGEXP = /define\s+(?<name>[\w.-]+)/y;
const CMAKE_REGEXP = /(?:function|macro)\s*\(\s*(?<name>[\w\x80-\uffff]+)/iy;

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

/** Rules that languages of messages share. */
const MESSAGES = {
  literals: {
    lineComments: ["//", "#"],
    blockComments: [["/*", "*/"]],
    strings: [quotedString('"'), quotedString("'")],
  },
  outline: {
    keywords: {
      "message struct union exception": STRUCT,
      "enum": { kind: "enum", name: NAME_REGEXP },
      "service": { kind: "interface", name: NAME_REGEXP },
      "rpc": { kind: "method", name: NAME_REGEXP },
    },
  },
} as const satisfies Partial<LanguageProfile>;

/** Profiles of languages of schemas and builds, of data, and of prose. */
export const PLAIN_PROFILES: readonly LanguageProfile[] = [
  {
    name: "sql",
    extensions: "sql",
    literals: {
      lineComments: ["--"],
      blockComments: [["/*", "*/"]],
      strings: [quotedString("'")],
      rawStrings: "dollars",
    },
    outline: {
      brackets: "round",
      matchDeclaration: ({ text, at }) => {
        const { keyword = "", name } = groupsAt(SQL_CREATE_REGEXP, text, at);
        const kind = SQL_KINDS[keyword.toLowerCase()] ?? "type";
        return name === undefined
          ? undefined
          : { name, kind, after: SQL_CREATE_REGEXP.lastIndex, isType: false };
      },
    },
  },
  {
    name: "terraform",
    aliases: "hcl",
    extensions: "tf hcl tfvars",
    literals: {
      lineComments: ["#", "//"],
      blockComments: [["/*", "*/"]],
      strings: [quotedString('"')],
      heredocs: "spaced",
    },
    outline: {
      head: "line",
      matchDeclaration: ({ text, at, isInFile }) => {
        const { keyword, first = "", second } = groupsAt(TERRAFORM_REGEXP, text, at);
        if (keyword === undefined || !isInFile) return undefined;
        const kind = keyword === "variable" || keyword === "output" ? "variable" : "struct";
        const after = TERRAFORM_REGEXP.lastIndex;
        return { name: second ?? first, kind, after, ...(second ? { owner: first } : {}) };
      },
    },
  },
  { name: "protobuf", extensions: "proto", ...MESSAGES },
  { name: "thrift", extensions: "thrift", ...MESSAGES },
  {
    name: "graphql",
    extensions: "graphql gql",
    literals: {
      lineComments: ["#"],
      strings: [quotedString('"""', { isMultiline: true }), quotedString('"')],
    },
    outline: {
      head: "line",
      modifiers: "extend",
      keywords: {
        "type input union scalar": { kind: "type", name: NAME_REGEXP },
        "interface": { kind: "interface", name: NAME_REGEXP },
        "enum": { kind: "enum", name: NAME_REGEXP },
        "directive": { kind: "macro", name: /@(?<name>[\w\x80-\uffff]+)/y },
        "query mutation subscription fragment": {
          kind: "function",
          name: NAME_REGEXP,
          isMember: true,
        },
      },
    },
  },
  {
    name: "make",
    aliases: "makefile",
    extensions: "mk mak",
    files: "makefile gnumakefile justfile",
    literals: { lineComments: ["#"], strings: [] },
    outline: {
      body: "indentation",
      matchDeclaration: ({ text, at, lines, row }) => {
        if (lines.indents[row] !== 0) return undefined;
        const name = matchNameAt(MAKE_TARGET_REGEXP, text, at) ??
          matchNameAt(MAKE_DEFINE_REGEXP, text, at);
        return name === undefined ? undefined : { name, kind: "function", after: at };
      },
    },
  },
  {
    name: "cmake",
    extensions: "cmake",
    files: "cmakelists.txt",
    literals: { lineComments: ["#"], strings: [] },
    outline: {
      body: "closer",
      matchDeclaration: ({ text, at }) => {
        const name = matchNameAt(CMAKE_REGEXP, text, at);
        return name === undefined ? undefined : { name, kind: "function", after: at };
      },
      closer: /end(?:function|macro)\b/iy,
    },
  },
  { name: "powershell", extensions: "ps1 psm1", ...GENERIC_RULES },
  { name: "vim", extensions: "vim", files: ".vimrc", ...GENERIC_RULES },
  { name: "nix", extensions: "nix" },
  { name: "dockerfile", extensions: "dockerfile", files: "dockerfile containerfile dockerfile.*" },
  { name: "html", extensions: "html htm xhtml", script: "tsx" },
  { name: "css", extensions: "css", generated: ".min.css" },
  { name: "scss", extensions: "scss sass less" },
  {
    name: "xml",
    extensions: "xml xsd xsl xslt plist csproj fsproj vbproj vcxproj props targets xaml",
  },
  { name: "json", extensions: "json jsonc json5 jsonl" },
  { name: "yaml", extensions: "yaml yml" },
  { name: "toml", extensions: "toml" },
  { name: "ini", extensions: "ini cfg conf properties", files: ".editorconfig .gitconfig" },
  {
    name: "markdown",
    aliases: "mdx",
    isProse: true,
    extensions: "md markdown mdx mdown",
    headings: "hashes",
  },
  { name: "restructuredtext", isProse: true, extensions: "rst rest", headings: "underlines" },
  { name: "asciidoc", isProse: true, extensions: "adoc asciidoc", headings: "equals" },
  { name: "org", isProse: true, extensions: "org", headings: "stars" },
  { name: "tex", isProse: true, extensions: "tex sty" },
  { name: "man", isProse: true, extensions: "1 3 5 7 8" },
  { name: "text", isProse: true, extensions: "text txt" },
];
