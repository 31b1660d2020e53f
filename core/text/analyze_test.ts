import assert from "node:assert/strict";
import fc from "fast-check";
import { analyze, analyzeWord } from "./analyze.ts";
import { fold } from "./fold.ts";
import { scanNames } from "./scan_names.ts";
import { stem } from "./stem.ts";
import { MAX_TERM_LENGTH } from "./tokenize_name.ts";

// Names, scripts, marks and broken surrogate pairs in frequent combination.
const piece = fc.constantFrom(
  ...["foo", "Bar", "X", "s", "ing", "7", "_", "$", "-", " ", ".", "É", "e\u0301", "ß", "漢", "か"],
  ...["ﾞ", "ก็", "한", "\u1112\u1161", "й", "𠮷", "𝒜", "\ud842", "\udfb7", "\ufe0f"],
);
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("")),
);

Deno.test("analyzeWord() returns the same whole for every case style of a name", () => {
  for (const name of ["HTTPServer", "http_server", "httpServer", "http-server", "HTTP_SERVER"]) {
    assert.deepEqual(analyzeWord(name), ["httpserver", "http", "server"], name);
  }
  assert.deepEqual(analyzeWord("httpserver"), ["httpserver"]);
  assert.deepEqual(analyzeWord("fileName"), ["filenam", "file", "name"]);
  assert.deepEqual(analyzeWord("filename"), ["filenam"]);
});

Deno.test("analyzeWord() returns a word of one part as its stem", () => {
  assert.deepEqual(analyzeWord("Connections"), ["connect"]);
  assert.deepEqual(analyzeWord("__init__"), ["init"]);
  assert.deepEqual(analyzeWord("Crème"), ["creme"]);
  assert.deepEqual(analyzeWord("404"), ["404"]);
});

Deno.test("analyzeWord() stems the parts and keeps digits", () => {
  assert.deepEqual(analyzeWord("parseURLs"), ["parseurl", "pars", "url"]);
  assert.deepEqual(analyzeWord("sha256sum"), ["sha256sum", "sha", "256", "sum"]);
});

Deno.test("analyzeWord() drops single ASCII letters and words without letters or digits", () => {
  assert.deepEqual(analyzeWord("x"), []);
  assert.deepEqual(analyzeWord("é"), []);
  assert.deepEqual(analyzeWord("_"), []);
  assert.deepEqual(analyzeWord("\ufe0f"), []);
  assert.deepEqual(analyzeWord("\u0301"), []);
  assert.deepEqual(analyzeWord(""), []);
  assert.deepEqual(analyzeWord("i18n"), ["i18n", "18"]);
  assert.deepEqual(analyzeWord("aB"), ["ab"]);
  assert.deepEqual(analyzeWord("я"), ["я"]);
});

Deno.test("analyzeWord() returns the whole of each word of a hyphenated name", () => {
  assert.deepEqual(analyzeWord("foo_bar-bazQux"), [
    "foobarbazqux",
    "foobar",
    "foo",
    "bar",
    "bazqux",
    "baz",
    "qux",
  ]);
});

Deno.test("analyzeWord() returns only the short parts of an overlong word", () => {
  const long = "a".repeat(MAX_TERM_LENGTH + 1);
  assert.deepEqual(analyzeWord(long), []);
  assert.deepEqual(analyzeWord(`${long}_end`), ["end"]);
  assert.deepEqual(analyzeWord("b".repeat(MAX_TERM_LENGTH)), ["b".repeat(MAX_TERM_LENGTH)]);
});

Deno.test("analyzeWord() returns overlapping pairs for scripts without spaces", () => {
  assert.deepEqual(analyzeWord("検索語"), ["検索", "索語"]);
  assert.deepEqual(analyzeWord("語"), ["語"]);
  assert.deepEqual(analyzeWord("データ"), ["デー", "ータ"]);
  assert.deepEqual(analyzeWord("한국어"), ["한국", "국어"]);
  assert.deepEqual(analyzeWord("𠮷野家"), ["𠮷野", "野家"]);
  assert.deepEqual(analyzeWord("เก็บ"), ["เก็", "ก็บ"]);
  assert.deepEqual(analyzeWord("Docker容器httpServer"), [
    "docker",
    "容器",
    "httpserver",
    "http",
    "server",
  ]);
});

Deno.test("analyzeWord() returns the same for any encoding of Korean and Japanese", () => {
  assert.deepEqual(analyzeWord("한국어".normalize("NFD")), analyzeWord("한국어"));
  assert.deepEqual(analyzeWord("ガギ".normalize("NFD")), analyzeWord("ガギ"));
  assert.deepEqual(analyzeWord("ｶﾞｷﾞ"), analyzeWord("ガギ"));
});

Deno.test("analyze() returns offsets of wholes and parts", () => {
  assert.deepEqual(analyze("a httpServer, re-runs"), [
    { text: "httpserver", start: 2, end: 12, position: 0, isPart: false },
    { text: "http", start: 2, end: 6, position: 0, isPart: true },
    { text: "server", start: 6, end: 12, position: 1, isPart: true },
    { text: "rerun", start: 14, end: 21, position: 2, isPart: false },
    { text: "re", start: 14, end: 16, position: 2, isPart: true },
    { text: "run", start: 17, end: 21, position: 3, isPart: true },
  ]);
});

Deno.test("analyze() counts a position for a whole without kept parts", () => {
  assert.deepEqual(analyze("aB xY zz").map(({ text, position }) => [text, position]), [
    ["ab", 0],
    ["xy", 1],
    ["zz", 2],
  ]);
});

Deno.test("analyze() returns tokens whose slice folds to their text", () => {
  fc.assert(fc.property(anyText, (text) => {
    for (const token of analyze(text)) {
      const slice = text.slice(token.start, token.end).replaceAll(/[-_$]/g, "");
      assert.equal(stem(fold(slice)), token.text);
    }
  }));
});

Deno.test("analyze() returns terms that are neither empty nor too long, in order of position", () => {
  fc.assert(fc.property(anyText, (text) => {
    let position = 0;
    for (const token of analyze(text)) {
      assert.ok(token.text.length > 0 && token.text.length <= MAX_TERM_LENGTH);
      assert.ok(0 <= token.start && token.start < token.end && token.end <= text.length);
      assert.ok(token.position === position || token.position === position + 1);
      position = token.position;
    }
  }));
});

Deno.test("analyze() returns the same terms as analyzeWord() for the names of a text", () => {
  fc.assert(fc.property(anyText, (text) => {
    const terms: string[] = [];
    scanNames(text, (start, end) => terms.push(...analyzeWord(text.slice(start, end))));
    assert.deepEqual(analyze(text).map((token) => token.text), terms);
  }));
});
