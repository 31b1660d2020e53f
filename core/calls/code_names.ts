import { findProfile } from "../language/language_table.ts";
import { scanLiterals } from "../language/scan_literals.ts";

const COMMON_MEMBERS: ReadonlySet<string> = new Set(
  ("add addEventListener all any append apply as_ref at bind call catch clear clone close collect concat connect contains " +
    "copy count create delete destroy dump dumps each emit encode decode end entries equals error every exec execute extend " +
    "fill filter finally find first flat flatMap flush fmt fold forEach format from get getName getReader " +
    "hasNext hash hashCode has has_key includes index indexOf info init insert isEmpty is_empty is_err is_none is_ok is_some " +
    "items iter iterator join key keys last len length list load lock log lower map match max " +
    "merge min name new next none now of off on once open parse pause peek poll pop post print push put read reduce " +
    "remove removeEventListener replace reset resume reverse run save search seek select send set setdefault shift size " +
    "slice some sort splice split start startsWith endsWith stop stream strip sub substring sum " +
    "swap take tell test then toList toString to_s to_string trim type unlock unwrap update upper " +
    "value values wait warn with write zip").split(" "),
);

/**
 * Returns true when built-in types of most languages have a member of that name: lists, maps,
 * strings, files, promises. A call of such a member on an unknown value is weak evidence for a
 * definition of the same name.
 */
export function isCommonMember(name: string): boolean {
  return COMMON_MEMBERS.has(name);
}

/** Returns true when code in one language may call definitions in the other. */
export function areRelatedLanguages(language: string, other: string): boolean {
  if (language === other) return true;
  const family = familyOf(language);
  return family !== undefined && family === familyOf(other);
}

function familyOf(language: string): string | undefined {
  const { name, family = name } = findProfile(language) ?? {};
  return family;
}

/** Names without a meaning of their own in any language. */
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
 * Returns the words of a language that do not show the subject of a program text, in lower case:
 * keywords, modifiers, words that start definitions, and names that occur in every text.
 */
export function listKeywords(language: string): ReadonlySet<string> {
  return KEYWORDS.getOrInsertComputed(language, () => {
    const { keywords = "", outline } = findProfile(language) ?? {};
    const written = [
      ...[PLACEHOLDERS, COMMON, DEFINERS, keywords, outline?.modifiers ?? ""],
      ...Object.keys(outline?.keywords ?? {}),
    ].flatMap((words) => words.split(/\s+/)).filter((word) => word !== "");
    return new Set(written.map((word) => word.toLowerCase()));
  });
}

/**
 * Returns the text with the contents of its comments, strings and regular expressions replaced by
 * spaces; the quotes of strings stay. Every other character and every line break stays in place.
 * Code inside strings (`${…}`) is code. The text is unchanged when the language is unknown.
 *
 * @param text Any text; a literal that is never closed counts as code.
 */
export function maskLiterals(text: string, language: string): string {
  const { literals } = findProfile(language) ?? {};
  if (literals === undefined) return text;
  const { contents } = scanLiterals(text, literals);
  const parts: string[] = [];
  let done = 0;
  for (let i = 0; i < contents.length; i += 2) {
    const from = contents[i] ?? 0;
    const to = contents[i + 1] ?? 0;
    const blank = text.slice(from, to).split("\n").map(({ length }) => " ".repeat(length));
    parts.push(text.slice(done, from), blank.join("\n"));
    done = to;
  }
  return parts.join("") + text.slice(done);
}
