import { profileOf } from "../language/language_table.ts";

/** Names that stand for nothing of their own in any language. */
const PLACEHOLDERS = "self this cls args kwargs init new str string int bool any none null void";

/** Words that are no names in most languages. */
const COMMON =
  "if else for while do return switch case break continue default try catch finally throw in is as null " +
  "true false this self super";

/** Words in front of a name that is being defined, in most languages. */
const DEFINERS =
  "class struct enum interface trait type union module namespace package def fn fun func function sub " +
  "macro object record protocol extension concept";

const KEYWORDS = new Map<string, ReadonlySet<string>>();

/**
 * Returns the words of a language that say nothing of what a text in it is about, in lower case: its keywords,
 * modifiers and words that define something, and the names of what every text has.
 */
export function listKeywords(language: string): ReadonlySet<string> {
  return KEYWORDS.getOrInsertComputed(language, () => {
    const { keywords = "", outline } = profileOf(language) ?? {};
    const written = [
      ...[PLACEHOLDERS, COMMON, DEFINERS, keywords, outline?.modifiers ?? ""],
      ...Object.keys(outline?.keywords ?? {}),
    ].flatMap((words) => words.split(/\s+/)).filter((word) => word !== "");
    return new Set(written.map((word) => word.toLowerCase()));
  });
}
