import assert from "node:assert/strict";
import { escapeControls } from "./escape_controls.ts";

Deno.test("escapeControls() replaces what ends a line, moves the cursor or turns the order of letters", () => {
  assert.equal(
    escapeControls("a\0\t\r\n\x1b[2J\x7f\x9b\u200e\u200f\u202a\u202e\u2028\u2029\u2066\u2069z"),
    "a\\u0000\\u0009\\u000d\\u000a\\u001b[2J\\u007f\\u009b" +
      "\\u200e\\u200f\\u202a\\u202e\\u2028\\u2029\\u2066\\u2069z",
  );
  const harmless = 'naïve "日本" \\ שלום 👩\u200d💻\u00a0';
  assert.equal(escapeControls(harmless), harmless);
});
