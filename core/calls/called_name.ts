import type { PreparedCalls } from "./prepare_calls.ts";

const LOWER_REGEXP = /^[a-z]/;
const BLOCK_START_REGEXP = /(?:^|[=.({,>]|\breturn|\belse)\s*$/;
const CONDITION_REGEXP = /^\s*(?:\}\s*)?(?:else\s+)?(?:if|while|for|switch|guard)\b/;
const ARROW_REGEXP = /[=-]>/g;
const TYPE_ARGUMENTS_END_REGEXP = /[<>;]|&&|\|\|/g;

/** UTF-16 units after a name that are looked at for type arguments, or for a call without brackets. */
const MAX_TYPE_ARGUMENTS = 300;

/** A name and what stands before it. */
export interface CallContext {
  /** The name. */
  readonly name: string;
  /** Its line up to it. */
  readonly prefix: string;
  /** Its language. */
  readonly known: PreparedCalls;
  /** What qualifies it; see `Call`. */
  readonly qualifier: string | undefined;
}

/** Returns whether what stands behind a name calls it. */
export function isCalled(
  masked: string,
  end: number,
  { name, prefix, known: { rules }, qualifier }: CallContext,
): boolean {
  let at = end;
  while (masked[at] === " ") at++;
  const next = masked[at] ?? "";
  if (next === "(") return rules.ignoresBrackets !== true;
  if (at === end && (next === "<" || next === ":")) return hasTypeArguments(masked, end);
  if (rules.calledBy !== undefined) {
    rules.calledBy.lastIndex = end;
    if (rules.calledBy.test(masked)) return true;
  }
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
