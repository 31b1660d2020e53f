import { groupsAt, raw } from "../text/match_at.ts";
import type { KeywordRule, OutlineLine, RecognisedDeclaration } from "./outline_rules.ts";
import {
  grammarSource,
  type LanguageProfile,
  matchNameAt,
  NAME,
  namePattern,
  quotedString,
} from "./profile.ts";

const NAME_REGEXP = /(?<name>[\p{L}_][\p{L}\p{N}_]*)/uy;
const PYTHON_ALIAS_REGEXP = namePattern("", raw`\s*(?:\[[^\]\n]*\])?\s*=`);
const PYTHON_VALUE_REGEXP = namePattern("", raw`\s*(?::[^=\n]+)?=(?!=)`);
const FORMATTED_REGEXP = /(?:^|\W)(?:[fF][rR]?|[rR][fF])$/;
const UPPER_REGEXP = /^[A-Z][A-Z0-9_]*$/;
const BASH_FUNCTION_REGEXP =
  /(?<name>[A-Za-z_\x80-\uffff][\w\x80-\uffff:.-]*)\s*(?:\(\)\s*)?(?=[{(]|$)/my;
const BASH_SHORT_REGEXP = /(?<name>[A-Za-z_\x80-\uffff][\w\x80-\uffff:.-]*)\s*\(\)/y;
const BASH_CONSTANT_REGEXP = /(?:-\w+\s+)*(?<name>[A-Z_][A-Z0-9_]*)=/y;
const BASH_CONSTANT: KeywordRule = { kind: "constant", name: BASH_CONSTANT_REGEXP, isMember: true };
const R_FUNCTION_REGEXP = /(?<name>[A-Za-z.][\w.]*)\s*(?:<-|=)\s*(?<value>function\b|R6Class\b)?/y;
const JULIA_SHORT_REGEXP = namePattern(raw`(?:\w+\.)*`, raw`\([^=\n]*\)[^=\n]*=(?!=)`, `${NAME}!?`);

/** Python's strings with code in them, before those without. */
const PYTHON_STRINGS = [FORMATTED_REGEXP, undefined].flatMap((after) =>
  ['"""', "'''", '"', "'"].map((quote) =>
    quotedString(quote, {
      isMultiline: quote.length > 1,
      ...(after === undefined ? {} : { interpolation: "{", precededBy: after }),
    })
  )
);

/** Rules that Bash and fish share. */
const SHELL = {
  literals: {
    lineComments: ["#"],
    strings: [
      quotedString('"', { isMultiline: true }),
      quotedString("'", { isMultiline: true, isRaw: true }),
    ],
    heredocs: "spaced",
    hasSpacedComments: true,
  },
  family: "bash",
  keywords: "declare done elif esac exit export fi function local readonly set shift source " +
    "then unset until echo printf",
} as const satisfies Partial<LanguageProfile>;

/** Profiles of Python, shells, and other languages for scripts and figures. */
export const SCRIPT_PROFILES: readonly LanguageProfile[] = [
  {
    name: "python",
    aliases: "cython starlark",
    extensions: "py pyi pyw",
    generated: "_pb2.py",
    files: "build build.bazel workspace",
    interpreters: "python",
    literals: { lineComments: ["#"], strings: PYTHON_STRINGS },
    outline: {
      body: "indentation",
      brackets: "round",
      modifiers: "async cdef cpdef",
      keywords: {
        "def": { kind: "function", name: NAME_REGEXP },
        "class": { kind: "class", name: NAME_REGEXP },
        "type": { kind: "type", name: PYTHON_ALIAS_REGEXP, isMember: true },
      },
      matchDeclaration: findPythonValue,
      docString: /[rRuUbB]{0,2}("""|'''|"|')/y,
      headEnd: /\s*:\s*(?:#.*)?$/,
    },
    keywords: "and or not None True False assert async await def class del elif except from " +
      "global import lambda nonlocal pass raise with yield",
    grammar: grammarSource("python", () => import("./references/python.ts")),
  },
  {
    ...SHELL,
    name: "bash",
    aliases: "shell sh zsh",
    extensions: "sh bash zsh ksh bats",
    files: ".bashrc .zshrc .profile",
    interpreters: "sh bash zsh ksh dash",
    outline: {
      body: "closer",
      keywords: {
        "function": { kind: "function", name: BASH_FUNCTION_REGEXP },
        "readonly export declare typeset": BASH_CONSTANT,
      },
      matchDeclaration: findBashFunction,
      closer: /[})]/y,
      oneLine: /\}\s*(?:#.*)?$/,
    },
    grammar: grammarSource("bash", () => import("./references/bash.ts")),
  },
  { ...SHELL, name: "fish", extensions: "fish", interpreters: "fish" },
  {
    name: "perl",
    extensions: "pl pm",
    interpreters: "perl",
    literals: {
      lineComments: ["#"],
      blockComments: [["\n=pod", "\n=cut"], ["\n=head", "\n=cut"]],
      strings: [quotedString('"', { isMultiline: true }), quotedString("'", { isMultiline: true })],
      heredocs: "spaced",
      hasSpacedComments: true,
      dataMarks: "__END__ __DATA__",
    },
    outline: {
      body: "closer",
      modifiers: "async",
      keywords: {
        "sub": { kind: "function", name: /(?:\w+::)*(?<name>[\w\x80-\uffff]+)/y },
        "package": { kind: "module", name: /(?<name>[\w:]+)\s*[;{]/y },
      },
      closer: /\}/y,
      oneLine: /\}\s*;?\s*(?:#.*)?$|;\s*(?:#.*)?$/,
    },
    keywords: "elsif foreach last local my next our package require sub unless until use qw",
  },
  {
    name: "r",
    extensions: "r",
    interpreters: "Rscript",
    literals: { lineComments: ["#"], strings: [quotedString('"'), quotedString("'")] },
    outline: {
      body: "closer",
      matchDeclaration: findRFunction,
      closer: /[})]/y,
      oneLine: /\}\s*(?:#.*)?$|\)[^{]*[^{,(\s]\s*$/,
    },
    keywords: "function next repeat NULL TRUE FALSE NA",
  },
  {
    name: "julia",
    extensions: "jl",
    literals: {
      lineComments: ["#"],
      blockComments: [["#=", "=#"]],
      hasNestedComments: true,
      strings: [
        quotedString('"""', { isMultiline: true, isText: true }),
        quotedString('"', { isMultiline: true }),
      ],
      hasCharacterLiterals: true,
    },
    outline: {
      body: "closer",
      modifiers: "mutable abstract primitive",
      annotations: /(?:@\w+[ \t]+)+/y,
      keywords: {
        "function": { kind: "function", name: /(?:\w+\.)*(?<name>[^\s({.]+)\s*(?=[({])/y },
        "macro": { kind: "macro", name: NAME_REGEXP },
        "struct": { kind: "struct", name: NAME_REGEXP },
        "type": { kind: "type", name: namePattern(raw`(?:type\s+|struct\s+)?`) },
        "module baremodule": { kind: "module", name: NAME_REGEXP },
        "const": { kind: "constant", name: NAME_REGEXP, isMember: true },
      },
      matchDeclaration: findJuliaFunction,
      closer: /end\b/y,
      oneLine: /\bend\s*(?:#.*)?$|^\w[^\s(]*\([^\n]*\)[^=\n]*=(?!=)|^abstract\b/,
    },
    keywords: "begin end function global import let local macro module mutable quote struct using",
  },
];

/** Recognises assignments at the margin of a Python file. */
function findPythonValue({ text, at, isInFile }: OutlineLine): RecognisedDeclaration | undefined {
  if (!isInFile) return undefined;
  const name = matchNameAt(PYTHON_VALUE_REGEXP, text, at);
  if (name === undefined) return undefined;
  return { name, kind: UPPER_REGEXP.test(name) ? "constant" : "variable", after: at };
}

function findBashFunction({ text, at, isInFile }: OutlineLine): RecognisedDeclaration | undefined {
  const name = matchNameAt(BASH_SHORT_REGEXP, text, at);
  if (name !== undefined) {
    const after = BASH_SHORT_REGEXP.lastIndex;
    return { name, kind: "function", after, headEnd: after };
  }
  if (!isInFile) return undefined;
  const constant = matchNameAt(BASH_CONSTANT_REGEXP, text, at);
  return constant === undefined ? undefined : { name: constant, kind: "constant", after: at };
}

function findRFunction({ text, at, isInFile }: OutlineLine): RecognisedDeclaration | undefined {
  const { name, value } = groupsAt(R_FUNCTION_REGEXP, text, at);
  if (name === undefined) return undefined;
  if (value === undefined) return isInFile ? { name, kind: "variable", after: at } : undefined;
  const kind = value === "function" ? "function" : "class";
  return { name, kind, after: R_FUNCTION_REGEXP.lastIndex };
}

function findJuliaFunction({ text, at, isInFile }: OutlineLine): RecognisedDeclaration | undefined {
  const name = isInFile ? matchNameAt(JULIA_SHORT_REGEXP, text, at) : undefined;
  return name === undefined ? undefined : { name, kind: "function", after: at };
}
