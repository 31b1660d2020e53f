/** Line of a file, without its line break. */
export interface ReadLine {
  /** Text; undefined for a line that is too long. */
  readonly text: string | undefined;
  /** True when the line is valid UTF-8. Invalid bytes are shown as U+FFFD. */
  readonly isValid: boolean;
}

const LINE_FEED = 10;

const STRICT = new TextDecoder("utf-8", { fatal: true });
const LENIENT = new TextDecoder();

/**
 * Yields the lines of a stream. At most one line is held in memory.
 *
 * @param maxBytes Maximum length of a line in bytes. Longer lines are skipped.
 */
export async function* readLines(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<ReadLine> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const finishLine = (): ReadLine => {
    const isLong = length > maxBytes;
    const line = isLong ? { text: undefined, isValid: true } : decode(join(parts, length));
    parts = [];
    length = 0;
    return line;
  };
  const add = (part: Uint8Array) => {
    length += part.length;
    // Frees the parts of a line that will be skipped.
    if (length > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let at; (at = chunk.indexOf(LINE_FEED, start)) >= 0; start = at + 1) {
      add(chunk.subarray(start, at));
      yield finishLine();
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield finishLine();
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1) return only!;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function decode(bytes: Uint8Array): ReadLine {
  try {
    return { text: STRICT.decode(bytes), isValid: true };
  } catch {
    return { text: LENIENT.decode(bytes), isValid: false };
  }
}
