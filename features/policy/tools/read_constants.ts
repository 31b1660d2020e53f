import { maskLiterals } from "@dossier/core/calls";
import type { JsonValue } from "@dossier/core/text";
import { readLiteral } from "./literal_reader.ts";
import type { LiteralLanguage } from "./literal_syntax.ts";

/** What a constant begins with, up to its value: `name` is its own, and `exports` says that it is set on the module. */
const ASSIGNMENTS: Readonly<Record<LiteralLanguage, RegExp>> = {
  // Only at the margin: what stands further in depends on something.
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
 * Returns the constants of a program by their names, without running it: what stands outside of all blocks and has
 * a literal for a value. A name that is assigned twice has the value of the last one, and none when that is no
 * literal.
 *
 * The text is not parsed, as a grammar takes time to load and may have to be fetched. That brackets and quotes
 * match is all that is known of the rest; most errors there are seen by it.
 *
 * @param text The program, any line breaks.
 * @param names Those that are asked for.
 * @returns Undefined when brackets or quotes of the text do not match, so that it is no program.
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
    // What is exported may be the constant itself.
    else if (exports === undefined) constants.delete(name);
  }
  return constants;
}

/**
 * Returns what says of an offset whether it is outside of all brackets; undefined when they do not match. It is
 * asked with ascending offsets.
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
