/** Weight of a control character, in characters: about the size of the element that shows it. */
const CONTROL_WEIGHT = 40;

/** Weight of a line in addition to its text, in characters. */
const LINE_WEIGHT = 20;

/** Maximum weight of one line. */
const MAX_LINE_WEIGHT = 4000;

/** Maximum number of lines of a text. */
const MAX_LINES = 500;

/** Maximum weight of the lines of one text: about 2 ms of the thread that answers. */
export const MAX_LINES_WEIGHT = 200_000;

/** First lines of a text, each of which may be cut. */
export interface CutLines {
  readonly lines: readonly CutLine[];
  /** Number of lines of the whole text. */
  readonly total: number;
}

/** Beginning of a line, and the number of UTF-16 code units that are omitted after it. */
export interface CutLine {
  readonly text: string;
  readonly rest: number;
}

/**
 * Returns the beginning of a text that weighs at most `maxWeight` characters. A control character
 * weighs more than others, as it is shown in an element of its own. No surrogate pair is split.
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
export function cutText(text: string, maxWeight: number): string {
  return text.slice(0, measureText(text, maxWeight).end);
}

/** Returns the first lines of a text, as many as can be shown. See {@link cutText}. */
export function cutLines(
  text: string,
  { maxWeight = MAX_LINES_WEIGHT, maxLines = MAX_LINES }: {
    /** Maximum weight of all lines together. @default {200000} */
    readonly maxWeight?: number;
    /** @default {500} */
    readonly maxLines?: number;
  } = {},
): CutLines {
  const all = text.split("\n");
  const lines: CutLine[] = [];
  let left = maxWeight;
  for (const line of all.slice(0, maxLines)) {
    const { end, weight } = measureText(line, MAX_LINE_WEIGHT);
    left -= weight + LINE_WEIGHT;
    // One line is always shown, so that the reader can go on from it.
    if (left < 0 && lines.length > 0) break;
    lines.push({ text: line.slice(0, end), rest: line.length - end });
  }
  return { lines, total: all.length };
}

/** Returns the end of the part of a text that may be shown, and its weight. */
function measureText(
  text: string,
  maxWeight: number,
): { readonly end: number; readonly weight: number } {
  let extra = 0;
  let end = Math.min(text.length, maxWeight);
  for (const { 0: character, index } of text.slice(0, maxWeight).matchAll(CONTROL_REGEXP)) {
    if (LAYOUT.has(character)) continue;
    if (index >= maxWeight - extra) break;
    if (index + extra + CONTROL_WEIGHT > maxWeight) {
      end = index;
      break;
    }
    extra += CONTROL_WEIGHT - character.length;
    end = Math.min(text.length, maxWeight - extra);
  }
  if (end < text.length && text.codePointAt(end - 1)! > 0xffff) end--;
  return { end, weight: end + extra };
}

/** Part of a text: plain text, or characters that are invisible and may deceive the reader. */
export type TextRun =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "control"; readonly codePoints: readonly number[]; readonly name: string };

/**
 * Invisible characters that may deceive the reader: controls of C0 and C1, controls of writing
 * direction, other invisible characters, and halves of a surrogate pair. Joiners are excluded, as
 * scripts and emoji need them.
 */
const CONTROL_REGEXP: RegExp =
  /[\p{Cc}\p{Bidi_Control}\p{Cs}\u00ad\u200b\u2028\u2029\ufeff\u{e0000}-\u{e007f}]/gu;

/** Control characters that only lay out lines. */
const LAYOUT: ReadonlySet<string> = new Set(["\n", "\t"]);

const LAST_C0 = 0x1f;
const DELETE = 0x7f;

/** First of the Unicode pictures of the C0 controls. */
const CONTROL_PICTURES = 0x2400;
const DELETE_PICTURE = "\u2421";

/**
 * Returns a text in runs, so that invisible characters can be shown. The texts of all runs, joined,
 * are the original text.
 */
export function splitControls(
  text: string,
  { keepsLines = false }: {
    /** True when line breaks and tabs count as text. @default false */
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
