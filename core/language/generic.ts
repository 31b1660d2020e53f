import { matchesAt } from "../text/match_at.ts";
import { BLANK, type LineTable } from "../text/split_lines.ts";
import type { OutlineLine, RecognisedDeclaration } from "./outline_rules.ts";
import type { LanguageProfile } from "./profile.ts";
import type { SymbolKind } from "./symbol.ts";

/**
 * Extensions of languages and templates that are known to have no profile; for other extensions the
 * text decides.
 */
const EXTENSIONS =
  "abap ada adb ads ahk asm astro au3 awk bas bat bazel bzl cbl cmd cob coffee cshtml ejs " +
  "elm erb f f03 f08 f77 f90 f95 gd gleam glsl haml hbs heex hlsl idr ino j2 jinja jsp lean leex liquid " +
  "mako metal mustache nasm njk odin pas prolog pug purs pyx qml rego s sas sed slim sv svh tcl tmpl " +
  "twig v vala vb vbs vert vhd vhdl wgsl";

/** Modifiers before the keyword of a declaration, in any of the languages without a profile. */
const MODIFIERS =
  "export|public|private|protected|internal|published|global|local|static|shared|final|sealed|abstract|virtual|override|" +
  "overridable|overrides|partial|open|inline|pure|impure|elemental|recursive|async|extern|external|unsafe|automatic|" +
  "default|mutating|integer|real|logical|complex|character|pub|tool|@\\w+";

/** Keywords of declarations, by the kind of definition. */
const KEYWORDS: Readonly<Record<string, string>> = {
  function:
    "func|function|fun|fn|def|defn|defun|sub|subroutine|proc|procedure|method|task|form|handler",
  macro: "macro|defmacro|mixin",
  class: "class|contract|component|object|actor|role|record|entity",
  interface: "interface|protocol|trait|signature",
  struct: "struct|union|table",
  enum: "enum|enumeration",
  module: "module|package|namespace|program|unit|library|architecture|scene|rule",
  type: "type|typedef|typealias",
  constant: "const|constant|constexpr|val|let|signal|event",
};

const KINDS: ReadonlyMap<string, SymbolKind> = new Map(
  Object.entries(KEYWORDS).flatMap(([kind, words]) =>
    words.split("|").map((word) => [word, kind as SymbolKind] as const)
  ),
);

const KEYWORD_REGEXP = new RegExp(
  `(?:(?:${MODIFIERS})\\s+){0,4}(?<keyword>${Object.values(KEYWORDS).join("|")})(?:!)?\\s+` +
    "(?:(?:alias|rec|type|class|body)\\s+|\\[?[\\w, ]{1,60}\\]?\\s*=\\s*(?=\\w+\\s*\\()){0,2}(?:[\\p{L}_]\\w{0,60}(?:\\.|::|:)){0,4}" +
    "(?!(?:of|to|the|is|are|and|or|for|in|an?|with|on|from|by|that|this|as|it|was|will|can|not)\\b)" +
    "(?<name>[\\p{L}_$][\\p{L}\\p{N}_$]*(?:-\\w+)*[?!']?)",
  "iuy",
);

/** Words before a bracket and a brace that declare nothing. */
const CONTROL =
  "if|else|elseif|for|foreach|while|until|switch|case|catch|try|do|return|with|using|when|match|" +
  "loop|repeat|lock";

/** Function without a keyword, whose body begins with a brace: `int add(int a) {`, `Add(a) {`. */
const CALLABLE_REGEXP = new RegExp(
  `(?!(?:${CONTROL})\\b)(?:[\\w<>[\\]*&.:,?~]{1,80}\\s+){0,6}(?:\\w{1,60}(?:::|\\.)){0,3}` +
    "(?<name>[A-Za-z_~]\\w*)\\s*\\([^(){};]{0,300}\\)[^;{}=()]{0,80}\\{\\s*$",
  "my",
);

/** Label of a batch file or of an assembler, or signature of Elm, at the first column. */
const LABEL_REGEXP = new RegExp(
  [
    ":(?<batch>[A-Za-z_]\\w*)\\s*$",
    "(?<assembler>[A-Za-z_.$][\\w.$]*):\\s*(?:$|[;#/])",
    "(?<signature>[a-z]\\w*)\\s+::?\\s+[^=\\n]*$",
  ].join("|"),
  "my",
);

/** Name of a COBOL program, and its paragraphs and sections. */
const PARAGRAPH_REGEXP =
  /(?:PROGRAM-ID\.\s+(?<program>[\w-]+)|(?<paragraph>[A-Z0-9][A-Z0-9-]{2,60})(?: SECTION)?\.\s*$)/my;

/** End of a body, at the indentation of its head. */
const CLOSER_REGEXP = /(?:end(?:[a-z]*|[ -]\w+.*)|[})\]]+)[;.,)]*\s*(?:$|[#'!/-])/imy;

/** Column of COBOL paragraphs, after the line numbers. */
const PARAGRAPH_COLUMN = 7;

/** Rules for languages that have no rules of their own. */
export const GENERIC_RULES = {
  literals: { lineComments: [], strings: [] },
  outline: { body: "indentation", matchDeclaration: findDeclaration },
} as const satisfies Partial<LanguageProfile>;

/**
 * Profile of program text in a language without a profile. Declarations are recognised by the
 * keywords of most languages. A body consists of the lines that are indented further, up to a
 * closing word or bracket, or the next declaration.
 */
export const GENERIC_PROFILE: LanguageProfile = {
  name: "source",
  extensions: EXTENSIONS,
  ...GENERIC_RULES,
};

function findDeclaration(line: OutlineLine): RecognisedDeclaration | undefined {
  const { text, at, lines, row } = line;
  const head = recognise(text, { at, indent: lines.indents[row] ?? 0 });
  if (head === undefined) return undefined;
  const { name, kind, after } = head;
  const isValue = kind === "constant";
  if (isValue && (lines.indents[row] ?? 0) > 0) return undefined;
  return {
    name,
    kind,
    after,
    headEnd: line.end,
    lastRow: isValue ? row : findLast(text, lines, row),
  };
}

function recognise(
  text: string,
  { at, indent }: { readonly at: number; readonly indent: number },
): Pick<RecognisedDeclaration, "name" | "kind" | "after"> | undefined {
  KEYWORD_REGEXP.lastIndex = at;
  const { keyword = "", name } = KEYWORD_REGEXP.exec(text)?.groups ?? {};
  if (name !== undefined) {
    return {
      name,
      kind: KINDS.get(keyword.toLowerCase()) ?? "function",
      after: KEYWORD_REGEXP.lastIndex,
    };
  }
  for (
    const form of [
      CALLABLE_REGEXP,
      ...indent === 0 ? [LABEL_REGEXP] : [],
      ...indent >= PARAGRAPH_COLUMN ? [PARAGRAPH_REGEXP] : [],
    ]
  ) {
    form.lastIndex = at;
    const found = Object.values(form.exec(text)?.groups ?? {}).find((value) => value !== undefined);
    if (found !== undefined) return { name: found, kind: "function", after: form.lastIndex };
  }
  return undefined;
}

/** Returns the last row of the declaration at a row. */
function findLast(text: string, lines: LineTable, row: number): number {
  const indent = lines.indents[row] ?? 0;
  let last = row;
  // Only a body without indentation has to be separated from the next declaration.
  let isFlat: boolean | undefined;
  for (let next = row + 1; next < lines.count; next++) {
    const columns = lines.indents[next]!;
    if (columns === BLANK) continue;
    const at = lines.contentStarts[next]!;
    isFlat ??= columns <= indent && !matchesAt(CLOSER_REGEXP, text, at);
    if (columns > indent) {
      last = next;
      continue;
    }
    if (columns === indent && matchesAt(CLOSER_REGEXP, text, at)) return next;
    if (!isFlat || columns < indent || recognise(text, { at, indent: columns }) !== undefined) {
      break;
    }
    last = next;
  }
  return last;
}
