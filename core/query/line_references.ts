import type { Groups } from "./match_patterns.ts";

/**
 * Notations of a line number beside a path. The groups have the names of the fields of
 * `NamedLocation`. A number has at most 15 digits, so that it is exact; no file needs to have the
 * line.
 */
const LINE = "(?<line>\\d{1,15})";
const COLUMN = "(?<column>\\d{1,15})";
const END_LINE = "(?<endLine>\\d{1,15})";

/** Separator of the two lines of a range, in words and in signs. */
const TO = "\\s?(?:[-–]|\\.\\.|to|through|bis|à)\\s?L?";

/** Words for a line, in some languages and programs. */
const WORD =
  "(?:(?:start_?)?lines?(?:[ _-]?(?:number|num|start|no\\b\\.?))?|ln|zeilen?|lignes?|l[íi]neas?|" +
  "linhas?|rig[ah]e?|regel|wiersz|строк[аеиу])";

/**
 * Notation with a word, and the separators of lists, JSON, XML and sentences between the word and
 * the number.
 */
const WORD_NOTATION =
  `(?<![\\p{L}\\p{N}_]-?)${WORD}["']?[\\s:#=,~]{0,8}(?:\\{"begin":\\s?)?["']?L?${LINE}(?:${TO}${END_LINE})?(?![\\w.]*%)`;

/** Notation in the scripts of East Asia: 第6行, 6行目, 6번째 줄, 6행. */
const EAST_ASIAN_NOTATION = `第?\\s?${LINE}\\s?(?:行目?|번째\\s?줄|행)`;

/** Closing marks of a span, a quotation, emphasis or a bracket around a path. */
const CLOSING = "[\"'`*_”’»」)\\]>\\\\]";

/** Forms at the end of a word that begins with a path. */
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

/** Forms directly after a path. */
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
  `${CLOSING}{0,3}[,:]?\\s?(?:(?:on|at|in|around|near|about|by|@|[-–—])\\s)?[([]?${WORD_NOTATION}`,
  `${CLOSING}{0,3}\\s?(?:の\\s?)?${EAST_ASIAN_NOTATION}`,
], { start: "^" });

/**
 * `a.dart 6:9  main`. A number pair that looks like a time of day is a time, unless the path begins
 * the line.
 */
const PAIR = `${LINE}:${COLUMN}(?:-\\d{1,15})?(?![\\w:])`;
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d(?!-)";
const FIRST_PAIR_FORMS = compile([`${CLOSING}{0,3}\\s(?:at\\s)?${PAIR}`], { start: "^" });
const PAIR_FORMS = compile([`${CLOSING}{0,3}\\s(?:at\\s)?(?!${TIME})${PAIR}`], { start: "^" });

/** Forms that follow a path somewhere in its sentence. */
const LATER_FORMS = compile([
  WORD_NOTATION,
  EAST_ASIAN_NOTATION,
  // a.ts: Unexpected token (6:9)
  `^:\\s.{1,80}\\(${LINE}:${COLUMN}\\)\\s*$`,
  // a.py: Cannot parse: 6:9: text
  `^:\\s[^:]{1,60}:\\s${LINE}:${COLUMN}:`,
]);

/** Words between a line number and the path after it. */
const OF =
  "(?:of|in|at|from|the|source|template|#include|file|von|der|datei|d[aeiu]|do|del|nel|в|файл[ае])";

/** Forms before a path. */
const EARLIER_FORMS = compile([
  // line 6 of a.ts, lines 6 to 9 in the file `a.ts`, at line 6, char 9 of a.ss
  `${WORD_NOTATION}(?:,? (?:char|col)\\w{0,6}\\.? \\d{1,15})?,?(?:\\s${OF}:?){1,4}\\s`,
  // (line 6): Unknown tag 'x' in a.html
  `\\(${WORD_NOTATION}\\):\\s[^.]{1,60}\\sin\\s`,
  `\\bL${LINE}(?:-L?${END_LINE})?\\s(?:of|in|at)\\s`,
  // vim +6 a.ts
  `(?:^|\\s)\\+${LINE}\\s`,
  // git blame -L 6,9 a.ts, bat -r 6:9 a.ts, sed -n '6,9p' a.ts
  `\\s-{1,2}(?:L|r|line-range)[\\s=]?${LINE}[,:]\\+?${END_LINE}\\s`,
  `\\bsed\\s-n\\s["']?${LINE}(?:,${END_LINE})?p["']?\\s`,
], { end: "[\"'`*_<(\\[“‘«「]{0,3}$" });

/** Maximum distance of a path and its line number, in UTF-16 code units. */
const REACH = 90;

/** Start of the next sentence. */
const SENTENCE_END_REGEXP = /[.!?]\s+\p{Lu}/u;

function compile(
  forms: readonly string[],
  { start = "", end = "" }: { readonly start?: string; readonly end?: string } = {},
): readonly RegExp[] {
  return forms.map((form) => new RegExp(`${start}${form}${end}`, "iu"));
}

/**
 * Returns the line reference at the end of a word, and the word without it; undefined without one.
 */
export function splitLineReference(
  word: string,
): { readonly path: string; readonly location: Groups } | undefined {
  for (const form of ATTACHED_FORMS) {
    const match = form.exec(word);
    if (match?.groups !== undefined) {
      return { path: word.slice(0, match.index), location: match.groups };
    }
  }
  return undefined;
}

const LINE_WORD_REGEXP = new RegExp(`:${WORD}$`, "iu");

/**
 * Returns a word without the word for a line at its end, which .NET joins to a path: `Run.cs:line`.
 */
export function stripLineWord(word: string): string {
  return word.replace(LINE_WORD_REGEXP, "");
}

/** Text around a path. */
export interface PathSurroundings {
  /** Text of the line before the path, from the previous path on. */
  readonly before: string;
  /** Text of the line after the path, up to the next path. */
  readonly after: string;
  /** True when the word may be no path, so that only a reference directly beside it counts. */
  readonly isDoubtful: boolean;
}

/** Returns the line reference beside a path, or undefined. */
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

/**
 * Returns the text after a path up to the next sentence, and up to a line reference that belongs to
 * the next path.
 */
function cutSentence(after: string): string {
  const start = Math.max(0, after.length - REACH);
  const ends = EARLIER_FORMS.map((form) => form.exec(after.slice(start))?.index)
    .map((index) => index === undefined ? after.length : start + index);
  const own = after.slice(0, Math.min(...ends));
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
