import { groupsAt, raw } from "../text/match_at.ts";
import type { GrammarSource, LiteralRules, StringRule } from "./profile.ts";

/** A piece of patterns: a name in letters of ASCII or any others, such as `size` and `größe`. */
export const NAME: string = raw`[A-Za-z_\x80-\uffff][\w\x80-\uffff]*`;

/** A piece of patterns: a name that may have a dollar sign, such as `$size`. */
export const DOLLAR_NAME: string = raw`[A-Za-z_$\x80-\uffff][\w$\x80-\uffff]*`;

/** Returns a sticky pattern of a name, with what may stand before and behind it. */
export function named(before = "", behind = "", name = NAME): RegExp {
  return new RegExp(`${before}(?<name>${name})${behind}`, "y");
}

/** Comments and characters as most languages with braces write them, with plain strings. */
export const BRACE_LITERALS: LiteralRules = {
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  strings: [quoted('"')],
  characters: true,
};

/** Returns a grammar of the package that has those of most languages, or of one of its own. */
export function grammarOf(
  name: string,
  references: GrammarSource["references"],
  ownPackage?: string,
): GrammarSource {
  const file = `tree-sitter-${name}.wasm`;
  return ownPackage === undefined
    ? { package: "@vscode/tree-sitter-wasm", file: `wasm/${file}`, references }
    : { package: ownPackage, file, references };
}

/** Returns a string that begins and ends with the same mark. */
export function quoted(quote: string, rest: Omit<StringRule, "open" | "close"> = {}): StringRule {
  return { open: quote, close: quote, ...rest };
}

/** Returns the group `name` of a sticky pattern at an offset. */
export function nameAt(pattern: RegExp, text: string, at: number): string | undefined {
  return groupsAt(pattern, text, at)["name"];
}
