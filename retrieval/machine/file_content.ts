/** Returns the SHA-256 of `bytes`, hexadecimal. */
export async function contentHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

const ENCODER = new TextEncoder();

/** Returns what git calls a file of these bytes, as long as it is let keep them: 40 hexadecimal digits. */
export async function blobId(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const head = ENCODER.encode(`blob ${bytes.length}\0`);
  const whole = new Uint8Array(head.length + bytes.length);
  whole.set(head);
  whole.set(bytes, head.length);
  return new Uint8Array(await crypto.subtle.digest("SHA-1", whole)).toHex();
}

/** Returns the SHA-256 of `text` as UTF-8, hexadecimal. */
export function textHash(text: string): Promise<string> {
  return contentHash(ENCODER.encode(text));
}

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
