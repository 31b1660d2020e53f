import { profileOf } from "../language/language_table.ts";
import { prepareCalls } from "./prepare_calls.ts";

/** Names that stand for nothing of their own in any language. */
const PLACEHOLDERS = "self this cls args kwargs init new str string int bool any none null void";

const KEYWORDS = new Map<string, ReadonlySet<string>>();

/**
 * Returns the words of a language that say nothing of what a text in it is about, in lower case: its keywords,
 * modifiers and words that define something, and the names of what every text has.
 */
export function listKeywords(language: string): ReadonlySet<string> {
  return KEYWORDS.getOrInsertComputed(language, () => {
    const { calls = {}, outline } = profileOf(language) ?? {};
    const { keywords, definers } = prepareCalls(calls);
    const written = [
      ...[PLACEHOLDERS, outline?.modifiers ?? ""],
      ...Object.keys(outline?.keywords ?? {}),
    ].flatMap((words) => words.split(/\s+/));
    const words = [...keywords, ...definers, ...written].filter((word) => word !== "");
    return new Set(words.map((word) => word.toLowerCase()));
  });
}
