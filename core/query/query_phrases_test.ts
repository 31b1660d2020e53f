import assert from "node:assert/strict";
import { parseQuery } from "./parse_query.ts";
import { queryPhrases } from "./query_phrases.ts";

function phrasesOf(text: string): readonly string[] {
  return queryPhrases(parseQuery(text)).map(({ text }) => text);
}

Deno.test("queryPhrases() takes quotations of several words", () => {
  assert.deepEqual(queryPhrases(parseQuery('where is "could not  open" said, not "open"')), [
    { text: "could not open", weight: 1 },
  ]);
  assert.deepEqual(phrasesOf("“max file bytes”"), ["max file bytes"]);
});

Deno.test("queryPhrases() cuts an error message where the program put its values in", () => {
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

Deno.test("queryPhrases() gives a phrase once", () => {
  const text = 'It says "no such key" and:\n\nKeyError: no such key';
  assert.deepEqual(queryPhrases(parseQuery(text)), [{ text: "no such key", weight: 1 }]);
});

Deno.test("queryPhrases() says nothing of a question without quotations", () => {
  assert.deepEqual(queryPhrases(parseQuery("how are routes registered")), []);
});
