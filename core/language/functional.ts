import { groupsAt, raw } from "../text/match_at.ts";
import type { OutlineLine, RecognisedDeclaration } from "./outline_rules.ts";
import { type LanguageProfile, matchNameAt, namePattern, quotedString } from "./profile.ts";
import type { SymbolKind } from "./symbol.ts";

/** `family Name`, `(Eq a) => Name`. */
const HASKELL_TYPE_REGEXP = new RegExp(
  raw`(?:(?:family|instance)\s+)?(?:\([^()]*(?:\([^()]*\)[^()]*)*\)\s*=>\s*` +
    raw`|[^=\n]*?=>\s*)?(?<name>[A-Z\x80-\uffff][\w\x80-\uffff']*)`,
  "y",
);
/** `name, other ::`, `(+) ::`. */
const HASKELL_SIGNATURE_REGEXP = new RegExp(
  raw`(?<name>[a-z_\x80-\uffff][\w\x80-\uffff']*|\([^)\s\w]+\))` +
    raw`(?:\s*,\s*(?:[a-z_][\w']*|\([^)\s\w]+\)))*\s*(?:::|\n\s+::)`,
  "y",
);
/** `name x =`, `name x |`. */
const HASKELL_EQUATION_REGEXP = new RegExp(
  raw`(?<name>[a-z_\x80-\uffff][\w\x80-\uffff']*)(?![ \t]*[-+*\/<>&^%$!?.:~#${"`"}]+[ \t\w])` +
    raw`(?:[ \t][^=|\n]*)?(?:=(?!=)|\|(?!\|)|\n[ \t]+[|=])`,
  "y",
);
/** Keywords, which begin no equation. */
const HASKELL_KEYWORD_REGEXP = new RegExp(
  raw`^(?:module|import|where|let|in|if|then|else|case|of|do|deriving|infixl?|infixr` +
    raw`|foreign|default|pattern|data|newtype|type|class|instance)$`,
);
const UPPER_NAME = raw`[A-Z\x80-\uffff][\w\x80-\uffff]*`;
const OCAML_NAME = raw`[a-z_\x80-\uffff][\w\x80-\uffff']*`;
const OCAML_LET_REGEXP = namePattern(raw`(?:rec\s+)?(?:\w+\s+)??`, raw`(?=[\s:=])`, OCAML_NAME);
const OCAML_TYPE_REGEXP = namePattern(
  raw`(?:nonrec\s+)?(?:[+-]?'\w+\s+|\([^)]*\)\s*)?`,
  "",
  OCAML_NAME,
);
const ERLANG_FUNCTION_REGEXP = /(?<name>[a-z]\w*|'[^'\n]+')(?=\()/y;
const ERLANG_ATTRIBUTE_REGEXP =
  /-(?<keyword>record|define|type|opaque|callback)\s*\(?\s*(?<name>[\w\x80-\uffff]+)/y;
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

const ELIXIR_MODULE_REGEXP = /(?<name>[A-Z\x80-\uffff][\w\x80-\uffff.]*)/y;
const ELIXIR_FUNCTION_REGEXP = /(?<name>[a-z_\x80-\uffff][\w\x80-\uffff]*[?!]?)/y;
/** `@callback name`, `@type name`. */
const ELIXIR_CALLBACK_REGEXP = new RegExp(
  raw`@(?:(?:macro)?callback\s+(?<name>[a-z_\x80-\uffff][\w\x80-\uffff]*[?!]?)` +
    raw`|(?:type|typep|opaque)\s+(?<type>[a-z_\x80-\uffff][\w\x80-\uffff]*))`,
  "y",
);

/** Rules that Lisps share. */
const LISP = {
  literals: { lineComments: [";"], strings: [quotedString('"', { isMultiline: true })] },
  family: "lisp",
  keywords: "defn defn- defmacro def defun define",
} as const satisfies Partial<LanguageProfile>;

/** Rules that OCaml and F# share. */
const ML = {
  literals: {
    lineComments: ["//"],
    blockComments: [["(*", "*)"]],
    hasNestedComments: true,
    strings: [quotedString('"', { isMultiline: true })],
    hasCharacterLiterals: true,
  },
  outline: {
    body: "indentation",
    modifiers: "inline private",
    keywords: {
      "let and": { kind: "function", name: OCAML_LET_REGEXP, isMember: true },
      "type": { kind: "type", name: OCAML_TYPE_REGEXP },
      "module": { kind: "module", name: namePattern(raw`(?:rec\s+)?(?:type\s+)?`, "", UPPER_NAME) },
      "val external": {
        kind: "function",
        name: namePattern("", raw`\s*:`, raw`${OCAML_NAME}|\([^)]*\)`),
      },
      "exception": { kind: "type", name: namePattern("", "", UPPER_NAME) },
    },
    headEnd: /\s*=$/,
  },
  family: "ml",
  keywords: "begin done end exception external fun function functor include inherit lazy let " +
    "match method module mutable new object of open rec sig struct then to type val when with",
} as const satisfies Partial<LanguageProfile>;

/**
 * Profiles of Haskell, OCaml, Elixir, Erlang and Lisps: a definition continues while lines are
 * indented.
 */
export const FUNCTIONAL_PROFILES: readonly LanguageProfile[] = [
  {
    name: "haskell",
    aliases: "purescript elm",
    extensions: "hs lhs",
    literals: {
      lineComments: ["--"],
      blockComments: [["{-", "-}"]],
      hasNestedComments: true,
      strings: [quotedString('"')],
      hasCharacterLiterals: true,
    },
    outline: {
      body: "indentation",
      head: "outdent",
      keywords: {
        "data newtype type": { kind: "type", name: HASKELL_TYPE_REGEXP },
        "class": { kind: "interface", name: HASKELL_TYPE_REGEXP },
        "instance": { kind: "class", name: HASKELL_TYPE_REGEXP, isScope: true },
      },
      matchDeclaration: findHaskellFunction,
      hasClauses: true,
      headEnd: /\s+where\b.*$/,
    },
    keywords:
      "class data deriving foreign import infix infixl infixr instance let module newtype " +
      "of then type where qualified hiding forall",
  },
  { ...ML, name: "ocaml", extensions: "ml mli" },
  { ...ML, name: "fsharp", extensions: "fs fsi fsx" },
  {
    name: "elixir",
    extensions: "ex exs",
    interpreters: "elixir",
    literals: {
      lineComments: ["#"],
      strings: [
        quotedString('"""', { isMultiline: true, isText: true, interpolation: "#{" }),
        quotedString("'''", { isMultiline: true, isText: true, interpolation: "#{" }),
        quotedString('"', { isMultiline: true, interpolation: "#{" }),
        quotedString("'"),
      ],
    },
    outline: {
      body: "closer",
      keywords: {
        "def defp defdelegate defguard defguardp defn defnp": {
          kind: "function",
          name: ELIXIR_FUNCTION_REGEXP,
        },
        "defmacro defmacrop": { kind: "macro", name: ELIXIR_FUNCTION_REGEXP },
        "defmodule": { kind: "module", name: ELIXIR_MODULE_REGEXP },
        "defprotocol": { kind: "interface", name: ELIXIR_MODULE_REGEXP },
        "defimpl": { kind: "class", name: ELIXIR_MODULE_REGEXP },
      },
      matchDeclaration: findElixirAttribute,
      closer: /end\b/y,
      oneLine: /,\s*do:|^(?:defdelegate|defguardp?)\b|^def\w*\s+[^\n]*\)\s*$/,
      headEnd: /\s*(?:\bdo|,)$/,
      docString: /@moduledoc\s+(?:~[sS])?("""|")/y,
    },
    keywords: "and or not after alias cond def defdelegate defguard defguardp defimpl defmacro " +
      "defmacrop defmodule defp defprotocol defstruct end fn import quote receive require " +
      "rescue unless unquote use when with",
  },
  {
    name: "erlang",
    extensions: "erl hrl",
    // In Erlang, `$"` is a character.
    literals: {
      lineComments: ["%"],
      strings: [
        quotedString('"', { isMultiline: true, precededBy: /(?:^|[^$])$/ }),
        quotedString("'", { precededBy: /(?:^|[^$])$/ }),
      ],
    },
    outline: {
      body: "indentation",
      matchDeclaration: findErlangForm,
      hasClauses: true,
      clausesEnd: /\.\s*(?:%.*)?$/,
      headEnd: /\s*->.*$/,
    },
    keywords: "end fun receive when of after begin",
  },
  {
    ...LISP,
    name: "clojure",
    aliases: "clojurescript",
    extensions: "clj cljs cljc edn",
    outline: {
      body: "indentation",
      matchDeclaration: ({ text, at }) => {
        const { keyword = "", name } = groupsAt(CLOJURE_REGEXP, text, at);
        return name === undefined
          ? undefined
          : { name, kind: CLOJURE_KINDS[keyword] ?? "function", after: CLOJURE_REGEXP.lastIndex };
      },
    },
  },
  {
    name: "nim",
    extensions: "nim",
    literals: {
      lineComments: ["#"],
      strings: [quotedString('"""', { isMultiline: true }), quotedString('"'), quotedString("'")],
    },
    keywords: "proc func method let var const import",
  },
  { ...LISP, name: "lisp", extensions: "lisp cl" },
  { ...LISP, name: "scheme", extensions: "scm ss rkt" },
  { ...LISP, name: "emacs-lisp", extensions: "el" },
];

/** Recognises type signatures, and equations without a signature above them. */
function findHaskellFunction(
  { text, at, parent, isInFile, isInType }: OutlineLine,
): RecognisedDeclaration | undefined {
  if (!isInFile && !isInType) return undefined;
  const patterns = [HASKELL_SIGNATURE_REGEXP, ...isInType ? [] : [HASKELL_EQUATION_REGEXP]];
  for (const pattern of patterns) {
    const name = matchNameAt(pattern, text, at);
    if (name === undefined || name === parent || HASKELL_KEYWORD_REGEXP.test(name)) continue;
    const found = { name: name.replace(/^\(|\)$/g, ""), kind: "function", after: at } as const;
    const isEquation = pattern === HASKELL_EQUATION_REGEXP;
    return isEquation ? { ...found, headEnd: pattern.lastIndex - 1 } : found;
  }
  return undefined;
}

function findErlangForm({ text, at, isInFile }: OutlineLine): RecognisedDeclaration | undefined {
  if (!isInFile) return undefined;
  const name = matchNameAt(ERLANG_FUNCTION_REGEXP, text, at);
  if (name !== undefined) return { name, kind: "function", after: at };
  const { keyword = "", name: other } = groupsAt(ERLANG_ATTRIBUTE_REGEXP, text, at);
  return other === undefined
    ? undefined
    : { name: other, kind: ERLANG_KINDS[keyword] ?? "type", after: at };
}

function findElixirAttribute({ text, at }: OutlineLine): RecognisedDeclaration | undefined {
  const { type, name = type } = groupsAt(ELIXIR_CALLBACK_REGEXP, text, at);
  return name === undefined ? undefined : { name, kind: "type", after: at, lastRow: 0 };
}
