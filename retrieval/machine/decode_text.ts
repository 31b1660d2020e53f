const UTF_8 = new TextDecoder("utf-8");
const UTF_16_LE = new TextDecoder("utf-16le");
const UTF_16_BE = new TextDecoder("utf-16be");

/**
 * Returns the text that the bytes of a file hold.
 *
 * UTF-8, or UTF-16 where a byte order mark says so; the mark itself is no part of the text. What is
 * not valid becomes U+FFFD. Line ends stay as they are.
 */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return UTF_16_LE.decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return UTF_16_BE.decode(bytes);
  return UTF_8.decode(bytes);
}
