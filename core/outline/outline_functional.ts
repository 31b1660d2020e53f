import type { Found, OutlineLanguage, OutlineLine } from "./outline_language.ts";
import type { SymbolKind } from "./symbol.ts";

const HASKELL_TYPE_REGEXP =
  /(?:(?:family|instance)\s+)?(?:\([^()]*(?:\([^()]*\)[^()]*)*\)\s*=>\s*|[^=\n]*?=>\s*)?(?<name>[A-Z][\w']*)/y;
const HASKELL_SIGNATURE_REGEXP =
  /(?<name>[a-z_][\w']*|\([^)\s\w]+\))(?:\s*,\s*(?:[a-z_][\w']*|\([^)\s\w]+\)))*\s*(?:::|\n\s+::)/y;
const HASKELL_EQUATION_REGEXP =
  /(?<name>[a-z_][\w']*)(?![ \t]*[-+*\/<>&^%$!?.:~#`]+[ \t\w])(?:[ \t][^=|\n]*)?(?:=(?!=)|\|(?!\|)|\n[ \t]+[|=])/y;
const HASKELL_KEYWORD_REGEXP =
  /^(?:module|import|where|let|in|if|then|else|case|of|do|deriving|infixl?|infixr|foreign|default|pattern|data|newtype|type|class|instance)$/;
const OCAML_LET_REGEXP = /(?:rec\s+)?(?:\w+\s+)??(?<name>[a-z_][\w']*)(?=[\s:=])/y;
const OCAML_TYPE_REGEXP = /(?:nonrec\s+)?(?:[+-]?'\w+\s+|\([^)]*\)\s*)?(?<name>[a-z_][\w']*)/y;
const OCAML_MODULE_REGEXP = /(?:rec\s+)?(?:type\s+)?(?<name>[A-Z]\w*)/y;
const OCAML_VALUE_REGEXP = /(?<name>[a-z_][\w']*|\([^)]*\))\s*:/y;
const ERLANG_FUNCTION_REGEXP = /(?<name>[a-z]\w*|'[^'\n]+')(?=\()/y;
const ERLANG_ATTRIBUTE_REGEXP =
  /-(?<keyword>record|define|type|opaque|callback)\s*\(?\s*(?<name>\w+)/y;
const CLOJURE_REGEXP =
  /\((?<keyword>def[\w*+-]*|ns)\s+(?:\^(?:\{[^}\n]*\}|\S+)\s+)*(?<name>[^\s()[\]{}"]+)/y;

const ERLANG_KINDS: Readonly<Record<string, SymbolKind>> = {
  record: "struct",
  define: "macro",
  callback: "function",
};

const CLOJURE_KINDS: Readonly<Record<string, SymbolKind>> = {
  "ns": "module",
  "def": "variable",
  "defonce": "variable",
  "defmacro": "macro",
  "defprotocol": "interface",
  "definterface": "interface",
  "defrecord": "class",
  "deftype": "class",
};

/** Haskell, OCaml, Erlang and Clojure: a definition goes on while lines are indented. */
export const FUNCTIONAL_OUTLINES: readonly OutlineLanguage[] = [
  {
    languages: ["haskell", "purescript", "elm"],
    lexicon: {
      comments: [["{-", "-}"], ["--", "\n"]],
      nestedComments: true,
      quotes: '"',
      characters: true,
    },
    body: "indentation",
    head: "outdent",
    keywords: {
      "data newtype": { kind: "type", name: HASKELL_TYPE_REGEXP },
      "type": { kind: "type", name: HASKELL_TYPE_REGEXP },
      "class": { kind: "interface", name: HASKELL_TYPE_REGEXP },
      "instance": { kind: "class", name: HASKELL_TYPE_REGEXP, isScope: true },
    },
    shape: findHaskellFunction,
    hasClauses: true,
    headEnd: /\s+where\b.*$/,
  },
  {
    languages: ["ocaml", "fsharp"],
    lexicon: {
      comments: [["(*", "*)"], ["//", "\n"]],
      nestedComments: true,
      quotes: '"',
      characters: true,
    },
    body: "indentation",
    head: "line",
    modifiers: "inline private",
    keywords: {
      "let and": { kind: "function", name: OCAML_LET_REGEXP, isMember: true },
      "type": { kind: "type", name: OCAML_TYPE_REGEXP },
      "module": { kind: "module", name: OCAML_MODULE_REGEXP },
      "val external": { kind: "function", name: OCAML_VALUE_REGEXP },
      "exception": { kind: "type", name: /(?<name>[A-Z]\w*)/y },
    },
    headEnd: /\s*=$/,
  },
  {
    languages: ["erlang"],
    lexicon: { comments: [["%", "\n"]], quotes: '"' },
    body: "indentation",
    head: "line",
    keywords: {},
    shape: findErlangForm,
    hasClauses: true,
    headEnd: /\s*->.*$/,
  },
  {
    languages: ["clojure", "clojurescript"],
    lexicon: { comments: [[";", "\n"]], longQuotes: '"' },
    body: "indentation",
    head: "line",
    keywords: {},
    shape: ({ text, at }) => {
      CLOJURE_REGEXP.lastIndex = at;
      const { keyword = "", name } = CLOJURE_REGEXP.exec(text)?.groups ?? {};
      return name === undefined
        ? undefined
        : { name, kind: CLOJURE_KINDS[keyword] ?? "function", after: CLOJURE_REGEXP.lastIndex };
    },
  },
];

/** Recognises type signatures, and equations that no signature stands above. */
function findHaskellFunction(
  { text, at, parent, isInFile, isInType }: OutlineLine,
): Found | undefined {
  if (!isInFile && !isInType) return undefined;
  for (const pattern of [HASKELL_SIGNATURE_REGEXP, HASKELL_EQUATION_REGEXP]) {
    if (pattern === HASKELL_EQUATION_REGEXP && isInType) continue;
    pattern.lastIndex = at;
    const name = pattern.exec(text)?.groups?.["name"];
    if (name === undefined || name === parent || HASKELL_KEYWORD_REGEXP.test(name)) continue;
    const isEquation = pattern === HASKELL_EQUATION_REGEXP;
    return {
      name: name.replace(/^\(|\)$/g, ""),
      kind: "function",
      after: at,
      ...(isEquation ? { headEnd: pattern.lastIndex - 1 } : {}),
    };
  }
  return undefined;
}

function findErlangForm({ text, at, isInFile }: OutlineLine): Found | undefined {
  if (!isInFile) return undefined;
  ERLANG_FUNCTION_REGEXP.lastIndex = at;
  const name = ERLANG_FUNCTION_REGEXP.exec(text)?.groups?.["name"];
  if (name !== undefined) return { name, kind: "function", after: at };
  ERLANG_ATTRIBUTE_REGEXP.lastIndex = at;
  const { keyword = "", name: other } = ERLANG_ATTRIBUTE_REGEXP.exec(text)?.groups ?? {};
  return other === undefined
    ? undefined
    : { name: other, kind: ERLANG_KINDS[keyword] ?? "type", after: at };
}
