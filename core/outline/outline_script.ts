import type { Found, KeywordRule, OutlineLanguage, OutlineLine } from "./outline_language.ts";

const NAME_REGEXP = /(?<name>[\p{L}_][\p{L}\p{N}_]*)/uy;
const RUBY_METHOD_REGEXP =
  /(?:(?<owner>[A-Z]\w*)\.|@{0,2}\w+\.)?(?<name>[A-Za-z_]\w*[?!=]?(?!\.)|[^\s\w(]+)/y;
const RUBY_CLASS_REGEXP = /(?:::)?(?:[A-Z]\w*::)*(?<name>[A-Z]\w*)/y;
const LUA_FUNCTION_REGEXP = /(?:(?<owner>[\w.]+)[.:])?(?<name>[A-Za-z_]\w*)\s*(?=\()/y;
const LUA_ASSIGNED_REGEXP =
  /(?:(?<owner>[A-Za-z_][\w.]*)[.:])?(?<name>[A-Za-z_]\w*)\s*=\s*(?<value>function\b)?/y;
const ELIXIR_MODULE_REGEXP = /(?<name>[A-Z][\w.]*)/y;
const ELIXIR_FUNCTION_REGEXP = /(?<name>[a-z_]\w*[?!]?)/y;
const ELIXIR_CALLBACK_REGEXP =
  /@(?:(?:macro)?callback\s+(?<name>[a-z_]\w*[?!]?)|(?:type|typep|opaque)\s+(?<type>[a-z_]\w*))/y;
const BASH_FUNCTION_REGEXP = /(?<name>[A-Za-z_][\w:.-]*)\s*(?:\(\)\s*)?(?=[{(]|$)/my;
const BASH_SHORT_REGEXP = /(?<name>[A-Za-z_][\w:.-]*)\s*\(\)/y;
const BASH_CONSTANT_REGEXP = /(?:-\w+\s+)*(?<name>[A-Z_][A-Z0-9_]*)=/y;
const PERL_NAME_REGEXP = /(?:\w+::)*(?<name>\w+)/y;
const PERL_PACKAGE_REGEXP = /(?<name>[\w:]+)\s*[;{]/y;
const PYTHON_VALUE_REGEXP = /(?<name>[A-Za-z_]\w*)\s*(?::[^=\n]+)?=(?!=)/y;
const RUBY_CONSTANT_REGEXP = /(?<name>[A-Z]\w*)\s*=(?![=~>])/y;
const R_FUNCTION_REGEXP = /(?<name>[A-Za-z.][\w.]*)\s*(?:<-|=)\s*(?<value>function\b|R6Class\b)?/y;
const JULIA_FUNCTION_REGEXP = /(?:\w+\.)*(?<name>[^\s({.]+)\s*(?=[({])/y;
const JULIA_SHORT_REGEXP = /(?:\w+\.)*(?<name>[A-Za-z_]\w*!?)\([^=\n]*\)[^=\n]*=(?!=)/y;
const JULIA_TYPE_REGEXP = /(?:type\s+|struct\s+)?(?<name>[A-Za-z_]\w*)/y;
const PYTHON_DOC_REGEXP = /[rRuUbB]{0,2}("""|'''|"|')/y;
const ELIXIR_DOC_REGEXP = /@moduledoc\s+(?:~[sS])?("""|")/y;
const UPPER_REGEXP = /^[A-Z][A-Z0-9_]*$/;

const METHOD: KeywordRule = { kind: "function", name: ELIXIR_FUNCTION_REGEXP };

/** Languages without semicolons and braces around bodies, and those that are laid out like them. */
export const SCRIPT_OUTLINES: readonly OutlineLanguage[] = [
  {
    languages: ["python", "cython", "starlark"],
    lexicon: {
      comments: [["#", "\n"]],
      quotes: "\"'",
      tripleQuotes: true,
      brackets: "round",
    },
    body: "indentation",
    head: "line",
    modifiers: "async cdef cpdef",
    keywords: {
      "def": { kind: "function", name: NAME_REGEXP },
      "class": { kind: "class", name: NAME_REGEXP },
      "type": {
        kind: "type",
        name: /(?<name>[A-Za-z_]\w*)\s*(?:\[[^\]\n]*\])?\s*=/y,
        isMember: true,
      },
    },
    shape: findPythonValue,
    docString: PYTHON_DOC_REGEXP,
    headEnd: /\s*:\s*(?:#.*)?$/,
  },
  {
    languages: ["ruby", "crystal"],
    lexicon: { comments: [["=begin", "=end"], ["#", "\n"]], heredocs: "tight" },
    body: "closer",
    head: "line",
    modifiers: "private protected public private_class_method module_function memoize abstract",
    keywords: {
      "def": { kind: "method", name: RUBY_METHOD_REGEXP },
      "class": { kind: "class", name: RUBY_CLASS_REGEXP },
      "module": { kind: "module", name: RUBY_CLASS_REGEXP },
    },
    shape: findRubyConstant,
    closer: /end\b/y,
    oneLine: /[;\s]end\s*(?:#.*)?$|^(?:private\s+)?def\s+[\w.?!]+(?:\([^)]*\))?\s*=\s/,
  },
  {
    languages: ["lua", "luau"],
    lexicon: { comments: [["--[[", "]]"], ["--[=[", "]=]"], ["--", "\n"], ["[[", "]]"]] },
    body: "closer",
    head: "line",
    modifiers: "local",
    keywords: { "function": { kind: "function", name: LUA_FUNCTION_REGEXP } },
    shape: findLuaFunction,
    closer: /end\b|\}/y,
    oneLine: /\bend\b[\s;,)]*(?:--.*)?$/,
  },
  {
    languages: ["elixir"],
    lexicon: { comments: [['"""', '"""'], ["'''", "'''"], ["#", "\n"]] },
    body: "closer",
    head: "line",
    keywords: {
      "def defp defdelegate defguard defguardp defn defnp": METHOD,
      "defmacro defmacrop": { kind: "macro", name: ELIXIR_FUNCTION_REGEXP },
      "defmodule": { kind: "module", name: ELIXIR_MODULE_REGEXP },
      "defprotocol": { kind: "interface", name: ELIXIR_MODULE_REGEXP },
      "defimpl": { kind: "class", name: ELIXIR_MODULE_REGEXP },
    },
    shape: findElixirAttribute,
    closer: /end\b/y,
    oneLine: /,\s*do:|^(?:defdelegate|defguardp?)\b|^def\w*\s+[^\n]*\)\s*$/,
    headEnd: /\s*(?:\bdo|,)$/,
    docString: ELIXIR_DOC_REGEXP,
  },
  {
    languages: ["bash", "shell", "sh", "zsh"],
    lexicon: { comments: [["#", "\n"]], heredocs: "spaced" },
    body: "closer",
    head: "line",
    keywords: {
      "function": { kind: "function", name: BASH_FUNCTION_REGEXP },
      "readonly export declare typeset": {
        kind: "constant",
        name: BASH_CONSTANT_REGEXP,
        isMember: true,
      },
    },
    shape: findBashFunction,
    closer: /[})]/y,
    oneLine: /\}\s*(?:#.*)?$/,
  },
  {
    languages: ["perl"],
    lexicon: {
      comments: [["=pod", "\n=cut"], ["=head", "\n=cut"], ["#", "\n"]],
      heredocs: "spaced",
    },
    body: "closer",
    head: "line",
    modifiers: "async",
    keywords: {
      "sub": { kind: "function", name: PERL_NAME_REGEXP },
      "package": { kind: "module", name: PERL_PACKAGE_REGEXP },
    },
    closer: /\}/y,
    oneLine: /\}\s*;?\s*(?:#.*)?$|;\s*(?:#.*)?$/,
  },
  {
    languages: ["r"],
    lexicon: { comments: [["#", "\n"]] },
    body: "closer",
    head: "line",
    keywords: {},
    shape: findRFunction,
    closer: /[})]/y,
    oneLine: /\}\s*(?:#.*)?$|\)[^{]*[^{,(\s]\s*$/,
  },
  {
    languages: ["julia"],
    lexicon: { comments: [["#=", "=#"], ["#", "\n"], ['"""', '"""']], nestedComments: true },
    body: "closer",
    head: "line",
    modifiers: "mutable abstract primitive",
    annotations: /(?:@\w+[ \t]+)+/y,
    keywords: {
      "function": { kind: "function", name: JULIA_FUNCTION_REGEXP },
      "macro": { kind: "macro", name: NAME_REGEXP },
      "struct": { kind: "struct", name: NAME_REGEXP },
      "type": { kind: "type", name: JULIA_TYPE_REGEXP },
      "module baremodule": { kind: "module", name: NAME_REGEXP },
      "const": { kind: "constant", name: NAME_REGEXP, isMember: true },
    },
    shape: findJuliaFunction,
    closer: /end\b/y,
    oneLine: /\bend\s*(?:#.*)?$|^\w[^\s(]*\([^\n]*\)[^=\n]*=(?!=)|^abstract\b/,
  },
];

/** Recognises what is assigned at the margin of a Python file. */
function findPythonValue({ text, at, isInFile }: OutlineLine): Found | undefined {
  if (!isInFile) return undefined;
  PYTHON_VALUE_REGEXP.lastIndex = at;
  const name = PYTHON_VALUE_REGEXP.exec(text)?.groups?.["name"];
  if (name === undefined) return undefined;
  return { name, kind: UPPER_REGEXP.test(name) ? "constant" : "variable", after: at };
}

function findRubyConstant({ text, at, isInFile, isInType }: OutlineLine): Found | undefined {
  if (!isInFile && !isInType) return undefined;
  RUBY_CONSTANT_REGEXP.lastIndex = at;
  const name = RUBY_CONSTANT_REGEXP.exec(text)?.groups?.["name"];
  return name === undefined ? undefined : { name, kind: "constant", after: at };
}

/** Recognises functions assigned to names, and values at the margin of a Lua file. */
function findLuaFunction({ text, at, modifiers, isInFile }: OutlineLine): Found | undefined {
  LUA_ASSIGNED_REGEXP.lastIndex = at;
  const { name, owner, value } = LUA_ASSIGNED_REGEXP.exec(text)?.groups ?? {};
  if (name === undefined) return undefined;
  if (value !== undefined) return { name, kind: "function", owner, after: at };
  if (!isInFile || text.startsWith("require", LUA_ASSIGNED_REGEXP.lastIndex)) return undefined;
  const isConstant = UPPER_REGEXP.test(name);
  if (!isConstant && modifiers === "" && owner === undefined) return undefined;
  return { name, kind: isConstant ? "constant" : "variable", owner, after: at };
}

function findElixirAttribute({ text, at }: OutlineLine): Found | undefined {
  ELIXIR_CALLBACK_REGEXP.lastIndex = at;
  const { name, type } = ELIXIR_CALLBACK_REGEXP.exec(text)?.groups ?? {};
  if (name !== undefined) return { name, kind: "type", after: at, lastRow: 0 };
  return type === undefined ? undefined : { name: type, kind: "type", after: at, lastRow: 0 };
}

function findBashFunction({ text, at, isInFile }: OutlineLine): Found | undefined {
  BASH_SHORT_REGEXP.lastIndex = at;
  const name = BASH_SHORT_REGEXP.exec(text)?.groups?.["name"];
  if (name !== undefined) {
    const after = BASH_SHORT_REGEXP.lastIndex;
    return { name, kind: "function", after, headEnd: after };
  }
  if (!isInFile) return undefined;
  BASH_CONSTANT_REGEXP.lastIndex = at;
  const constant = BASH_CONSTANT_REGEXP.exec(text)?.groups?.["name"];
  return constant === undefined ? undefined : { name: constant, kind: "constant", after: at };
}

function findRFunction({ text, at, isInFile }: OutlineLine): Found | undefined {
  R_FUNCTION_REGEXP.lastIndex = at;
  const { name, value } = R_FUNCTION_REGEXP.exec(text)?.groups ?? {};
  if (name === undefined) return undefined;
  if (value === "function") return { name, kind: "function", after: R_FUNCTION_REGEXP.lastIndex };
  if (value !== undefined) return { name, kind: "class", after: R_FUNCTION_REGEXP.lastIndex };
  return isInFile ? { name, kind: "variable", after: at } : undefined;
}

function findJuliaFunction({ text, at, isInFile }: OutlineLine): Found | undefined {
  if (!isInFile) return undefined;
  JULIA_SHORT_REGEXP.lastIndex = at;
  const name = JULIA_SHORT_REGEXP.exec(text)?.groups?.["name"];
  return name === undefined ? undefined : { name, kind: "function", after: at };
}
