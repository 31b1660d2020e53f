/** Returns the SHA-256 of `bytes`, hexadecimal. */
export async function contentHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

const ENCODER = new TextEncoder();

/** Returns the SHA-256 of `text` as UTF-8, hexadecimal. */
export function textHash(text: string): Promise<string> {
  return contentHash(ENCODER.encode(text));
}
