import { maskLiterals } from "@dossier/core/calls";
import type { JsonValue } from "@dossier/core/text";
import { readLiteral } from "./literal_reader.ts";
import type { LiteralLanguage } from "./literal_syntax.ts";

/**
 * The start of a constant up to its value: `name` is its name, and `exports` is set when it is a
 * property of the module.
 */
const ASSIGNMENTS: Readonly<Record<LiteralLanguage, RegExp>> = {
  // Only at the margin: indented assignments are conditional.
  python: /^(?<name>[A-Za-z_]\w*)[ \t]*(?::[^=\n]*)?=(?!=)/gm,
  javascript: new RegExp(
    // const, module.exports.
    String.raw`(?<![\w$.])(?:(?:const|let|var)\s+|(?<exports>(?:module\.)?exports\.))` +
      // name: Type =
      String.raw`(?<name>[A-Za-z_$][\w$]*)\s*(?::(?:[^=;]|=>){0,300})?=(?![=>])`,
    "g",
  ),
};

const OPENERS = "([{";
const CLOSERS = ")]}";
const QUOTES = ["'", '"', "`"];
const BRACKET_REGEXP = /[()[\]{}]/g;

/**
 * Returns the constants of a program by name, without running it: top-level names with a literal
 * value. A name that is assigned twice has the last value, and none when that is not a literal.
 *
 * The text is not parsed, as loading a grammar takes time and may need a download. Only brackets
 * and quotes are checked for balance, which finds most syntax errors.
 *
 * @param text The program, any line breaks.
 * @param names Names to look for.
 * @returns Undefined when brackets or quotes of the text do not match, so that it is not a program.
 */
export function readConstants(
  text: string,
  language: LiteralLanguage,
  names: readonly string[],
): ReadonlyMap<string, JsonValue> | undefined {
  const source = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const masked = maskLiterals(source, language === "python" ? "python" : "typescript");
  const outside = findOutside(masked);
  if (outside === undefined || QUOTES.some((quote) => masked.split(quote).length % 2 === 0)) {
    return undefined;
  }
  const constants = new Map<string, JsonValue>();
  for (const match of masked.matchAll(ASSIGNMENTS[language])) {
    const { name = "", exports } = match.groups ?? {};
    if (!names.includes(name) || !outside(match.index)) continue;
    const value = readLiteral(source, match.index + match[0].length, language);
    if (value !== undefined) constants.set(name, value);
    // An exported name may refer to the constant itself.
    else if (exports === undefined) constants.delete(name);
  }
  return constants;
}

/**
 * Returns a function that returns true for offsets outside all brackets; undefined when brackets do
 * not match. Its offsets must ascend.
 */
function findOutside(masked: string): ((offset: number) => boolean) | undefined {
  const stack: string[] = [];
  const ranges: number[] = [];
  for (const { 0: bracket, index } of masked.matchAll(BRACKET_REGEXP)) {
    if (OPENERS.includes(bracket)) {
      if (stack.length === 0) ranges.push(index);
      stack.push(bracket);
    } else {
      if (stack.pop() !== OPENERS[CLOSERS.indexOf(bracket)]) return undefined;
      if (stack.length === 0) ranges.push(index);
    }
  }
  if (stack.length > 0) return undefined;
  let next = 0;
  return (offset) => {
    while ((ranges[next] ?? Infinity) < offset) next++;
    return next % 2 === 0;
  };
}
