/** Weight of a control, in characters: it is shown by an element of about so many. */
const CONTROL_WEIGHT = 40;

/** Weight of a line besides its text, in characters. */
const LINE_WEIGHT = 20;

/** Most weight of one line. */
const MAX_LINE_WEIGHT = 4000;

/** Most lines of a text. */
const MAX_LINES = 500;

/** Most weight of the lines of one text: about 2 ms of the thread that answers. */
export const MAX_LINES_WEIGHT = 200_000;

/** The first lines of a text, each cut where it is too long. */
export interface CutLines {
  readonly lines: readonly CutLine[];
  /** Lines of the whole text. */
  readonly total: number;
}

/** The begin of a line, and how many UTF-16 code units are left out behind it. */
export interface CutLine {
  readonly text: string;
  readonly rest: number;
}

/**
 * Returns the begin of a text that weighs no more than `most` characters; a control, which is shown by
 * an element of its own, weighs more than one. No surrogate pair is torn apart.
 *
 * @example
 * ```ts
 * import { cutText } from "./cut_text.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(cutText("abc", 2), "ab");
 * assert.equal(cutText("a\u0001\u0001", 50), "a\u0001");
 * ```
 */
export function cutText(text: string, most: number): string {
  return text.slice(0, measureText(text, most).end);
}

/** Returns the first lines of a text, no more than can be shown; see {@link cutText}. */
export function cutLines(
  text: string,
  { most = MAX_LINES_WEIGHT, maxLines = MAX_LINES }: {
    /** Most weight of all lines together. @default {200000} */
    readonly most?: number;
    /** @default {500} */
    readonly maxLines?: number;
  } = {},
): CutLines {
  const all = text.split("\n");
  const lines: CutLine[] = [];
  let left = most;
  for (const line of all.slice(0, maxLines)) {
    const { end, weight } = measureText(line, MAX_LINE_WEIGHT);
    left -= weight + LINE_WEIGHT;
    // One line is shown whatever it weighs, so that there is a way on.
    if (left < 0 && lines.length > 0) break;
    lines.push({ text: line.slice(0, end), rest: line.length - end });
  }
  return { lines, total: all.length };
}

/** Returns where the part of a text that may be shown ends, and what it weighs. */
function measureText(
  text: string,
  most: number,
): { readonly end: number; readonly weight: number } {
  let extra = 0;
  let end = Math.min(text.length, most);
  for (const { 0: character, index } of text.slice(0, most).matchAll(CONTROL_REGEXP)) {
    if (LAYOUT.has(character)) continue;
    if (index >= most - extra) break;
    if (index + extra + CONTROL_WEIGHT > most) {
      end = index;
      break;
    }
    extra += CONTROL_WEIGHT - character.length;
    end = Math.min(text.length, most - extra);
  }
  if (end < text.length && text.codePointAt(end - 1)! > 0xffff) end--;
  return { end, weight: end + extra };
}

/** A run of a text: as it is, or characters that would not show and may hide what does. */
export type TextRun =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "control"; readonly codePoints: readonly number[]; readonly name: string };

/**
 * Characters that a reader does not see, but whose doing may deceive: controls of C0 and C1, of writing
 * direction, invisible ones, and halves of a surrogate pair. Joiners stay, as scripts and emoji need them.
 */
const CONTROL_REGEXP: RegExp =
  /[\p{Cc}\p{Bidi_Control}\p{Cs}\u00ad\u200b\u2028\u2029\ufeff\u{e0000}-\u{e007f}]/gu;

/** Controls that only lay out lines. */
const LAYOUT: ReadonlySet<string> = new Set(["\n", "\t"]);

const LAST_C0 = 0x1f;
const DELETE = 0x7f;

/** Unicode's pictures of the controls of C0 begin here. */
const CONTROL_PICTURES = 0x2400;
const DELETE_PICTURE = "\u2421";

/** Returns the text in runs, so that what would not show can be made to; joined, they are the text. */
export function splitControls(
  text: string,
  { keepsLines = false }: {
    /** Whether line breaks and tabs are text. @default false */
    readonly keepsLines?: boolean;
  } = {},
): readonly TextRun[] {
  const runs: TextRun[] = [];
  let codePoints: number[] = [];
  const endControls = () => {
    if (codePoints.length === 0) return;
    runs.push({ kind: "control", codePoints, name: codePoints.map(nameControl).join("") });
    codePoints = [];
  };
  let start = 0;
  for (const { 0: character, index } of text.matchAll(CONTROL_REGEXP)) {
    if (keepsLines && LAYOUT.has(character)) continue;
    if (index > start) {
      endControls();
      runs.push({ kind: "text", text: text.slice(start, index) });
    }
    codePoints.push(character.codePointAt(0)!);
    start = index + character.length;
  }
  endControls();
  if (start < text.length) runs.push({ kind: "text", text: text.slice(start) });
  return runs;
}

function nameControl(codePoint: number): string {
  if (codePoint <= LAST_C0) return String.fromCodePoint(CONTROL_PICTURES + codePoint);
  if (codePoint === DELETE) return DELETE_PICTURE;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
