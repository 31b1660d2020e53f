/** A place in a text as people count it. */
export interface LinePosition {
  /** Line, 1-based. */
  readonly line: number;
  /** Column in UTF-16 code units, 1-based. */
  readonly column: number;
}

const LINE_FEED = "\n";

/**
 * The lines of a text: from offsets to lines and columns, and back.
 *
 * A line ends after its `\n`; a `\r` before that belongs to the line. A line feed at the very end
 * does not open another line, and the empty text has no lines.
 *
 * @example
 * ```ts
 * import { LineIndex } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const lines = new LineIndex("one\ntwo\nthree\n");
 * assert.equal(lines.lineCount, 3);
 * assert.deepEqual(lines.positionAt(5), { line: 2, column: 2 });
 * assert.equal(lines.offsetAt({ line: 2, column: 2 }), 5);
 * assert.equal(lines.slice(2, 3), "two\nthree\n");
 * ```
 */
export class LineIndex {
  /** The text whose lines these are. */
  readonly text: string;
  readonly #starts: readonly number[];

  /**
   * Finds the lines of a text, in time linear to its length.
   *
   * @param text Any text.
   */
  constructor(text: string) {
    this.text = text;
    this.#starts = findLineStarts(text);
  }

  /** How many lines the text has; 0 for the empty text. */
  get lineCount(): number {
    return this.#starts.length;
  }

  /**
   * Returns the line and column of an offset. The end of the text is on the last line, and on line
   * 1 when there is none.
   *
   * @param offset UTF-16 offset, 0-based, from 0 to the length of the text.
   * @throws {RangeError} If `offset` is outside the text.
   */
  positionAt(offset: number): LinePosition {
    if (!Number.isInteger(offset) || offset < 0 || offset > this.text.length) {
      throw new RangeError(
        `Cannot find the line as the offset must be an integer from 0 to ${this.text.length}: ` +
          `current value is ${offset}`,
      );
    }
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }

  /**
   * Returns the UTF-16 offset, 0-based, of a line and column. A column past the end of its line
   * gives the end of that line, after its line feed.
   *
   * @param position Line and column, both 1-based.
   * @throws {RangeError} If there is no such line, or the column is below 1.
   */
  offsetAt({ line, column }: LinePosition): number {
    this.#checkLine(line);
    if (!Number.isInteger(column) || column < 1) {
      throw new RangeError(
        `Cannot find the offset as the column must be an integer >= 1: current value is ${column}`,
      );
    }
    return Math.min(this.#startOf(line) + column - 1, this.#startOf(line + 1));
  }

  /**
   * Returns the text of whole lines with their line ends, so that `slice(1, lineCount)` is the whole
   * text.
   *
   * @param startLine First line, 1-based.
   * @param endLine Last line, 1-based and inclusive.
   * @throws {RangeError} If there is no such line, or the last is before the first.
   */
  slice(startLine: number, endLine: number): string {
    this.#checkLine(startLine);
    this.#checkLine(endLine);
    if (endLine < startLine) {
      throw new RangeError(
        `Cannot slice lines as the last must be >= the first, ${startLine}: current value is ${endLine}`,
      );
    }
    return this.text.slice(this.#startOf(startLine), this.#startOf(endLine + 1));
  }

  #startOf(line: number): number {
    return this.#starts[line - 1] ?? this.text.length;
  }

  #checkLine(line: number): void {
    if (Number.isInteger(line) && line >= 1 && line <= this.lineCount) return;
    throw new RangeError(
      `Cannot find the line as it must be an integer from 1 to ${this.lineCount}: ` +
        `current value is ${line}`,
    );
  }
}

function findLineStarts(text: string): readonly number[] {
  const starts: number[] = [];
  let start = 0;
  while (start < text.length) {
    starts.push(start);
    const lineFeed = text.indexOf(LINE_FEED, start);
    start = lineFeed === -1 ? text.length : lineFeed + 1;
  }
  return starts;
}
