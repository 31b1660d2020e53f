import { decodeText, RetrievalError } from "../machine/mod.ts";

const LINE_FEED = 0x0a;

/**
 * Returns the text of bytes in UTF-8, or in UTF-16 with a byte order mark.
 *
 * @param name Name of the source of the bytes, for messages.
 * @throws {RetrievalError} `invalid-issue`, with the line, when the bytes have another encoding.
 */
export function decodeIssueText(bytes: Uint8Array<ArrayBuffer>, name: string): string {
  const first = bytes[0];
  // No text in UTF-8 begins with these bytes, which are the byte order marks of UTF-16.
  if (first === 0xff || first === 0xfe) return decodeText(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw issueError(name, `line ${findBrokenLine(bytes)} is not UTF-8: save it as UTF-8`);
  }
}

/**
 * Returns the first line that cannot be decoded. Lines can be decoded separately, because no
 * character of UTF-8 contains a line feed.
 */
function findBrokenLine(bytes: Uint8Array<ArrayBuffer>): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end;
  }
  return line;
}

/**
 * Returns the error for an issue that cannot be read, with the reason and the fix as half a
 * sentence.
 */
export function issueError(name: string, reason: string, cause?: unknown): RetrievalError {
  const refusal = { action: `read the issue from ${name}`, rule: reason };
  return new RetrievalError("invalid-issue", refusal, { cause });
}

/** Returns the error for an issue, or a file of issues, that does not exist. */
export function issueNotFoundError(name: string, reason: string, cause?: unknown): RetrievalError {
  const refusal = { action: `read the issue from ${name}`, rule: reason };
  return new RetrievalError("issue-not-found", refusal, { cause });
}
