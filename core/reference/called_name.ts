import type { ReferenceLanguage } from "./reference_language.ts";

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
