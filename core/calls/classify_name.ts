import { matchesAt } from "../text/match_at.ts";
import { closeOf } from "../language/skip_literal.ts";
import type { PreparedCalls } from "./prepare_calls.ts";

const LINK_BEHIND_REGEXP = /(?:\.|::|\\)/y;
const SPACE = 32;

const LOWER_REGEXP = /^[a-z]/;
const UPPER_REGEXP = /^[A-Z]/;
const DIGIT_REGEXP = /[0-9]/;
/** UTF-16 units before a name that are looked at for what qualifies it. */
const MAX_QUALIFIER = 120;
/** UTF-16 units of its line before a name that are looked at: what is longer is no code of people. */
const MAX_PREFIX = 400;
/** UTF-16 units of parameters that are passed to see what follows them. */
const MAX_PARAMETERS = 500;
/** UTF-16 units after a name that are looked at for type arguments, or for a call without brackets. */
const MAX_TYPE_ARGUMENTS = 300;
const SUPER_REGEXP = /\b(?:super|parent)\s*(?:\([^()]*\))?\s*(?:\.|::)\s*$/;
const ARGUMENTS_REGEXP = /(?:::)?<[^<>()]*>|!!/g;
const SEPARATOR_REGEXP = /\s*(?:\?\.|&\.|\.|::|\?->|->|:|\\)\s*/;

/** The word before a name with what qualifies it: `function` in `function pool.open`. */
const WORD_BEFORE_REGEXP = /(?<word>[A-Za-z_]\w*)!?\s+(?:[\w$]+(?:\.|::|:))*$/;
const TYPED_PREFIX_REGEXP =
  /^\s*(?:[@~]*[A-Za-z_][\w.:\[\]?]*(?:\s+|\s*[*&]+\s*))+(?:[A-Za-z_]\w*::)*~?$/;
const METHOD_PREFIX_REGEXP =
  /^\s*(?:(?:async|get|set|static|public|private|protected|internal|override|readonly|export|default)\s+)*[*#]?$/;
const PATTERN_PREFIX_REGEXP = /\b(?:let|case)\b[^=]*$/;
const PATTERN_REST_REGEXP = /^[^=;]*\)[\s,)|]*(?:if\b[^;]*)?=>/;
const NEW_REGEXP = /\bnew\s+[\w.\\:]*$/;
const TEMPLATE_REGEXP = /<[^<>]*>/g;
const BLOCK_START_REGEXP = /(?:^|[=.({,>]|\breturn|\belse)\s*$/;
const CONDITION_REGEXP = /^\s*(?:\}\s*)?(?:else\s+)?(?:if|while|for|switch|guard)\b/;
const ARROW_REGEXP = /[=-]>/g;
const TYPE_ARGUMENTS_END_REGEXP = /[<>;]|&&|\|\|/g;
const STATEMENT_WORD_REGEXP =
  /(?:^|\s)(?:return|else|case|throw|new|await|co_await|co_return|co_yield|yield|goto|delete|do|in|and|or|not|assert|echo|print)\s/;

/**
 * How a name is used: it is called, made anew, put in front of a definition as a decorator, or stands
 * there in another way, such as a type or a function that is passed on.
 */
export type CallKind = "call" | "new" | "decorator" | "use";

/** One place where a piece of code calls what goes by a name, or uses it. */
export interface Call {
  /** The name as written, without what qualifies it. */
  readonly name: string;
  readonly kind: CallKind;
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

/** A name in a text without literals. */
interface NamePlace {
  readonly masked: string;
  readonly known: PreparedCalls;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Its line up to it. */
  readonly prefix: string;
  /** See {@link Call.qualifier}. */
  readonly qualifier: string | undefined;
}

/**
 * Returns how a name is called or used, or undefined when it is none or is being defined.
 *
 * @param masked The text without its literals.
 */
export function classifyName(
  masked: string,
  known: PreparedCalls,
  { name, start, lineStart }: Pick<NamePlace, "name" | "start"> & { readonly lineStart: number },
): Pick<Call, "kind" | "qualifier"> | undefined {
  const { rules, keywords, definers, decorator } = known;
  const end = start + name.length;
  const previous = masked[start - 1] ?? "\n";
  if (DIGIT_REGEXP.test(previous)) return undefined;
  const prefix = masked.slice(Math.max(lineStart, start - MAX_PREFIX), start);
  const qualifier = qualifierBefore(masked, start, known);
  if (keywords.has(name) && (qualifier === undefined || rules.reservesKeywords === true)) {
    return undefined;
  }
  const word = WORD_BEFORE_REGEXP.exec(prefix)?.groups?.["word"];
  if (word !== undefined && definers.has(word)) return undefined;
  if (qualifier === undefined) {
    if ((rules.sigils ?? "$").includes(previous)) return undefined;
    if (rules.definedAfter?.test(prefix) === true) return undefined;
  }
  const qualified = qualifier === undefined ? {} : { qualifier };
  if (!matchesAt(LINK_BEHIND_REGEXP, masked, end)) {
    if (NEW_REGEXP.test(prefix) && (masked[end] !== "[" || rules.newLists === true)) {
      return { kind: "new", ...qualified };
    }
    if (decorator?.test(prefix) === true) return { kind: "decorator", ...qualified };
  }
  const place = { masked, known, name, start, end, prefix, qualifier };
  const isCall = isCalled(place);
  if (isCall && isDeclared(place)) return undefined;
  return { kind: isCall && !isPattern(place) ? "call" : "use", ...qualified };
}

/** Returns what qualifies the name that starts at `start`; see {@link Call.qualifier}. */
function qualifierBefore(
  masked: string,
  start: number,
  { chain, linked, rules }: PreparedCalls,
): string | undefined {
  const before = masked.slice(Math.max(0, start - MAX_QUALIFIER), start);
  const last = before.trimEnd().at(-1) ?? "";
  if (last === "" || !".:>\\".includes(last) || !linked.test(before)) return undefined;
  if (SUPER_REGEXP.test(before)) return "super";
  const found = chain.exec(before)?.[0];
  if (found === undefined) return "";
  // Something that is no name stands before the chain: the start of it is not to be seen.
  if (".)]".includes(masked[start - found.length - 1] ?? " ")) return "";
  const dotted = found.replaceAll(ARGUMENTS_REGEXP, "").split(SEPARATOR_REGEXP)
    .filter((part) => part !== "").join(".");
  // The mark of a decorator is no part of its name, as that of a field is.
  return rules.sigils?.includes("@") === true ? dotted : dotted.replace("@", "");
}

/** Returns whether what stands behind a name calls it. */
function isCalled({ masked, end, name, prefix, known: { rules }, qualifier }: NamePlace): boolean {
  let at = end;
  while (masked[at] === " ") at++;
  const next = masked[at] ?? "";
  if (next === "(") return rules.ignoresBrackets !== true;
  if (at === end && (next === "<" || next === ":")) return hasTypeArguments(masked, end);
  if (rules.calledBy !== undefined && matchesAt(rules.calledBy, masked, end)) return true;
  if (rules.blockCalls === true && next === "{") {
    return LOWER_REGEXP.test(name) && BLOCK_START_REGEXP.test(prefix) &&
      !CONDITION_REGEXP.test(prefix);
  }
  if (rules.bareCall === undefined) return false;
  const [rest = ""] = masked.slice(end, end + MAX_TYPE_ARGUMENTS).split("\n", 1);
  return rules.bareCall({ name, prefix, rest, isQualified: qualifier !== undefined });
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

/**
 * Returns whether a name with round brackets behind it is being declared: `static int open(…)`, or
 * `open(…) {` at the start of a line.
 */
function isDeclared({ masked, end, prefix, known, qualifier }: NamePlace): boolean {
  const { typedDeclarations = false, methodBody = typedDeclarations ? "{" : "" } = known.rules;
  if (typedDeclarations && (qualifier === undefined || prefix.trimEnd().endsWith("::"))) {
    const plain = prefix.replaceAll(TEMPLATE_REGEXP, "").replaceAll(TEMPLATE_REGEXP, "");
    if (TYPED_PREFIX_REGEXP.test(plain) && !STATEMENT_WORD_REGEXP.test(` ${plain}`)) return true;
  }
  if (methodBody === "" || qualifier !== undefined) return false;
  if (!METHOD_PREFIX_REGEXP.test(prefix)) return false;
  let after = closeOf(masked, end, Math.min(masked.length, end + MAX_PARAMETERS));
  while (masked.charCodeAt(after) <= SPACE) after++;
  return methodBody.includes(masked[after] ?? " ");
}

/** Returns whether a name with round brackets behind it takes a value apart rather than makes one. */
function isPattern({ masked, end, name, prefix, known }: NamePlace): boolean {
  const { patterns } = known.rules;
  if (patterns === undefined || !UPPER_REGEXP.test(name)) return false;
  if (PATTERN_PREFIX_REGEXP.test(prefix)) return true;
  const newline = masked.indexOf("\n", end);
  return patterns === "arrows" && !prefix.includes("=>") &&
    PATTERN_REST_REGEXP.test(
      masked.slice(end, newline < 0 ? end + MAX_PREFIX : newline).slice(0, MAX_PREFIX),
    );
}
