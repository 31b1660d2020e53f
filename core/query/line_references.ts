import type { Groups } from "./match_patterns.ts";

/**
 * The ways in which a line is written beside a path. The groups are named after the fields of `NamedLocation`.
 * A number has at most 15 digits, so that it is exact; no file needs to have the line.
 */
const LINE = "(?<line>\\d{1,15})";
const COLUMN = "(?<column>\\d{1,15})";
const END_LINE = "(?<endLine>\\d{1,15})";

/** What stands between the two lines of a range, in words and in signs. */
const TO = "\\s?(?:[-–]|\\.\\.|to|through|bis|à)\\s?L?";

/** What a line is called, as people and programs of some languages call it. */
const WORD =
  "(?:(?:start_?)?lines?(?:[ _-]?(?:number|num|start|no\\b\\.?))?|ln|zeilen?|lignes?|l[íi]neas?|" +
  "linhas?|rig[ah]e?|regel|wiersz|строк[аеиу])";

/** In words, with what may stand between the word and the number in lists, JSON, XML and sentences. */
const WORDED =
  `(?<![\\p{L}\\p{N}_]-?)${WORD}["']?[\\s:#=,~]{0,8}(?:\\{"begin":\\s?)?["']?L?${LINE}(?:${TO}${END_LINE})?(?![\\w.]*%)`;

/** In the scripts of East Asia: 第6行, 6行目, 6번째 줄, 6행. */
const COUNTED = `第?\\s?${LINE}\\s?(?:行目?|번째\\s?줄|행)`;

/** Marks that close a span, a quotation, emphasis or a bracket around a path. */
const CLOSING = "[\"'`*_”’»」)\\]>\\\\]";

/** Forms that end the word which a path begins. */
const ATTACHED_FORMS = compile([
  // a.ts#L6C3-L9C4
  `[#:?]L${LINE}C${COLUMN}-L?${END_LINE}C\\d{1,15}`,
  // a.ts:6-9, a.ts#L6-L9, a.ts:6..9
  `(?<![#:]\\d{1,15})[#:]L?${LINE}(?:[-–]|\\.\\.)L?${END_LINE}`,
  // a.ts:6:9, a.hs:6:9-14, a.hs:6:9-7:3, a.tf:6,9-14
  `[#:]L?${LINE}(?:[:.,]C?${COLUMN})?(?:[-–](?:${END_LINE}:)?\\d{1,15})?`,
  // a.ts?t=1699:6:9
  `\\?[^:?]{0,200}:${LINE}(?::${COLUMN})?`,
  // a.ts†L6-L9
  `†L?${LINE}(?:-L?${END_LINE})?`,
  // open?file=a.ts&line=6
  `&line=${LINE}`,
  // a.py:line:6
  `:${WORD}[:=]${LINE}`,
  // a.gd:6:drain(), a.proto:6:9:Field, a.rb:6:in
  `:${LINE}(?::${COLUMN})?:[\\p{L}_][^/\\\\]{0,80}`,
  `(?:の|第)?${LINE}(?:行目?|행)`,
], { end: "$" });

/** Forms that stand directly behind a path. */
const NEAR_FORMS = compile([
  // a.ts(6,9), a.ts(6), a.sh[6], A.java:[6,9], a.hs:(6,9)-(8,2)
  `${CLOSING}{0,3}:?[([]${LINE}(?:[,:]\\s?${COLUMN})?[)\\]](?:-\\(${END_LINE},)?`,
  // a.ts (6:9), A.kt: (6, 9), a.ts (6-9)
  `${CLOSING}{0,3}:?\\s[([]${LINE}(?:[,:]\\s?${COLUMN}|[-–]${END_LINE})[)\\]]`,
  // `a.ts`:6:9, "a.lua"]:6:
  `${CLOSING}{1,3}:L?${LINE}(?::${COLUMN}|-${END_LINE})?`,
  // a.ts|6 col 9|
  `\\|${LINE}(?:\\scol\\s${COLUMN}(?:-\\d{1,15})?)?\\|`,
  // a.sh: 6: message; a sentence may end with a.ts: 6
  `${CLOSING}{0,3}:\\s{1,2}${LINE}(?=:\\s|[.,)]?\\s*$)`,
  // a.ts L6-L9
  `${CLOSING}{0,3}[,:]?\\s(?:@\\s)?[([]?L${LINE}(?::C${COLUMN}|-L?${END_LINE})?\\b`,
  // vim a.ts +6
  `\\s\\+${LINE}(?=\\s|$)`,
  // a.ts: line 6, a.ts (line 6), a.ts on line 6
  `${CLOSING}{0,3}[,:]?\\s?(?:(?:on|at|in|around|near|about|by|@|[-–—])\\s)?[([]?${WORDED}`,
  `${CLOSING}{0,3}\\s?(?:の\\s?)?${COUNTED}`,
], { start: "^" });

/** `a.dart 6:9  main`. What looks like a time of day is one, unless the path begins the line. */
const PAIR = `${LINE}:${COLUMN}(?:-\\d{1,15})?(?![\\w:])`;
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d(?!-)";
const FIRST_PAIR_FORMS = compile([`${CLOSING}{0,3}\\s(?:at\\s)?${PAIR}`], { start: "^" });
const PAIR_FORMS = compile([`${CLOSING}{0,3}\\s(?:at\\s)?(?!${TIME})${PAIR}`], { start: "^" });

/** Forms that follow a path somewhere in its sentence. */
const LATER_FORMS = compile([
  WORDED,
  COUNTED,
  // a.ts: Unexpected token (6:9)
  `^:\\s.{1,80}\\(${LINE}:${COLUMN}\\)\\s*$`,
  // a.py: Cannot parse: 6:9: text
  `^:\\s[^:]{1,60}:\\s${LINE}:${COLUMN}:`,
]);

/** What may stand between a line and the path behind it. */
const OF =
  "(?:of|in|at|from|the|source|template|#include|file|von|der|datei|d[aeiu]|do|del|nel|в|файл[ае])";

/** Forms that stand before a path. */
const EARLIER_FORMS = compile([
  // line 6 of a.ts, lines 6 to 9 in the file `a.ts`, at line 6, char 9 of a.ss
  `${WORDED}(?:,? (?:char|col)\\w{0,6}\\.? \\d{1,15})?,?(?:\\s${OF}:?){1,4}\\s`,
  // (line 6): Unknown tag 'x' in a.html
  `\\(${WORDED}\\):\\s[^.]{1,60}\\sin\\s`,
  `\\bL${LINE}(?:-L?${END_LINE})?\\s(?:of|in|at)\\s`,
  // vim +6 a.ts
  `(?:^|\\s)\\+${LINE}\\s`,
  // git blame -L 6,9 a.ts, bat -r 6:9 a.ts, sed -n '6,9p' a.ts
  `\\s-{1,2}(?:L|r|line-range)[\\s=]?${LINE}[,:]\\+?${END_LINE}\\s`,
  `\\bsed\\s-n\\s["']?${LINE}(?:,${END_LINE})?p["']?\\s`,
], { end: "[\"'`*_<(\\[“‘«「]{0,3}$" });

/** How far from a path its line may be written, in UTF-16 code units. */
const REACH = 90;

/** Where the next sentence begins. */
const SENTENCE_END_REGEXP = /[.!?]\s+\p{Lu}/u;

function compile(
  forms: readonly string[],
  { start = "", end = "" }: { readonly start?: string; readonly end?: string } = {},
): readonly RegExp[] {
  return forms.map((form) => new RegExp(`${start}${form}${end}`, "iu"));
}

/** Returns the line that ends a word, and the word without it; undefined when it ends with none. */
export function splitLineReference(
  word: string,
): { readonly path: string; readonly place: Groups } | undefined {
  for (const form of ATTACHED_FORMS) {
    const match = form.exec(word);
    if (match?.groups !== undefined) {
      return { path: word.slice(0, match.index), place: match.groups };
    }
  }
  return undefined;
}

const LINE_WORD_REGEXP = new RegExp(`:${WORD}$`, "iu");

/** Returns a word without the name of a line at its end, as .NET joins it to a path: `Run.cs:line`. */
export function stripLineWord(word: string): string {
  return word.replace(LINE_WORD_REGEXP, "");
}

/** The text around a path. */
export interface PathSurroundings {
  /** The text of the line before the path, from the path before it on. */
  readonly before: string;
  /** The text of the line behind the path, up to the next path. */
  readonly after: string;
  /** Whether the path may be none, so that only what stands directly beside it counts. */
  readonly isDoubtful: boolean;
}

/** Returns the line that a text names beside a path, or undefined. */
export function readLineReferenceBeside(
  { before, after, isDoubtful }: PathSurroundings,
): Groups | undefined {
  const later = after.slice(0, REACH);
  const pairs = before.trim() === "" ? FIRST_PAIR_FORMS : PAIR_FORMS;
  const beside = matchFirst(NEAR_FORMS, later) ?? matchFirst(pairs, later);
  const close = beside ?? matchFirst(EARLIER_FORMS, before.slice(-REACH));
  if (close !== undefined || isDoubtful) return close;
  return matchFirst(LATER_FORMS, cutSentence(after).slice(0, REACH));
}

/** Returns the text behind a path up to the next sentence, and to the line that the next path has before it. */
function cutSentence(behind: string): string {
  const start = Math.max(0, behind.length - REACH);
  const ends = EARLIER_FORMS.map((form) => form.exec(behind.slice(start))?.index)
    .map((index) => index === undefined ? behind.length : start + index);
  const own = behind.slice(0, Math.min(...ends));
  return own.slice(0, SENTENCE_END_REGEXP.exec(own.slice(0, REACH))?.index);
}

function matchFirst(forms: readonly RegExp[], text: string): Groups | undefined {
  if (!/\d/.test(text)) return undefined;
  for (const form of forms) {
    const groups = form.exec(text)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}
