import assert from "node:assert/strict";
import { toPlainText } from "../text/plain_text.ts";
import fc from "fast-check";
import { analyzeQuery, MAX_QUERY_TERMS } from "../text/analyze_query.ts";
import { queryText } from "../../tests/query_text.ts";
import { parseQuery } from "./parse_query.ts";
import { weightQueryTerms } from "./weight_query_terms.ts";

function weightsOf(text: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    weightQueryTerms(parseQuery(text)).map(({ term, weight }) => [term, weight]),
  );
}

Deno.test("weightQueryTerms() returns the terms of analyzeQuery() for a plain question, all with weight 1", () => {
  const questions = [
    "how are routes registered",
    "Request",
    "what is this",
    "wie werden Routen registriert",
    "設定ファイルの読み込み",
    "cookie parsing and Set-Cookie header handling",
    "",
  ];
  for (const question of questions) {
    const expected = analyzeQuery(question).map((term) => ({ ...term, weight: 1 }));
    assert.deepEqual(weightQueryTerms(parseQuery(question)), expected, question);
  }
});

Deno.test("weightQueryTerms() counts the title twice", () => {
  const weights = weightsOf("Slow startup\n\nThe `scanner` calls readFile and waits.");
  assert.deepEqual(weights, {
    slow: 2,
    startup: 2,
    scanner: 1,
    call: 1,
    readfil: 1,
    read: 1,
    file: 1,
    wait: 1,
  });
});

Deno.test("weightQueryTerms() gives a term the highest weight of its places", () => {
  const weights = weightsOf(
    "Crash\n\nThe button crashes.\n\n```js\nbutton.press();\nmenu.open();\n```",
  );
  assert.equal(weights.crash, 2);
  assert.equal(weights.button, 1);
  assert.equal(weights.menu, 0.25);
});

Deno.test("weightQueryTerms() counts the two innermost frames of a stack more than those further out", () => {
  const weights = weightsOf(`Upload fails

TypeError: size is missing
    at innermost (src/a.ts:1:1)
    at middle (src/b.ts:1:1)
    at outer (src/c.ts:1:1)`);
  assert.equal(weights.innermost, 0.5);
  assert.equal(weights.middl, 0.5);
  assert.equal(weights.outer, 0.1);
  assert.equal(weights.miss, 1);
});

Deno.test("weightQueryTerms() omits terms that are only in a template", () => {
  const weights = weightsOf(`Menu stays open

## Steps to reproduce

Click twice

## Environment

- OS: Ubuntu Linux

- [x] I have searched the existing issues

<!-- please delete this line -->`);
  assert.deepEqual(Object.keys(weights), [
    "menu",
    "stai",
    "open",
    "click",
    "twice",
    "os",
    "ubuntu",
    "linux",
  ]);
  assert.equal(weights.ubuntu, 0.1);
});

Deno.test("weightQueryTerms() keeps boilerplate when there is nothing else", () => {
  assert.deepEqual(weightsOf("<!-- describe it -->"), { describ: 1 });
});

Deno.test("weightQueryTerms() keeps the terms of a long text with the highest weights", () => {
  const words = (letter: string, count: number) =>
    Array.from(
      { length: count },
      (_, index) => letter.repeat(3) + index.toString(2).replaceAll("0", "q").replaceAll("1", "z"),
    );
  const prose = words("b", 200).join(" ");
  const code = words("k", 500).map((word) => `${word}();`).join("\n");
  const terms = weightQueryTerms(parseQuery(`Title here\n\n\`\`\`\n${code}\n\`\`\`\n\n${prose}`));
  assert.equal(terms.length, MAX_QUERY_TERMS);
  assert.equal(terms.filter(({ weight }) => weight === 1).length, 200);
  assert.equal(terms.filter(({ weight }) => weight === 0.25).length, 55);
});

Deno.test("weightQueryTerms() returns terms of analyzeQuery() with finite weights above 0 for any text", () => {
  fc.assert(fc.property(queryText(), (text) => {
    const known = new Set(analyzeQuery(toPlainText(text)).map(({ term }) => term));
    for (const { term, weight } of weightQueryTerms(parseQuery(text))) {
      assert.ok(known.has(term));
      assert.ok(weight > 0 && Number.isFinite(weight));
    }
  }));
});
