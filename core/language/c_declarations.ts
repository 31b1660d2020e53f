import { anyOf, groupsAt, matchesAt, raw } from "../text/match_at.ts";
import { BLANK, rowText } from "../text/split_lines.ts";
import { declaredNames, namesAfterBody } from "./c_declarators.ts";
import type { OutlineLine, RecognisedDeclaration } from "./outline_rules.ts";
import { matchNameAt, NAME } from "./profile.ts";
import { skipParentheses } from "./skip_literal.ts";

/** Type or namespace before a name, with its arguments: `Box<T>::`. */
const OUTER = raw`(?:${NAME}(?:<[^<>()]*>)?::)`;
/** Start of a body or a comment, or the end of the line when the body is below. */
const BEFORE_BODY = raw`\{|$|\/[\/*]`;
/**
 * Attributes between `class` and a name: `EXPORT`, `alignas(8)`, `__attribute__((packed))`,
 * `[[nodiscard]]`.
 */
const TYPE_ATTRIBUTES = anyOf(
  raw`(?:[A-Z][A-Z0-9_]*|alignas)(?:\([^)\n]*\))?\s+`,
  raw`__attribute__\s*\(\([^)\n]*\)\)\s*`,
  raw`\[\[[^\]\n]*\]\]\s*`,
) + "*";

/** `EXPORT ns::Box<T> final : Base`. */
export const TYPE_NAME_REGEXP: RegExp = new RegExp(
  raw`${TYPE_ATTRIBUTES}(?<owner>${OUTER}*)(?<name>${NAME})(?:<[^{;=\n]*(?:>|$))?\s*` +
    raw`(?:final\s*)?(?=:(?!:)|${BEFORE_BODY})`,
  "my",
);
/** `class ns::Colour : char {`. */
export const ENUM_NAME_REGEXP: RegExp = new RegExp(
  raw`(?:class\s+|struct\s+)?(?<owner>(?:${NAME}::)*)(?<name>${NAME})\s*` +
    raw`(?::(?!:)[^{;\n]*)?(?=${BEFORE_BODY})`,
  "my",
);

const DEFINE_REGEXP =
  /#\s*define\s+(?<name>[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)(?=\(|[ \t]+[^\s])/y;
/** `typedef const struct`, `typedef enum`, `typedef NS_ENUM(int, Name)`. */
const TYPEDEF_REGEXP = new RegExp(
  raw`typedef\s+(?:(?:const|volatile)\s+)*` + anyOf(
    raw`(?<record>(?:struct|union|class)\b\s*)`,
    raw`(?<enumeration>enum\b\s*)`,
    raw`[A-Z_]+_(?:ENUM|OPTIONS)\s*\([^,()\n]*,\s*(?<macro>\w+)`,
  ) + "?",
  "y",
);
/** `Box<T>::run`, `~Box`, `operator []`, `operator bool`. */
const CALLABLE_REGEXP = new RegExp(
  raw`(?:(?<owner>${OUTER}+))?` +
    raw`(?<name>~?${NAME}|operator\s*(?:\(\)|\[\]|[^\s\w(]+|[\w:<>]+[\s*&]*))\s*$`,
);
/** Words that a statement begins with, before a bracket. */
const STATEMENT_REGEXP = new RegExp(
  "^" + anyOf(
    ..."if for while switch return sizeof else do case catch throw new delete goto defined".split(
      " ",
    ),
    ..."static_assert alignas decltype using typedef __attribute__ __declspec asm".split(" "),
    ..."__asm__ requires".split(" "),
  ) + "$",
);
const TYPE_REGEXP =
  /^(?:void|int|char|long|short|unsigned|signed|float|double|bool|auto|struct|enum|union|const)$/;
const RETURN_TYPE_LINE_REGEXP = /^[A-Za-z_][\w\s*&:<>,~]*$/;
const CONSTANT_REGEXP = /\bconst(?:expr)? /;
const ATTRIBUTE_REGEXP = /\b(?:__attribute__|__declspec|alignas|_Alignas)\s*$/;
/** Name in `(name)(…)` and `(*name(…))(…)`. */
const WRAPPED_NAME_REGEXP = new RegExp(
  raw`\((?=\s*(?:\*+\s*[\w\x80-\uffff]+|[\w\x80-\uffff]+\s*\))\s*\()[\s*]*(?<name>${NAME})`,
  "y",
);
/** Brackets of `API(type) name(…)`. */
const WRAPPED_TYPE_REGEXP =
  /\((?:[^()\n]|\([^()\n]*\))*\)(?=[ \t*&]*[A-Za-z_\x80-\uffff][\w \t*&\x80-\uffff]*\()/y;
/** Comment in a text of several lines. */
const COMMENT = raw`\/\*(?:[^*]|\*(?!\/))*\*\/`;
/** White space and comments. */
const SPACE = raw`(?:\s|${COMMENT})*`;
/**
 * Parameters of a function that are declared between its head and its body: `(a, b) int a, b; {`.
 */
const DECLARED_BELOW_REGEXP = new RegExp(
  raw`\(\s*\w+(?:\s*,\s*\w+)*\s*\)${SPACE}` +
    raw`(?:[A-Za-z_](?:[^;{}=\/]|${COMMENT}){0,200};${SPACE}){1,40}(?=\{)`,
  "y",
);
const MACRO_REGEXP = /^[A-Z][A-Z0-9_]+$/;
/** `(Suite, Name)`. */
const MACRO_ARGUMENTS_REGEXP = new RegExp(
  raw`\(\s*(?<first>${NAME})\s*(?:,\s*(?<second>${NAME})\s*)?[,)]`,
  "y",
);
const WORD_REGEXP = /^\w+$/;
/** Start of a line that continues the line above, such as the first initial value of a member. */
const CONTINUATION_REGEXP = /[,.=+\-?&|!%^<>"']|:(?!:)/y;
const BODY_REGEXP = /(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*\{/y;
const OPERATOR_REGEXP = /\boperator\W*$/;
/** `int Box::sizes[4]`. */
const VARIABLE_REGEXP = new RegExp(
  raw`(?:^|[*&\s>])(?<owner>${OUTER}*)(?<name>${NAME})\s*(?:\[[^\]]*\]\s*)*$`,
);

/** Maximum number of UTF-16 units of the word that begins an attribute in round brackets. */
const MAXIMUM_ATTRIBUTE = 20;

/** Maximum number of UTF-16 units of a declaration's first line that are read to find its name. */
const MAXIMUM_DECLARATOR = 500;

/** Recognises macros, type definitions, functions and initialised variables. */
export function matchCDeclaration(line: OutlineLine): RecognisedDeclaration | undefined {
  const { text, at, modifiers, isInFile, isInType } = line;
  if (text[at] === "#") return findMacro(line);
  if (!isInFile && !isInType) return undefined;
  if (text.startsWith("typedef", at)) return findTypedef(line);
  if (text[at] === "{" && modifiers.includes("extern ")) {
    return { name: "", kind: "module", after: at, isScope: true };
  }
  return findDeclarator(line);
}

function findMacro({ text, at, lines, row }: OutlineLine): RecognisedDeclaration | undefined {
  const name = matchNameAt(DEFINE_REGEXP, text, at);
  if (name === undefined) return undefined;
  let lastRow = row;
  while (lastRow + 1 < lines.count && rowText(text, lines, lastRow).endsWith("\\")) lastRow++;
  const headEnd = (lines.contentStarts[row] ?? 0) + rowText(text, lines, row).length;
  return { name, kind: "macro", after: headEnd, headEnd, lastRow };
}

/** Recognises a type by its tag, when it has a body, and by all names that `typedef` gives it. */
function findTypedef({ text, at, headAt }: OutlineLine): RecognisedDeclaration | undefined {
  const { record, enumeration, macro } = groupsAt(TYPEDEF_REGEXP, text, at);
  const after = TYPEDEF_REGEXP.lastIndex;
  const { end, brace, close, declarationEnd } = headAt(at);
  if (brace < 0 ? declarationEnd < 0 : close < 0) return undefined;
  const tag = brace < 0
    ? undefined
    : macro ?? (record === undefined
      ? enumeration === undefined ? undefined : matchNameAt(ENUM_NAME_REGEXP, text, after)
      : matchNameAt(TYPE_NAME_REGEXP, text, after));
  const names = brace < 0 ? declaredNames(text.slice(after, end)) : namesAfterBody(text, close + 1);
  const [name, ...also] = new Set(tag === undefined ? names : [tag, ...names]);
  const kind = brace < 0 || (record ?? enumeration ?? macro) === undefined
    ? "type"
    : record === undefined
    ? "enum"
    : "struct";
  return name === undefined ? undefined : { name, otherNames: also, kind, after: at };
}

/** Recognises a function by its parameters, and a variable by its initial value in braces. */
function findDeclarator(line: OutlineLine): RecognisedDeclaration | undefined {
  const { text, lines, row, isInType, isInFile } = line;
  const first = lines.contentStarts[row] ?? 0;
  if (matchesAt(CONTINUATION_REGEXP, text, first)) return undefined;
  const end = Math.min(line.end, first + MAXIMUM_DECLARATOR);
  let stop = findStop(text, line.at, end);
  if (isInFile && isWrappedType(text, line.at, stop)) {
    stop = findStop(text, WRAPPED_TYPE_REGEXP.lastIndex, end);
  }
  if (stop < 0) return undefined;
  const declarator = text.slice(first, stop);
  if (text[stop] === "=") return isInFile ? matchVariable(line, declarator, stop) : undefined;
  const wrapped = matchNameAt(WRAPPED_NAME_REGEXP, text, stop);
  const callable = wrapped === undefined ? CALLABLE_REGEXP.exec(declarator) : null;
  const name = wrapped ?? callable?.groups?.["name"]?.trim() ?? "";
  if (name === "" || STATEMENT_REGEXP.test(name) || TYPE_REGEXP.test(name)) return undefined;
  const owner = callable?.groups?.["owner"];
  const found: RecognisedDeclaration = {
    name,
    kind: "function",
    owner,
    after: stop,
    needsBody: !isInType,
    ...(isInFile && matchesAt(DECLARED_BELOW_REGEXP, text, stop)
      ? { headEnd: DECLARED_BELOW_REGEXP.lastIndex }
      : {}),
  };
  if (MACRO_REGEXP.test(name)) {
    // In a type it annotates a field; in a file it may replace a whole head.
    if (isInType) return undefined;
    if (callable?.index === 0) return findGeneratedFunction(line, found);
  }
  if (owner !== undefined || declarator.slice(0, callable?.index).trim() !== "") return found;
  if (isInType) return name === line.parent || name.startsWith("~") ? found : undefined;
  // A name alone is a function only after a line that contains nothing but its return type.
  const above = row - 1;
  if (lines.indents[row] !== 0 || above < 0 || lines.indents[above] === BLANK) return undefined;
  return RETURN_TYPE_LINE_REGEXP.test(rowText(text, lines, above)) &&
      !STATEMENT_REGEXP.test(rowText(text, lines, above))
    ? { ...found, row: above }
    : undefined;
}

/** Returns true when a bracket contains a type, as in `API(type) name(…)`. */
function isWrappedType(text: string, at: number, stop: number): boolean {
  if (text[stop] !== "(" || !matchesAt(WRAPPED_TYPE_REGEXP, text, stop)) return false;
  const before = text.slice(at, stop).trim();
  return WORD_REGEXP.test(before) && !STATEMENT_REGEXP.test(before);
}

/** Recognises a function whose head is a macro, such as `TEST(Suite, Name)`. */
function findGeneratedFunction(
  { text, row, lines, isInFile }: OutlineLine,
  found: RecognisedDeclaration,
): RecognisedDeclaration | undefined {
  if (!isInFile || lines.indents[row] !== 0) return undefined;
  // A macro without a body must not get the body of the next function.
  const limit = Math.min(text.length, found.after + MAXIMUM_DECLARATOR);
  if (!matchesAt(BODY_REGEXP, text, skipParentheses(text, found.after, limit))) return undefined;
  const { first, second } = groupsAt(MACRO_ARGUMENTS_REGEXP, text, found.after);
  const name = found.name.includes("TEST") ? second ?? first : first;
  if (name === undefined) return undefined;
  return { ...found, name, ...(name === second ? { owner: first } : {}) };
}

function matchVariable(
  { text, isOpenBraceAt, modifiers }: OutlineLine,
  declarator: string,
  equals: number,
): RecognisedDeclaration | undefined {
  const { name, owner } = VARIABLE_REGEXP.exec(declarator)?.groups ?? {};
  if (name === undefined) return undefined;
  if (CONSTANT_REGEXP.test(modifiers)) return { name, kind: "constant", owner, after: equals };
  let at = equals + 1;
  while (text[at] === " " || text[at] === "\n") at++;
  if (text[at] !== "{" || !isOpenBraceAt(at)) return undefined;
  return { name, kind: "variable", owner, after: equals };
}

/** Returns the offset of the parameters or the value of a declaration, or -1 without any. */
function findStop(text: string, from: number, end: number): number {
  let angle = 0;
  for (let at = from; at < end; at++) {
    switch (text[at]) {
      case "<":
        angle++;
        break;
      case ">":
        angle--;
        break;
      case "(":
        if (angle > 0) break;
        if (ATTRIBUTE_REGEXP.test(text.slice(Math.max(from, at - MAXIMUM_ATTRIBUTE), at))) {
          at = skipParentheses(text, at, end) - 1;
          break;
        }
        return text.startsWith("operator()", at - "operator".length) ? at + 2 : at;
      case "=":
        if (angle > 0 || OPERATOR_REGEXP.test(text.slice(from, at))) break;
        return at;
      case ";":
      case "{":
      case "}":
      case '"':
        return -1;
    }
  }
  return -1;
}
