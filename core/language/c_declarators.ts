import { raw } from "../text/match_at.ts";
import { NAME } from "./profile.ts";
const ATTRIBUTE_REGEXP =
  /\b(?:__attribute__|__declspec|alignas|_Alignas)\s*\((?:[^()]|\([^()]*\))*\)/g;
/**
 * Name of a pointer to a function, of an array of such pointers, of a block or of a function in
 * brackets.
 */
const WRAPPED_REGEXP = new RegExp(
  raw`\(\s*(?:[A-Za-z_]\w*\s+)*[*^&]*\s*(?:const\s+)?(?<name>${NAME})\s*` +
    raw`(?:\[[^\]]*\]\s*)*\)\s*[(\[]`,
);
const PARAMETERS_REGEXP = /\s*(?:(?:\[[^\]]*\]\s*)+|\([^]*\))\s*$/;
const WORDS_REGEXP = /[A-Za-z_\x80-\uffff][\w\x80-\uffff]*/g;
const MACRO_REGEXP = /^[A-Z][A-Z0-9_]*$/;

/** Maximum number of UTF-16 units of the names after a body that are read. */
const MAXIMUM_NAMES_LENGTH = 500;

/** Returns the names that `type *a, b[3], (*c)(int)` declares. */
export function declaredNames(declaration: string): string[] {
  return splitAtCommas(declaration).flatMap((declarator) =>
    wrappedName(declarator) ?? wordsOf(declarator.replace(PARAMETERS_REGEXP, "")).at(-1) ?? []
  );
}

/** Returns the names between the body of a type and the next semicolon. */
export function namesAfterBody(text: string, from: number): string[] {
  const rest = text.slice(from, from + MAXIMUM_NAMES_LENGTH);
  const end = rest.search(/[;{}]/);
  if (end < 0 || rest[end] !== ";") return [];
  return splitAtCommas(rest.slice(0, end)).flatMap((declarator) => {
    const words = wordsOf(declarator);
    return wrappedName(declarator) ?? words.find((word) => !MACRO_REGEXP.test(word)) ?? words[0] ??
      [];
  });
}

function wrappedName(declarator: string): string | undefined {
  return WRAPPED_REGEXP.exec(declarator)?.groups?.["name"];
}

function wordsOf(declarator: string): readonly string[] {
  return declarator.match(WORDS_REGEXP) ?? [];
}

/** Splits a list at the commas outside of its brackets, without attributes. */
function splitAtCommas(list: string): string[] {
  const text = list.replace(ATTRIBUTE_REGEXP, " ");
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if ("([<".includes(character)) depth++;
    else if (")]>".includes(character)) depth--;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
