import type { SecretFinding } from "./secret_finding.ts";

/** First and last lines of keys in PEM (RFC 7468) and of OpenPGP. */
const MARK_REGEXP = /-----(BEGIN|END) ?(?:[A-Z\d]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;

/** A run of base64 that is longer than names are: lines of a key have 64 characters or more. */
const LONG_RUN_REGEXP = /[A-Za-z\d+/]{40}/;

/** A key whose lines are short, as the recommended rules see one. */
const SHORT_LINES_REGEXP = /^[A-Za-z\d+/=\s\\]{100,}$/;

/** A line of a key, also as a string in a program or behind a mark of a comment. */
const KEY_LINE_REGEXP = keyLine("{40,}");

/** The last line of a key, which may be short. */
const LAST_LINE_REGEXP = keyLine("{1,76}");

/** Lines between the first one and the key: nothing, or `Proc-Type: 4,ENCRYPTED`. */
const HEADER_REGEXP = /^\W*(?:[nr]\W*|[A-Z][\w-]*: .*)?$/;

/**
 * Returns the private keys in a text, also where the text is a part of a file that ends or begins
 * within a key: detectors look for both of its ends.
 *
 * Marks without a key between them, as in documentation, are not found.
 *
 * @param isPart Whether there are lines of the file before the text.
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
  if (marks.length === 0) return isPart && isInsideKey(text) ? [toFinding(0, text.length)] : [];
  return marks.flatMap((mark, index) => {
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
}

function toFinding(start: number, end: number): SecretFinding {
  return { rule: "private-key", start, end };
}

function isKey(body: string): boolean {
  return LONG_RUN_REGEXP.test(body) || SHORT_LINES_REGEXP.test(body);
}

/** Returns where the lines end that belong to a key whose first line stands before the text. */
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

/** Returns where the lines start that belong to a key whose last line stands behind the text. */
function startOfKey(text: string): number | undefined {
  let start: number | undefined;
  let offset = text.length;
  for (const [index, line] of text.split("\n").reverse().entries()) {
    offset -= line.length;
    // The key may end on the line of the mark, as it does in JSON.
    const isLong = index === 0 ? LONG_RUN_REGEXP.test(line) : KEY_LINE_REGEXP.test(line);
    // Before the mark stands what indents it, and before that the last line.
    const isEnd = start === undefined &&
      (index === 0 ? HEADER_REGEXP.test(line) : index === 1 && LAST_LINE_REGEXP.test(line));
    if (isLong) start = offset;
    else if (!isEnd) return start;
    offset -= 1;
  }
  return start;
}

/** Returns whether the text is nothing but lines of a key, both ends cut off. */
function isInsideKey(text: string): boolean {
  if (!KEY_LINE_REGEXP.test(text.slice(0, Math.max(text.indexOf("\n"), 0)))) return false;
  return text.trimEnd().split("\n").every((line) => KEY_LINE_REGEXP.test(line));
}

/** No character fits two parts that follow each other, so that a line is read in linear time. */
function keyLine(count: string): RegExp {
  const rest = "[^A-Za-z\\d+/]";
  return new RegExp(
    `^${rest}*(?:(?://|\\+)${rest}+)?[A-Za-z\\d+/]${count}={0,2}(?:\\\\[nr])*${rest}*\\+?\\s*$`,
  );
}
