import type { PlacedEntry, PlacedValue } from "../config/mod.ts";

/** A key and a text that mean the same in any YAML, such as `title: How to answer`. */
const PLAIN_LINE_REGEXP = /^([A-Za-z_][\w-]*):( +)([A-Za-z](?:[\w .,/()'-]*[\w.,/()'-])?) *$/;

/** Words that are no texts. */
const WORD_REGEXP = /^(?:null|true|false)$/i;

/**
 * Returns what a YAML text of plain texts says, which is what most knowledge has above it: the parser takes a third
 * of a millisecond for it, and this a hundredth. Undefined for any other text, which is for the parser.
 */
export function readFlatYaml(text: string): PlacedValue | undefined {
  const entries: PlacedEntry[] = [];
  const seen = new Set<string>();
  for (const [at, written] of text.split("\n").entries()) {
    if (written === "") continue;
    const [, key, blanks = "", value] = PLAIN_LINE_REGEXP.exec(written) ?? [];
    if (key === undefined || value === undefined || seen.has(key)) return undefined;
    if (WORD_REGEXP.test(key) || WORD_REGEXP.test(value)) return undefined;
    seen.add(key);
    const line = at + 1;
    const column = key.length + 1 + blanks.length + 1;
    entries.push({ key, place: { line, column: 1 }, value: { place: { line, column }, value } });
  }
  const [first] = entries;
  return first === undefined ? undefined : { place: first.place, entries };
}
