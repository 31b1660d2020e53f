import assert from "node:assert/strict";
import { escapeControls, removeSpelledColours, toPlainText } from "./plain_text.ts";

const TEXTS: Readonly<Record<string, readonly [written: string, shown: string]>> = {
  "plain text": ["a\tb\nc", "a\tb\nc"],
  "colours": ["\x1b[96ma.ts\x1b[0m:\x1b[1;93m1\x1b[m", "a.ts:1"],
  "colours of 24 bits": ["\x1b[38;2;1;2;3mred\x1b[38:5:9mx", "redx"],
  "movements": ["\x1b[2K\x1b[1Gdone\x1b[?25h", "done"],
  "8-bit sequences": ["\x9b31mred\x9b0m", "red"],
  "links": ["\x1b]8;;https://x.org/a\x1b\\a.ts\x1b]8;;\x1b\\", "a.ts"],
  "links that a bell ends": ["\x1b]8;id=1;file:///a\x07a.ts\x1b]8;;\x07", "a.ts"],
  "titles": ["\x1b]0;make\x07ok", "ok"],
  "a string without an end": ["\x1b]0;make\nok", "\nok"],
  "device strings": ["\x1bPq#0\x1b\\ok", "ok"],
  "short escapes": ["\x1b7a\x1b(Bb\x1bc", "ab"],
  "an escape at the end": ["a\x1b", "a"],
  "a sequence that was cut off": ["a\x1b[3", "a"],
  "overstruck letters": ["N\bNA\bAM\bME _\bx", "NAME x"],
  "other controls": ["a\x00b\x07c\x7fd", "abcd"],
  "progress": ["x\n10%\r50%\rdone\ny", "x\ndone\ny"],
  "progress on Windows": ["x\r\n10%\rdone\r\n", "x\r\ndone\r\n"],
  "line ends of Windows": ["a\r\nb\r\n", "a\r\nb\r\n"],
  "doubled carriage returns": ["a\r\r\nb", "a\r\nb"],
  "carriage returns as line ends": ["a\rb\r", "a\nb\n"],
  "ranges of Prometheus": ["rate(x[5m])", "rate(x[5m])"],
};

for (const [what, [written, shown]] of Object.entries(TEXTS)) {
  Deno.test(`toPlainText() shows ${what} as a terminal does`, () => {
    assert.equal(toPlainText(written), shown);
    assert.equal(toPlainText(shown), shown);
  });
}

Deno.test("toPlainText() takes linear time for a hostile text", () => {
  for (const part of ["\x1b]0;", "\x1b[1;", "\x9b", "a\b", "\b\b", "\r", "\x1b[\n", "\x1bP"]) {
    assert.equal(typeof toPlainText(part.repeat(300_000)), "string");
  }
});

Deno.test("removeSpelledColours() removes the colours of a line that has several, in each spelling", () => {
  const spellings = ["\\u001b[", "\\x1B[", "\\033[", "\\e[", "^[[", "\u241b[", "["];
  for (const escape of spellings) {
    const text = `${escape}96ma.ts${escape}0m:${escape}1;93m6${escape}0m`;
    assert.equal(removeSpelledColours(`${text}\nb`), "a.ts:6\nb", escape);
  }
});

Deno.test("removeSpelledColours() keeps text about a colour, and text that only looks like one", () => {
  for (const text of ["print \\x1b[31m first", "rate(x[5m]) / rate(y[10m])", "a[0m] b[22m]"]) {
    assert.equal(removeSpelledColours(text), text);
  }
});

Deno.test("escapeControls() replaces characters that end a line, move the cursor or reverse the order of letters", () => {
  assert.equal(
    escapeControls("a\0\t\r\n\x1b[2J\x7f\x9b\u200e\u200f\u202a\u202e\u2028\u2029\u2066\u2069z"),
    "a\\u0000\\u0009\\u000d\\u000a\\u001b[2J\\u007f\\u009b" +
      "\\u200e\\u200f\\u202a\\u202e\\u2028\\u2029\\u2066\\u2069z",
  );
  const harmless = 'naïve "日本" \\ שלום 👩\u200d💻\u00a0';
  assert.equal(escapeControls(harmless), harmless);
});
