/**
 * Returns a text as lines of at most `width` UTF-16 code units, without loss. A line is cut after a
 * blank when there is one in its second half, otherwise at the full width.
 *
 * @example
 * ```ts
 * import { wrapText } from "@dossier/core/report";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(wrapText("one two three", 8), ["one two ", "three"]);
 * assert.deepEqual(wrapText("abcdefgh", 3), ["abc", "def", "gh"]);
 * ```
 */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width) {
    // A blank at the end of a line is not visible.
    const blank = rest.lastIndexOf(" ", width);
    let end = blank >= width / 2 ? blank + 1 : width;
    // Surrogate pairs are not split.
    if (/^[\uDC00-\uDFFF]/.test(rest.slice(end))) end--;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...lines, rest];
}

/** Start of a line after which its continuation lines are aligned: blanks, a name or a number. */
const HEAD_REGEXP = /^(?:\s+(?:\d+\. )?|\S{1,10} {2,})/;

/** Returns the lines of a text in at most `width` columns each; continuation lines are indented. */
export function wrapLines(text: string, width: number): string {
  return text.split("\n").map((line) => {
    const indent = HEAD_REGEXP.exec(line)?.[0].length ?? 0;
    const [first = "", ...more] = wrapText(line.slice(indent), width - indent);
    return [line.slice(0, indent) + first, ...more.map((part) => " ".repeat(indent) + part)]
      .map((part, at) => at === more.length ? part : part.trimEnd()).join("\n");
  }).join("\n");
}
