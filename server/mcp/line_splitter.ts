import { Buffer } from "node:buffer";
import { MessageIdFinder } from "./message_id_finder.ts";

/** Line without its line end. Of a line that is too long, only the id of its message, as JSON. */
export type SplitLine = { readonly bytes: Uint8Array } | { readonly idOfLong: string };

const codeOf = (char: string) => char.charCodeAt(0);
const NEWLINE = codeOf("\n");
const QUOTE = codeOf('"');
const BACKSLASH = codeOf("\\");
const OPENING: ReadonlySet<number> = new Set(["{", "["].map(codeOf));
const CLOSING: ReadonlySet<number> = new Set(["}", "]"].map(codeOf));

/**
 * Returns the parts of a line with several objects or lists of JSON, each up to the begin of the
 * next.
 */
export function splitJsonValues(bytes: Uint8Array): readonly Uint8Array[] {
  const starts: number[] = [];
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (isInText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (OPENING.has(byte) && depth++ === 0) starts.push(at);
    else if (CLOSING.has(byte)) depth--;
  }
  return starts.map((start, index) => bytes.subarray(index === 0 ? 0 : start, starts[index + 1]));
}

/**
 * Splits bytes that arrive in parts into lines. Of one line it keeps at most as many bytes as a
 * message may have.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Uint8Array[] = [];
  #length = 0;
  /** Reads the rest of a line that is too long. */
  #finder: MessageIdFinder | undefined;

  /** @param maxBytes Maximum number of bytes of a line. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the lines that end in the next part. */
  push(bytes: Uint8Array): readonly SplitLine[] {
    const lines: SplitLine[] = [];
    let start = 0;
    for (let end; (end = bytes.indexOf(NEWLINE, start)) >= 0; start = end + 1) {
      this.#add(bytes.subarray(start, end));
      lines.push(this.end());
    }
    this.#add(bytes.subarray(start));
    return lines;
  }

  /** Returns the current line as if it ended here. */
  end(): SplitLine {
    const line = this.#finder === undefined
      ? { bytes: Buffer.concat(this.#parts) }
      : { idOfLong: this.#finder.id };
    this.#parts = [];
    this.#length = 0;
    this.#finder = undefined;
    return line;
  }

  #add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#finder === undefined && this.#length > this.#maxBytes) {
      this.#finder = new MessageIdFinder();
      for (const part of this.#parts) this.#finder.push(part);
      this.#parts = [];
    }
    if (this.#finder === undefined) this.#parts.push(bytes);
    else this.#finder.push(bytes);
  }
}
