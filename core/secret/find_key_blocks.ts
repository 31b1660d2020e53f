import type { SecretFinding } from "./mask_findings.ts";

/** First and last lines of keys in PEM (RFC 7468) and of OpenPGP. */
const MARK_REGEXP = /-----(BEGIN|END) ?(?:[A-Z\d]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** PuTTY key, between two lines that state its length and its checksum. */
const PUTTY_REGEXP = /^Private-Lines: \d+\s+((?:[A-Za-z\d+/]{20,}={0,2}\s*\n)+)/gm;

/** Run of base64 longer than names; lines of a key have 64 characters or more. */
const LONG_RUN_REGEXP = /[A-Za-z\d+/]{40}/;

/** Key with short lines, as the recommended rules of secretlint define it. */
const SHORT_LINES_REGEXP = /^[A-Za-z\d+/=\s\\]{100,}$/;

/** Line of a key, also in a string of a program or in a comment. */
const KEY_LINE_REGEXP = keyLine("{40,}");

/** Last line of a key, which may be short. */
const LAST_LINE_REGEXP = keyLine("{1,76}");

/** Line between the first line and the key: blank, or such as `Proc-Type: 4,ENCRYPTED`. */
const HEADER_REGEXP = /^\W*(?:[nr]\W*|[A-Z][\w-]*: .*)?$/;

/**
 * Returns the private keys in a text, including those that are cut off at the start or end of the
 * text; detectors need both ends of a key. Marks without a key between them, as in documentation,
 * are ignored.
 *
 * @param isPart True when the file has lines before the text.
 */
export function findKeyBlocks(
  text: string,
  { isPart }: { readonly isPart: boolean },
): SecretFinding[] {
  const marks = [...text.matchAll(MARK_REGEXP)].map(({ index, 0: mark, 1: word }) => ({
    start: index,
    end: index + mark.length,
    isBegin: word === "BEGIN",
  }));
  const putty = [...text.matchAll(PUTTY_REGEXP)].map(({ index, 0: { length }, 1: key = "" }) =>
    toFinding(index + length - key.length, index + length - 1)
  );
  if (marks.length === 0 && putty.length === 0) {
    return isPart && isInsideKey(text) ? [toFinding(0, text.length)] : [];
  }
  const blocks = marks.flatMap((mark, index) => {
    const next = marks[index + 1];
    const previous = marks[index - 1];
    if (mark.isBegin && next?.isBegin === false) {
      return isKey(text.slice(mark.end, next.start)) ? [toFinding(mark.start, next.end)] : [];
    }
    if (mark.isBegin) {
      const end = endOfKey(text.slice(mark.end, next?.start));
      return end === undefined ? [] : [toFinding(mark.start, mark.end + end)];
    }
    if (previous?.isBegin) return [];
    const from = previous?.end ?? 0;
    const start = startOfKey(text.slice(from, mark.start));
    return start === undefined ? [] : [toFinding(from + start, mark.end)];
  });
  return [...blocks, ...putty];
}

function toFinding(start: number, end: number): SecretFinding {
  return { rule: "private-key", start, end };
}

function isKey(body: string): boolean {
  return LONG_RUN_REGEXP.test(body) || SHORT_LINES_REGEXP.test(body);
}

/** Returns the end of a key whose first line is before the text. */
function endOfKey(text: string): number | undefined {
  let end: number | undefined;
  let offset = 0;
  for (const [index, line] of text.split("\n").entries()) {
    // The key may begin on the line of the mark, as it does in JSON.
    const isLong = index === 0 ? LONG_RUN_REGEXP.test(line) : KEY_LINE_REGEXP.test(line);
    const isRest = end !== undefined && LAST_LINE_REGEXP.test(line);
    if (isLong || isRest) end = offset + line.length;
    else if (end !== undefined || !HEADER_REGEXP.test(line)) return end;
    offset += line.length + 1;
    if (isRest && !isLong) return end;
  }
  return end;
}

/** Returns the start of a key whose last line is after the text. */
function startOfKey(text: string): number | undefined {
  let start: number | undefined;
  let offset = text.length;
  for (const [index, line] of text.split("\n").reverse().entries()) {
    offset -= line.length;
    // The key may end on the line of the mark, as it does in JSON.
    const isLong = index === 0 ? LONG_RUN_REGEXP.test(line) : KEY_LINE_REGEXP.test(line);
    // Before the mark is its indentation, and before that the last line of the key.
    const isEnd = start === undefined &&
      (index === 0 ? HEADER_REGEXP.test(line) : index === 1 && LAST_LINE_REGEXP.test(line));
    if (isLong) start = offset;
    else if (!isEnd) return start;
    offset -= 1;
  }
  return start;
}

/** Returns true when the text has only lines of a key, with both ends cut off. */
function isInsideKey(text: string): boolean {
  if (!KEY_LINE_REGEXP.test(text.slice(0, Math.max(text.indexOf("\n"), 0)))) return false;
  return text.trimEnd().split("\n").every((line) => KEY_LINE_REGEXP.test(line));
}

/**
 * Returns a pattern of a line of a key. No character matches two neighbouring parts, so the time is
 * linear.
 */
function keyLine(count: string): RegExp {
  const rest = "[^A-Za-z\\d+/]";
  return new RegExp(
    `^${rest}*(?:(?://|\\+)${rest}+)?[A-Za-z\\d+/]${count}={0,2}(?:\\\\[nr])*${rest}*\\+?\\s*$`,
  );
}
