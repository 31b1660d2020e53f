import { matchesAt, raw } from "../text/match_at.ts";
import type { Found } from "./outline_rules.ts";
import { closeOf, skipQuoted } from "./skip_literal.ts";
import { DOLLAR_NAME } from "./profile_parts.ts";

/** UTF-16 units of parameters that are read to see whether an arrow follows them. */
export const MAXIMUM_PARAMETERS = 1000;

/** Calls around a function that are looked into, one in the other. */
const MAXIMUM_WRAPPERS = 3;

/** `name = async function`, `name =>`, `(`. */
const FUNCTION_REGEXP = new RegExp(
  raw`\s*(?:[\w$.\x80-\uffff]+\s*=(?![=>])\s*)?(?:async\s*)?` +
    raw`(?:(?<keyword>function\b)|${DOLLAR_NAME}\s*=>|(?=[(<]))`,
  "y",
);
const ARROW_REGEXP = /\s*(?::[^=;{]*(?:\{[^}]*\}[^=;{]*)?)?=>/y;
/**
 * A call that may wrap a function: `memo(`, `React.forwardRef<A, B>(`, `createThunk("a/b", `. Of lists, promises
 * and selectors the value is what the function returns.
 */
const WRAPPER_REGEXP = new RegExp(
  raw`\s*(?:(?:[A-Z_$][\w$]*|styled)\.)?` +
    raw`(?!(?:if|for|while|switch|return|await|new|typeof|function|require|import` +
    raw`|set(?:Timeout|Interval|Immediate)|requestAnimationFrame|queueMicrotask` +
    raw`|(?:assert|expect|render|wait)\w*|use` +
    raw`(?!\w*(?:Callback|Memo|Event|Handler|Function|[Dd]ebounce|[Tt]hrottle))\w*)\b)` +
    raw`${DOLLAR_NAME}\s*(?:<[^\n;]*?>)?\((?:\s*(?:"[^"\n]*"|'[^'\n]*')\s*,)?`,
  "y",
);
const OPENERS = "([{";
const CLOSERS = ")]}";
const QUOTES = "\"'`";

/** Where the head of a function goes on, and where it ends. */
type FunctionHead = Pick<Found, "after" | "headEnd" | "isWrapped">;

/** Returns how the head of a function that is a value goes on, also of one that calls are made with. */
export function functionOrWrapped(text: string, from: number): FunctionHead | undefined {
  const plain = functionAt(text, from);
  if (plain !== undefined) return plain;
  let at = from;
  for (let count = 0; count < MAXIMUM_WRAPPERS; count++) {
    if (!matchesAt(WRAPPER_REGEXP, text, at)) return undefined;
    at = WRAPPER_REGEXP.lastIndex;
    const inner = functionAt(text, at);
    if (inner === undefined) continue;
    const headEnd = inner.headEnd ?? headEndOf(text, inner.after);
    return headEnd < 0 ? undefined : { after: from, headEnd, isWrapped: true };
  }
  return undefined;
}

/** Returns how the head of a function at an offset goes on, or `undefined` for another value. */
export function functionAt(text: string, from: number): FunctionHead | undefined {
  FUNCTION_REGEXP.lastIndex = from;
  const match = FUNCTION_REGEXP.exec(text);
  if (match === null) return undefined;
  const after = FUNCTION_REGEXP.lastIndex;
  if (match.groups?.["keyword"] !== undefined) return { after };
  if (match[0].endsWith(">")) return { after, headEnd: after };
  const limit = Math.min(text.length, after + MAXIMUM_PARAMETERS);
  let depth = 0;
  let angle = 0;
  for (let at = after; at < limit; at++) {
    const character = text[at] ?? "";
    if (depth === 0 && character === "<") angle++;
    else if (depth === 0 && character === ">" && text[at - 1] !== "=") angle--;
    else if (OPENERS.includes(character)) depth++;
    else if (QUOTES.includes(character)) at = Math.max(at, skipQuoted(text, at, false) - 1);
    else if (CLOSERS.includes(character) && --depth === 0 && angle <= 0) {
      if (!matchesAt(ARROW_REGEXP, text, at + 1)) return undefined;
      return { after, headEnd: ARROW_REGEXP.lastIndex };
    }
  }
  return undefined;
}

/** Returns the offset after the parameters of a function, and its type. */
function headEndOf(text: string, from: number): number {
  const open = text.indexOf("(", from);
  const limit = Math.min(text.length, from + MAXIMUM_PARAMETERS);
  if (open < 0 || open >= limit) return -1;
  const close = closeOf(text, open, limit);
  const brace = text.indexOf("{", close);
  return brace < 0 || brace >= limit ? -1 : brace;
}
