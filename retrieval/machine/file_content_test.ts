import assert from "node:assert/strict";
import { blobId, contentHash, textHash } from "./file_content.ts";

/** Example of one block in FIPS 180-4. */
const HASH_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

Deno.test("contentHash() is SHA-256 in hexadecimal", async () => {
  assert.equal(await contentHash(new Uint8Array([0x61, 0x62, 0x63])), HASH_OF_ABC);
});

Deno.test("textHash() hashes the text as UTF-8", async () => {
  assert.equal(await textHash("abc"), HASH_OF_ABC);
  assert.equal(await textHash("é"), await contentHash(new Uint8Array([0xc3, 0xa9])));
});

Deno.test("blobId() is the result of `git hash-object`", async () => {
  const bytes = new TextEncoder().encode("what is up, doc?");
  assert.equal(await blobId(bytes), "bd9dbf5aae1a3862dd1526723246b20206e5fc37");
  assert.equal(await blobId(new Uint8Array(0)), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
});
