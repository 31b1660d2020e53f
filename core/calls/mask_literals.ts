import { type LanguageOrName, profileOf } from "../language/language_table.ts";
import { scanLiterals } from "../language/scan_literals.ts";

/** Quotes that stand for nothing else, so that an odd number of them tells something. */
const LONG_QUOTES: ReadonlySet<string> = new Set(['"""', "'''", "`"]);

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

/**
 * Returns whether a text may end inside of a comment or string that goes on over lines, so that what
 * follows it is masked rightly only together with it. It looks for beginnings without ends and can be
 * wrong about those in other literals.
 *
 * @param text A text from its start, up to the end of a line.
 */
export function mayEndInLiteral(text: string, language: LanguageOrName): boolean {
  const { blockComments = [], strings = [] } = profileOf(language)?.literals ?? {};
  if (blockComments.some(([open, close]) => text.lastIndexOf(open) > text.lastIndexOf(close))) {
    return true;
  }
  const quotes = strings.filter(({ open, isLong }) => isLong === true && LONG_QUOTES.has(open));
  return [...new Set(quotes.map(({ open }) => open))]
    .some((quote) => text.split(quote).length % 2 === 0);
}
