import assert from "node:assert/strict";
import fc from "fast-check";
import { parseQuery } from "./parse_query.ts";
import { findPhrase, queryPhrases } from "./query_phrases.ts";

function phrasesOf(text: string): readonly string[] {
  return queryPhrases(parseQuery(text)).map(({ text }) => text);
}

Deno.test("queryPhrases() returns quotations of several words", () => {
  assert.deepEqual(queryPhrases(parseQuery('where is "could not  open" said, not "open"')), [
    { text: "could not open", weight: 1 },
  ]);
  assert.deepEqual(phrasesOf("“max file bytes”"), ["max file bytes"]);
});

Deno.test("queryPhrases() cuts an error message at inserted values", () => {
  const texts = {
    'app.signing.BadSignature: Signature "a1b2" does not match': ["does not match"],
    "FileNotFoundError: [Errno 2] No such file or directory: '/a/b'": ["No such file or directory"],
    "TypeError: modules() takes from 1 to 2 positional arguments but 3 were given": [
      "takes from",
      "positional arguments but",
      "were given",
    ],
    "error: index out of range for path src/a.ts": ["index out of range for path"],
  };
  for (const [text, expected] of Object.entries(texts)) {
    assert.deepEqual(
      queryPhrases(parseQuery(text)).filter(({ weight }) => weight < 1).map(({ text }) => text),
      expected,
      text,
    );
  }
});

Deno.test("queryPhrases() returns a phrase once", () => {
  const text = 'It says "no such key" and:\n\nKeyError: no such key';
  assert.deepEqual(queryPhrases(parseQuery(text)), [{ text: "no such key", weight: 1 }]);
});

Deno.test("queryPhrases() is empty for a question without quotations", () => {
  assert.deepEqual(queryPhrases(parseQuery("how are routes registered")), []);
});

Deno.test("findPhrase() finds consecutive words in any case and with any space between them", () => {
  const lines = ["Retry the upload", "", "retry  THE\tupload; retry the", "  upload"];
  assert.deepEqual(findPhrase(" retry the\nupload ", lines), [0, 2]);
  assert.deepEqual(findPhrase("the retry", lines), []);
});

Deno.test("findPhrase() follows a phrase through the lines of a comment", () => {
  for (const mark of ["//", "///", "//!", "#", " *", "--", ">", ";"]) {
    const lines = ["x", `${mark} is given up`, `${mark} after five attempts`];
    assert.deepEqual(findPhrase("given up after five", lines), [1], mark);
  }
  assert.deepEqual(findPhrase("given up after", ["given up * after"]), []);
});

Deno.test("findPhrase() does not find a part of a word", () => {
  for (const line of ["reopen the file", "open the files", "open_the file", "open the_file"]) {
    assert.deepEqual(findPhrase("open the file", [line]), [], line);
  }
  assert.deepEqual(findPhrase("größe der", ["übergröße der"]), []);
  assert.deepEqual(findPhrase("ファイル 一覧", ["ファイル 一覧"]), [0]);
});

Deno.test("findPhrase() matches every character of a phrase literally", () => {
  const phrases = [
    "a.b (c)",
    "[x] {y}",
    "^1 $2",
    "a|b c",
    "50 % / day",
    "what? why*",
    String.raw`\d \w`,
  ];
  for (const phrase of phrases) {
    assert.deepEqual(findPhrase(phrase, ["first", `so ${phrase} is it`]), [1], phrase);
  }
  assert.deepEqual(findPhrase("a.b c", ["axb c"]), []);
  assert.deepEqual(findPhrase("--no-refresh flag", ["the --no-refresh flag"]), [0]);
});

Deno.test("findPhrase() finds every text in itself, and nothing for an empty phrase", () => {
  const word = fc.string({ minLength: 1, maxLength: 6 }).filter((text) => /^\S+$/.test(text));
  fc.assert(fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
    assert.deepEqual(findPhrase(words.join(" "), ["", words.join("  ")]), [1]);
  }));
  assert.deepEqual(findPhrase(" ", ["a b"]), []);
});
