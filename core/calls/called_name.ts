import type { ReferenceLanguage } from "./reference_language.ts";

const MACRO_OPENER_REGEXP = /[(\[{ ]/;
const LOWER_REGEXP = /^[a-z]/;
const BLOCK_START_REGEXP = /(?:^|[=.({,>]|\breturn|\belse)\s*$/;
const UPPER_REGEXP = /^[A-Z]/;
const ASSIGNMENT_REGEXP = /^\s*(?:[-+*\/|&]|\|\||&&)?=(?![=~>])/;
const RUBY_MARK_REGEXP = /[?!]$/;
const OPERATOR_REGEXP = /^\s*(?:=(?![=~])|\?\s|[:]\s)/;
const PIPE_REGEXP = /(?:\|>\s*|&)$/;
const WORD_REST_REGEXP = /^[-\w.\/]/;
const LOWER_START_REGEXP = /^[a-z_]/;
/** UTF-16 units after a name that are looked at for type arguments. */
const MAX_TYPE_ARGUMENTS = 300;
const ARROW_REGEXP = /[=-]>/g;
const TYPE_ARGUMENTS_END_REGEXP = /[<>;]|&&|\|\|/g;
const BRACKET_TYPE_ARGUMENTS_REGEXP = /\[[\w.,*\[\] ]+\]\(/y;
const SWIFT_CONDITION_REGEXP = /^\s*(?:\}\s*)?(?:else\s+)?(?:if|while|for|switch|guard)\b/;
const BARE_CALL_REGEXP =
  /^[ \t]+(?![-+*\/=<>|&%^.]\s|[=)\]},;.]|(?:if|unless|and|or|then|in|when|while|end)\b)[\w:"'@\[{&$*\-~^%\\]/;
const STATEMENT_START_REGEXP =
  /(?:^|[=(,{|;:!&>\[]|\b(?:return|then|do|if|unless|and|or|not|else|elsif|when|while|until|yield))\s*$/;
const COMMAND_START_REGEXP = /(?:^|[;|&({`]|\$\(|\b(?:then|do|if|else|elif|while|until|!|&&))\s*$/;

/** A name and what stands before it. */
export interface CallContext {
  /** The name. */
  readonly name: string;
  /** Its line up to it. */
  readonly prefix: string;
  /** Its language. */
  readonly known: ReferenceLanguage;
  /** What qualifies it; see `Reference`. */
  readonly qualifier: string | undefined;
}

/** Returns whether what stands behind a name calls it. */
export function isCalled(
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
    if (next === "!" && family === "rust") return MACRO_OPENER_REGEXP.test(masked[end + 1] ?? "");
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
    if (!LOWER_REGEXP.test(name)) return false;
    return BLOCK_START_REGEXP.test(prefix) &&
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
      const isConstant = UPPER_REGEXP.test(name);
      if (qualifier !== undefined) {
        return !isConstant && !ASSIGNMENT_REGEXP.test(line);
      }
      if (isConstant) return false;
      if (RUBY_MARK_REGEXP.test(name)) return true;
      return STATEMENT_START_REGEXP.test(prefix) && BARE_CALL_REGEXP.test(line) &&
        !OPERATOR_REGEXP.test(line);
    }
    case "elixir":
      if (UPPER_REGEXP.test(name)) return false;
      return qualifier !== undefined || PIPE_REGEXP.test(prefix) ||
        (STATEMENT_START_REGEXP.test(prefix) && BARE_CALL_REGEXP.test(line));
    case "bash":
      return COMMAND_START_REGEXP.test(prefix) && !/^[=(]|^\s*\(\)/.test(line) &&
        !WORD_REST_REGEXP.test(line);
    case "lisp":
      return prefix.endsWith("(");
    default:
      return LOWER_START_REGEXP.test(name);
  }
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
