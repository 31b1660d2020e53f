import { type LanguageOrName, profileOf } from "../language/language_table.ts";
import { scanLiterals } from "../language/scan_literals.ts";

/**
 * Returns the text with everything in its comments, strings and regular expressions turned into
 * spaces; of a string the quotes stay. Every other character and every line break stays where it is.
 * Code inside strings (`${…}`) is code. The text is returned as it is when nothing is known of the
 * language.
 *
 * @param text Any text; what is never closed is taken for code.
 */
export function maskLiterals(text: string, language: LanguageOrName): string {
  const { literals } = profileOf(language) ?? {};
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
