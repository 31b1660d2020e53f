/**
 * Returns the number of UTF-8 bytes of a character of one code unit; a lone surrogate is written as
 * U+FFFD, which has 3.
 */
function unitBytes(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
}

/** Returns true when the character at a UTF-16 offset is a surrogate pair. */
function isPairAt(text: string, offset: number): boolean {
  return (text.charCodeAt(offset) & 0xfc00) === 0xd800 &&
    (text.charCodeAt(offset + 1) & 0xfc00) === 0xdc00;
}

/** Size of a text in UTF-8. */
export interface Utf8Size {
  readonly bytes: number;
  /** Number of code points; a lone surrogate counts as one. */
  readonly characters: number;
}

/** Returns the size of a text in UTF-8, in one pass and without a copy of the text. */
export function measureUtf8(text: string): Utf8Size {
  let bytes = 0;
  let pairs = 0;
  for (let offset = 0; offset < text.length; offset++) {
    if (isPairAt(text, offset)) {
      bytes += 4;
      pairs++;
      offset++;
    } else bytes += unitBytes(text.charCodeAt(offset));
  }
  return { bytes, characters: text.length - pairs };
}

/**
 * Returns the longest start of a text with at most `bytes` UTF-8 bytes; no character is divided.
 */
export function takeUtf8Start(text: string, bytes: number): string {
  let left = bytes;
  let end = 0;
  while (end < text.length) {
    const isPair = isPairAt(text, end);
    left -= isPair ? 4 : unitBytes(text.charCodeAt(end));
    if (left < 0) break;
    end += isPair ? 2 : 1;
  }
  return text.slice(0, end);
}

/** Returns the longest end of a text with at most `bytes` UTF-8 bytes; no character is divided. */
export function takeUtf8End(text: string, bytes: number): string {
  let left = bytes;
  let start = text.length;
  while (start > 0) {
    const isPair = start > 1 && isPairAt(text, start - 2);
    left -= isPair ? 4 : unitBytes(text.charCodeAt(start - 1));
    if (left < 0) break;
    start -= isPair ? 2 : 1;
  }
  return text.slice(start);
}

/**
 * Returns the first `length` UTF-16 code units of a text, or one fewer when the last would be half
 * of a surrogate pair.
 */
export function takeUtf16Start(text: string, length: number): string {
  return text.slice(0, isPairAt(text, length - 1) ? length - 1 : length);
}

/** Number of bytes of a token, as Codex estimates. */
export const TOKEN_BYTES = 4;

/**
 * Returns a quarter of the number of UTF-8 bytes of a text, rounded up: the number of tokens that
 * Codex estimates.
 */
export function countBytes4(text: string): number {
  return Math.ceil(measureUtf8(text).bytes / TOKEN_BYTES);
}
