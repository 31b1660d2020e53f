import assert from "node:assert/strict";
import {
  pairFluent,
  pairMarkdown,
  pairProperties,
  parseCatalogue,
  parseXliff,
} from "./parse_translations.ts";

Deno.test("parseCatalogue() joins the lines of entries, and omits fuzzy, old and empty ones", () => {
  const text = `msgid ""
msgstr "Language: de"

#: a.py:1
msgid "Open the "
"\\"file\\""
msgstr ""
"Die Datei "
"öffnen"

#, fuzzy
msgid "Row"
msgstr "Reihe?"

#~ msgid "Old"
#~ msgstr "Alt"

msgid "Key"
msgstr ""

msgid "one file"
msgid_plural "%d files"
msgstr[0] "eine Datei"
msgstr[1] "%d Dateien"
`;
  assert.deepEqual(parseCatalogue(text), [
    { english: 'Open the "file"', foreign: "Die Datei öffnen" },
    { english: "one file", foreign: "eine Datei" },
  ]);
});

Deno.test("parseXliff() returns translated units, with entities decoded", () => {
  const unit = (state: string) =>
    `<trans-unit><source>a &lt; b</source>\n<target state="${state}">a &amp; b</target></trans-unit>`;
  assert.deepEqual(parseXliff(unit("translated") + unit("new")), [
    { english: "a < b", foreign: "a & b" },
  ]);
});

Deno.test("pairProperties() pairs values by key, over continued lines and escapes", () => {
  const english = "# note\nopen = Open \\\n  it\nAbort\\ search=Abort\nonly=here\n";
  const german = "open: \\u00d6ffnen\nAbort\\ search=Abbrechen\n";
  assert.deepEqual(pairProperties(english, german), [
    { english: "Open it", foreign: "Öffnen" },
    { english: "Abort", foreign: "Abbrechen" },
  ]);
});

Deno.test("pairFluent() pairs messages by name", () => {
  assert.deepEqual(pairFluent("help = Show help\n  and end\n", "help = Hilfe zeigen\nelse = x\n"), [
    { english: "Show help\n  and end", foreign: "Hilfe zeigen" },
  ]);
});

Deno.test("pairMarkdown() pairs paragraphs, without code, and skips sections that differ", () => {
  const english = "# A\n\nOne\ntwo\n\n```\ncode\n```\n\n# B\n\nThree\n\n- four\n- five\n";
  const german = "# X\n\nEins zwei\n\n# Y\n\nDrei\n\n- vier\n";
  assert.deepEqual(pairMarkdown(english, german), [
    { english: "# A", foreign: "# X" },
    { english: "One two", foreign: "Eins zwei" },
  ]);
});
