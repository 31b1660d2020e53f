import { maskLiterals } from "./mask_literals.ts";
import { type ReferenceLanguage, referenceLanguageOf } from "./reference_language.ts";

/**
 * How a name is referred to: it is called, made anew, put in front of a definition as a decorator, or
 * stands there in another way, such as a type or a function that is passed on.
 */
export type ReferenceKind = "call" | "new" | "decorator" | "use";

/** One place where a piece of code refers to a name. */
export interface Reference {
  /** The name as written, without what qualifies it. */
  readonly name: string;
  /** How it is referred to. */
  readonly kind: ReferenceKind;
  /** Line, 1-based. */
  readonly line: number;
  /** Offset of the name in UTF-16 code units. */
  readonly start: number;
  /**
   * What stands before the name, with dots: `os.path` in `os.path.join()` and `a` in `a::b()`. Empty
   * when it is no name, as in `f().g()`; undefined when the name stands alone.
   */
  readonly qualifier?: string;
}

/** Options of {@link listReferences}. */
export interface ReferenceOptions {
  /** Lower-case language name such as `"typescript"`. */
  readonly language: string;
  /** Names to look for. @default all */
  readonly names?: ReadonlySet<string>;
  /** Line of the text's first line, 1-based. @default 1 */
  readonly startLine?: number;
}

/** UTF-16 units before a name that are looked at for what qualifies it. */
const MAX_QUALIFIER = 120;

/** UTF-16 units after a name that are looked at for type arguments. */
const MAX_TYPE_ARGUMENTS = 300;

/** UTF-16 units of parameters that are passed to see what follows them. */
const MAX_PARAMETERS = 500;

const NAME_REGEXP = /[A-Za-z_\x80-\uffff][\w$\x80-\uffff]*|\$[\w$]+/g;
const RUBY_NAME_REGEXP = /[A-Za-z_\x80-\uffff][\w\x80-\uffff]*(?:[?!](?!=))?/g;
const LISP_NAME_REGEXP = /[A-Za-z_*+!?<>=][\w*+!?<>='-]*/g;

const QUALIFIER_REGEXP =
  /(?<chain>(?:[A-Za-z_$@\x80-\uffff][\w$?!\x80-\uffff]*(?:::<[^<>()]*>|<[^<>()]*>|!!)?\s*(?:\?\.|&\.|\.|::|->|:|\\)\s*)+)$/;
const MARK_REGEXP = /(?:\?\.|&\.|!!\.|(?<!\.)\.|::|->)\s*$/;
const LUA_MARK_REGEXP = /[\w)\]]:$/;
const MARKS_REGEXP = /\s*(?:::<[^<>()]*>|<[^<>()]*>|!!)?\s*(?:\?\.|&\.|\.|::|->|:|\\)\s*/g;
/** The word before a name with what qualifies it: `function` in `function pool.open`. */
const WORD_BEFORE_REGEXP = /(?<word>[A-Za-z_]\w*)!?\s+(?:[\w$]+(?:\.|::|:))*$/;
const GO_RECEIVER_REGEXP = /^func\s*\([^()]*\)\s*$/;
const ARROW_REGEXP = /[=-]>/g;
const TYPE_ARGUMENTS_END_REGEXP = /[<>;]|&&|\|\|/g;
const BRACKET_TYPE_ARGUMENTS_REGEXP = /\[[\w.,*\[\] ]+\]\(/y;
const TYPED_PREFIX_REGEXP =
  /^\s*(?:[@~]*[A-Za-z_][\w.:\[\]?]*(?:\s+|\s*[*&]+\s*))+(?:[A-Za-z_]\w*::)*~?$/;
const METHOD_PREFIX_REGEXP =
  /^\s*(?:(?:async|get|set|static|public|private|protected|internal|override|readonly|export|default)\s+)*[*#]?$/;
const PATTERN_PREFIX_REGEXP = /\b(?:let|case)\b[^=]*$/;
const PATTERN_REST_REGEXP = /^[^=;]*\)[\s,)|]*(?:if\b[^;]*)?=>/;
const DECORATED_REGEXP = /@[\w.]+\.$/;
const ATTRIBUTE_REGEXP = /#!?\[[\w:]*$/;
const NEW_REGEXP = /\bnew\s+[\w.\\:]*$/;
const PARENTHESES_REGEXP = /[()]/g;
const TEMPLATE_REGEXP = /<[^<>]*>/g;
const STATEMENT_WORD_REGEXP =
  /(?:^|\s)(?:return|else|case|throw|new|await|co_await|co_return|co_yield|yield|goto|delete|do|in|and|or|not|assert|echo|print)\s/;
const SWIFT_CONDITION_REGEXP = /^\s*(?:\}\s*)?(?:else\s+)?(?:if|while|for|switch|guard)\b/;
const BARE_CALL_REGEXP =
  /^[ \t]+(?![-+*\/=<>|&%^.]\s|[=)\]},;.]|(?:if|unless|and|or|then|in|when|while|end)\b)[\w:"'@\[{&$*\-~^%\\]/;
const STATEMENT_START_REGEXP =
  /(?:^|[=(,{|;:!&>\[]|\b(?:return|then|do|if|unless|and|or|not|else|elsif|when|while|until|yield))\s*$/;
const COMMAND_START_REGEXP = /(?:^|[;|&({`]|\$\(|\b(?:then|do|if|else|elif|while|until|!|&&))\s*$/;

/**
 * Returns where a piece of code refers to names, in the order of the text: outside of comments and
 * strings, and apart from key words and names that are being defined.
 *
 * It goes by what stands around a name, so what is declared without a key word (`int open(`) or made
 * by a macro can be taken wrongly. A name alone counts as a call where the language can call one that
 * way and what follows looks like an argument.
 *
 * @param text Code, from the start of a line.
 * @returns None when nothing is known of the language.
 *
 * @example
 * ```ts
 * import { listReferences } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const [call] = listReferences("def f(x):\n    return os.path.join(x)  # g()\n", {
 *   language: "python",
 *   names: new Set(["join"]),
 * });
 * assert.deepEqual(call, { name: "join", kind: "call", line: 2, start: 29, qualifier: "os.path" });
 * ```
 */
export function listReferences(
  text: string,
  { language, names, startLine = 1 }: ReferenceOptions,
): readonly Reference[] {
  const known = referenceLanguageOf(language);
  if (known === undefined) return [];
  const masked = maskLiterals(text, language);
  const context: ScanContext = { text, masked, known };
  const found: Reference[] = [];
  let line = startLine;
  let lineStart = 0;
  const pattern = namePatternOf(known.family);
  pattern.lastIndex = 0;
  for (let match = pattern.exec(masked); match !== null; match = pattern.exec(masked)) {
    const name = match[0];
    if (names !== undefined && !names.has(name)) continue;
    const start = match.index;
    for (let next = masked.indexOf("\n", lineStart); next >= 0 && next < start;) {
      line++;
      lineStart = next + 1;
      next = masked.indexOf("\n", lineStart);
    }
    const reference = classify(context, { name, start, lineStart });
    if (reference !== undefined) found.push({ name, line, start, ...reference });
  }
  return found;
}

interface ScanContext {
  readonly text: string;
  readonly masked: string;
  readonly known: ReferenceLanguage;
}

interface NamePlace {
  readonly name: string;
  readonly start: number;
  readonly lineStart: number;
}

function namePatternOf(family: string): RegExp {
  if (family === "ruby" || family === "elixir") return RUBY_NAME_REGEXP;
  return family === "lisp" ? LISP_NAME_REGEXP : NAME_REGEXP;
}

/** Returns how a name is referred to, or undefined when it is no reference. */
function classify(
  { masked, known }: ScanContext,
  { name, start, lineStart }: NamePlace,
): Pick<Reference, "kind" | "qualifier"> | undefined {
  const { family, keywords, definers } = known;
  const end = start + name.length;
  const previous = masked[start - 1] ?? "\n";
  if (isDigit(previous) || (family === "php" && name.startsWith("$"))) return undefined;
  const prefix = masked.slice(lineStart, start);
  const qualifier = qualifierBefore(masked, start, family);
  if (keywords.has(name) && (qualifier === undefined || family === "c")) return undefined;
  const word = WORD_BEFORE_REGEXP.exec(prefix)?.groups?.["word"];
  if (word !== undefined && definers.has(word)) return undefined;
  const isQualifier = /^(?:\.|::|\\)/.test(masked.slice(end, end + 2));
  if (qualifier === undefined) {
    if (previous === "$" || (family === "ruby" && /[@:]/.test(previous))) return undefined;
    if (family === "go" && GO_RECEIVER_REGEXP.test(prefix)) return undefined;
  }
  const qualified = qualifier === undefined ? {} : { qualifier };
  if (!isQualifier) {
    if (NEW_REGEXP.test(prefix) && (masked[end] !== "[" || family === "jvm")) {
      return { kind: "new", ...qualified };
    }
    const isDecorator = family === "rust"
      ? ATTRIBUTE_REGEXP.test(prefix)
      : (previous === "@" && qualifier === undefined && family !== "php") ||
        DECORATED_REGEXP.test(prefix);
    if (isDecorator && family !== "ruby" && family !== "elixir") {
      return { kind: "decorator", ...qualified };
    }
  }
  const isCall = isCalled(masked, end, { name, prefix, known, qualifier });
  if (isCall && isDeclared(masked, end, { name, prefix, known, qualifier })) return undefined;
  return {
    kind: isCall && !isPattern(masked, end, { name, prefix, known }) ? "call" : "use",
    ...qualified,
  };
}

/** Returns what qualifies the name that starts at `start`; see {@link Reference.qualifier}. */
function qualifierBefore(masked: string, start: number, family: string): string | undefined {
  const before = masked.slice(Math.max(0, start - MAX_QUALIFIER), start);
  const last = before.trimEnd().at(-1) ?? "";
  if (last === "" || !".:>\\".includes(last)) return undefined;
  const isMark = family === "lua"
    ? MARK_REGEXP.test(before) || LUA_MARK_REGEXP.test(before)
    : family === "php" && last === "\\"
    ? true
    : MARK_REGEXP.test(before) && !(family !== "c" && family !== "php" && last === ">");
  if (!isMark) return undefined;
  if (family === "haskell" && last === ":") return undefined;
  const chain = QUALIFIER_REGEXP.exec(before)?.groups?.["chain"];
  if (chain === undefined) return "";
  const at = start - chain.length - 1;
  // Something that is no name stands before the chain: the start of it is not to be seen.
  const first = masked[at] ?? "";
  const isCut = first === "." || first === ")" || first === "]";
  const parts = chain.split(MARKS_REGEXP).filter((part) => part !== "");
  if (isCut) return "";
  const dotted = parts.join(".");
  // The mark of a decorator is no part of its name, as that of a field is.
  return family === "ruby" ? dotted : dotted.replace("@", "");
}

interface CallContext {
  readonly name: string;
  readonly prefix: string;
  readonly known: ReferenceLanguage;
  readonly qualifier: string | undefined;
}

function isCalled(
  masked: string,
  end: number,
  { name, prefix, known, qualifier }: CallContext,
): boolean {
  const { family } = known;
  let at = end;
  while (masked[at] === " ") at++;
  const next = masked[at] ?? "";
  if (next === "(") {
    return family !== "bash" && (at === end || family !== "ruby" || !known.keywords.has(name));
  }
  if (at === end) {
    if (next === "!" && family === "rust") return /[(\[{ ]/.test(masked[end + 1] ?? "");
    if (next === "<" || next === ":") return hasTypeArguments(masked, end);
    if (next === "[" && (family === "go" || family === "jvm")) {
      return matchesAt(BRACKET_TYPE_ARGUMENTS_REGEXP, masked, end);
    }
    if (next === "?" && family === "javascript") return masked.startsWith("?.(", end);
    if (next === "`" && family === "javascript") return true;
  }
  if (family === "lua") {
    return next === "{" || next === '"' || next === "'" || next === "[" && masked[at + 1] === "[";
  }
  if (known.hasBlockCalls && next === "{") {
    if (!/[a-z]/.test(name[0] ?? "")) return false;
    return /(?:^|[=.({,>]|\breturn|\belse)\s*$/.test(prefix) &&
      !SWIFT_CONDITION_REGEXP.test(prefix);
  }
  return known.hasBareCalls && isBareCall(masked, end, { name, prefix, known, qualifier });
}

function isBareCall(
  masked: string,
  end: number,
  { name, prefix, known: { family }, qualifier }: CallContext,
): boolean {
  const rest = masked.slice(end, end + MAX_TYPE_ARGUMENTS);
  const line = rest.includes("\n") ? rest.slice(0, rest.indexOf("\n")) : rest;
  switch (family) {
    case "ruby": {
      const isConstant = /^[A-Z]/.test(name);
      if (qualifier !== undefined) {
        return !isConstant && !/^\s*(?:[-+*\/|&]|\|\||&&)?=(?![=~>])/.test(line);
      }
      if (isConstant) return false;
      if (/[?!]$/.test(name)) return true;
      return STATEMENT_START_REGEXP.test(prefix) && BARE_CALL_REGEXP.test(line) &&
        !/^\s*(?:=(?![=~])|\?\s|[:]\s)/.test(line);
    }
    case "elixir":
      if (/^[A-Z]/.test(name)) return false;
      return qualifier !== undefined || /(?:\|>\s*|&)$/.test(prefix) ||
        (STATEMENT_START_REGEXP.test(prefix) && BARE_CALL_REGEXP.test(line));
    case "bash":
      return COMMAND_START_REGEXP.test(prefix) && !/^[=(]|^\s*\(\)/.test(line) &&
        !/^[-\w.\/]/.test(line);
    case "lisp":
      return prefix.endsWith("(");
    default:
      return /^[a-z_]/.test(name);
  }
}

/**
 * Returns whether a name with round brackets behind it is being declared: `static int open(…)`, or
 * `open(…) {` at the start of a line.
 */
function isDeclared(
  masked: string,
  end: number,
  { prefix, known, qualifier }: CallContext,
): boolean {
  const { family, hasTypedDeclarations } = known;
  if (hasTypedDeclarations && (qualifier === undefined || prefix.trimEnd().endsWith("::"))) {
    const plain = prefix.replaceAll(TEMPLATE_REGEXP, "").replaceAll(TEMPLATE_REGEXP, "");
    if (TYPED_PREFIX_REGEXP.test(plain) && !STATEMENT_WORD_REGEXP.test(` ${plain}`)) return true;
  }
  if (!hasTypedDeclarations && family !== "javascript") return false;
  if (qualifier !== undefined || !METHOD_PREFIX_REGEXP.test(prefix)) return false;
  const after = masked.slice(closeOf(masked, end)).trimStart();
  return after.startsWith("{") || (family === "javascript" && after.startsWith(":"));
}

/** Returns whether a name with round brackets behind it takes a value apart rather than makes one. */
function isPattern(
  masked: string,
  end: number,
  { name, prefix, known: { family } }: Omit<CallContext, "qualifier">,
): boolean {
  if ((family !== "rust" && family !== "jvm") || !/^[A-Z]/.test(name)) return false;
  if (PATTERN_PREFIX_REGEXP.test(prefix)) return true;
  const newline = masked.indexOf("\n", end);
  return family === "rust" && !prefix.includes("=>") &&
    PATTERN_REST_REGEXP.test(masked.slice(end, newline < 0 ? undefined : newline));
}

/** Returns the offset after the bracket that closes the next one; of all that is looked at if none. */
function closeOf(masked: string, from: number): number {
  const last = Math.min(masked.length, from + MAX_PARAMETERS);
  let depth = 0;
  PARENTHESES_REGEXP.lastIndex = from;
  for (let match = PARENTHESES_REGEXP.exec(masked); match !== null;) {
    if (match.index >= last) break;
    depth += match[0] === "(" ? 1 : -1;
    if (depth <= 0) return match.index + 1;
    match = PARENTHESES_REGEXP.exec(masked);
  }
  return last;
}

/** Returns whether type arguments in angle brackets and an opening bracket stand at `at`. */
function hasTypeArguments(masked: string, at: number): boolean {
  const open = masked.startsWith("::<", at) ? at + 2 : at;
  if (masked[open] !== "<") return false;
  const rest = masked.slice(open, open + MAX_TYPE_ARGUMENTS).replaceAll(ARROW_REGEXP, "  ");
  let depth = 0;
  for (const { 0: mark, index } of rest.matchAll(TYPE_ARGUMENTS_END_REGEXP)) {
    if (mark === "<") depth++;
    else if (mark !== ">") return false;
    else if (--depth === 0) return rest.slice(index + 1).trimStart().startsWith("(");
  }
  return false;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}
