import { groupsAt } from "../text/match_at.ts";
import type { GrammarSource, LiteralRules, StringRule } from "./profile.ts";

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
