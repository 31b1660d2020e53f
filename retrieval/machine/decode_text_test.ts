import assert from "node:assert/strict";
import { decodeText } from "./decode_text.ts";

Deno.test("decodeText() decodes UTF-8 and keeps line ends", () => {
  assert.equal(decodeText(new TextEncoder().encode("é\r\n\u{1f9ea}\n")), "é\r\n\u{1f9ea}\n");
  assert.equal(decodeText(new Uint8Array()), "");
});

Deno.test("decodeText() cuts off a byte order mark", () => {
  assert.equal(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])), "a");
});

Deno.test("decodeText() puts U+FFFD in the place of invalid bytes", () => {
  assert.equal(decodeText(new Uint8Array([0x61, 0xff, 0x62])), "a\ufffdb");
  assert.equal(decodeText(new Uint8Array([0xe2, 0x82])), "\ufffd");
});

Deno.test("decodeText() decodes UTF-16 in both orders when a mark says so", () => {
  assert.equal(decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0x00, 0xe9, 0x00])), "aé");
  assert.equal(decodeText(new Uint8Array([0xfe, 0xff, 0x00, 0x61, 0x00, 0xe9])), "aé");
  assert.equal(decodeText(new Uint8Array([0xff, 0xfe, 0x3e, 0xd8, 0xea, 0xdd])), "\u{1f9ea}");
});
