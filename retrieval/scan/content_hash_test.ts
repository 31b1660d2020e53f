import assert from "node:assert/strict";
import { contentHash, textHash } from "./content_hash.ts";

/** FIPS 180-4, the example of one block. */
const HASH_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

Deno.test("contentHash() is SHA-256 in hexadecimal", async () => {
  assert.equal(await contentHash(new Uint8Array([0x61, 0x62, 0x63])), HASH_OF_ABC);
});

Deno.test("textHash() hashes the text as UTF-8", async () => {
  assert.equal(await textHash("abc"), HASH_OF_ABC);
  assert.equal(await textHash("é"), await contentHash(new Uint8Array([0xc3, 0xa9])));
});
