import type { LiteralRules, StringRule } from "./profile.ts";

/** Literals begin with characters before this one. */
export const ASCII = 128;

/** Class of a character that may begin a literal. */
export const OTHER = 1;

/** Class of a bracket. */
export const BRACKET = 2;

/** Rules on literals with tables by the first character. */
export interface LiteralTables {
  readonly rules: LiteralRules;
  /** For each character whether a literal may begin with it, or whether it is a bracket. */
  readonly classes: Uint8Array;
  readonly strings: readonly (readonly StringRule[])[];
  readonly dataMarks: readonly string[];
}

/** Returns the tables of a language. */
export function prepareLiterals(rules: LiteralRules): LiteralTables {
  const { lineComments, blockComments = [], strings, heredocs, dataMarks = "" } = rules;
  const opens = [
    ...lineComments,
    ...blockComments.map(([open]) => open),
    ...strings.map(({ open }) => open),
    ...(heredocs === undefined ? [] : ["<", "\n"]),
    ...(dataMarks === "" ? [] : ["\n"]),
    ...(rules.characters === true ? ["'"] : []),
    ...(rules.regularExpressions === true ? ["/"] : []),
    ...(rules.rawStrings === undefined ? [] : [rules.rawStrings === "dollars" ? "$" : '"']),
  ];
  const classes = new Uint8Array(ASCII);
  const byCharacter = Array.from({ length: ASCII }, (): StringRule[] => []);
  for (const bracket of "(){}") classes[bracket.charCodeAt(0)] = BRACKET;
  for (const open of opens) classes[open.charCodeAt(0)] = OTHER;
  for (const rule of strings) byCharacter[rule.open.charCodeAt(0)]?.push(rule);
  return { rules, classes, strings: byCharacter, dataMarks: dataMarks.split(" ").filter(Boolean) };
}

/** Returns the rules under which strings of one quote, characters and regular expressions are code. */
export function withoutQuotes(rules: LiteralRules): LiteralRules {
  const strings = rules.strings.filter(({ open, after }) => open.length > 1 && after === undefined);
  return { ...rules, strings, characters: false, regularExpressions: false };
}
