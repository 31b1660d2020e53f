/** Returns the SHA-256 of `bytes`, hexadecimal. */
export async function contentHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

const ENCODER = new TextEncoder();

/** Returns the blob id of a file with these bytes in git: 40 hexadecimal digits. */
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
