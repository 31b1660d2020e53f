import type { SyntaxFile } from "./syntax_file.ts";
import type { TextOccurrence } from "./text_file.ts";

/** UTF-16 units of a string that may name a definition. */
const MAX_STRING = 200;

const STRING_TYPE_REGEXP = /string|symbol|literal|content/;
const STRING_REGEXP = /^["'`:]*[\w$.:\\@/#-]+["'`]*$/;
const QUOTES_REGEXP = /["'`]+$/;

/** Returns where strings of a file hold nothing but a name, or a path that ends with it. */
export function listStringNames(file: SyntaxFile, name: string): readonly TextOccurrence[] {
  return [...file.listPlaces(name)].filter(({ start }) => {
    const node = file.root.descendantForIndex(start, start + name.length);
    if (node === null || !STRING_TYPE_REGEXP.test(node.type)) return false;
    const text = node.text.slice(0, MAX_STRING);
    return STRING_REGEXP.test(text) && text.replace(QUOTES_REGEXP, "").endsWith(name);
  });
}
