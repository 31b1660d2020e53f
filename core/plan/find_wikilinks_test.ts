import assert from "node:assert/strict";
import fc from "fast-check";
import { findWikilinks } from "./find_wikilinks.ts";

Deno.test("N-10 findWikilinks() returns slugs in order, each once", () => {
  assert.deepEqual(findWikilinks("[[b]] and [[a/x.md]], [[b]] [[ c d ]]\n[[a/x.md|again]]"), [
    "b",
    "a/x.md",
    "c d",
  ]);
});

Deno.test("N-10 findWikilinks() reads a slug with section and label, also in a table", () => {
  assert.deepEqual(findWikilinks("See [[auth#Refresh tokens|the tokens]]."), ["auth"]);
  assert.deepEqual(findWikilinks("| [[auth\\|login]] |"), ["auth"]);
  assert.deepEqual(findWikilinks("[[auth#|]]"), ["auth"]);
});

Deno.test("N-10 findWikilinks() ignores links that are not closed on their line or empty", () => {
  assert.deepEqual(findWikilinks("[[open and [[closed]]"), ["closed"]);
  assert.deepEqual(
    findWikilinks("[[a] ] [[]] [[ ]] [[#part]] [[|label]] [[two\nlines]] [x] a[[0] [[end"),
    [],
  );
});

Deno.test("N-10 findWikilinks() ignores code spans and code blocks", () => {
  assert.deepEqual(findWikilinks("`[[a]]` ``[[b]]`` [[c]] `[[d]]"), ["c", "d"]);
  assert.deepEqual(
    findWikilinks("```\n[[a]]\n~~~\n```\n[[b]]\n~~~~ md\n[[c]]\n~~~\n~~~~~\n[[d]]"),
    [
      "b",
      "d",
    ],
  );
  assert.deepEqual(findWikilinks("- ```sh\n  [[ -f x ]]\n  ```\n> ~~~\n> [[q]]\n> ~~~\n[[a]]"), [
    "a",
  ]);
  assert.deepEqual(findWikilinks("[[a]]\n```\n[[never closed]]"), ["a"]);
});

Deno.test("findWikilinks() returns the links of any text, well formed and in order", () => {
  const pieces = fc.array(
    fc.constantFrom("[[", "]]", "[", "]", "|", "#", "a", "b c", "\n", "`", "```", "~~~", " ", "\\"),
    { maxLength: 40 },
  );
  fc.assert(fc.property(pieces, (parts) => {
    const text = parts.join("");
    const slugs = findWikilinks(text);
    assert.equal(new Set(slugs).size, slugs.length);
    let last = 0;
    for (const slug of slugs) {
      assert.ok(slug.trim() === slug && slug !== "");
      assert.doesNotMatch(slug, /[[\]|#\n]/);
      const at = text.indexOf(slug, last);
      assert.ok(at >= last, "in order");
      last = at;
    }
  }));
});

Deno.test("findWikilinks() finds every link written into text without code", () => {
  const slug = fc.stringMatching(/^[a-z0-9/._-]{1,12}$/);
  fc.assert(fc.property(fc.uniqueArray(slug, { maxLength: 8 }), (slugs) => {
    const text = slugs.map((one, index) => `word [[${one}${index % 2 ? "|l" : "#s"}]],`).join("\n");
    assert.deepEqual(findWikilinks(text), slugs);
  }));
});

Deno.test("findWikilinks() reads a megabyte of brackets in one pass", () => {
  assert.deepEqual(findWikilinks("[[a".repeat(350_000)), []);
  assert.deepEqual(findWikilinks("[[a]] ".repeat(200_000)), ["a"]);
});

Deno.test("findWikilinks() takes time linear in the length of a line of spans and links", () => {
  // It would take minutes in quadratic time.
  const line = Array.from({ length: 200_000 }, (_, at) => `\`a\` \`[[x]]\` [[b${at}]] `).join("");
  assert.equal(findWikilinks(line).length, 200_000);
});
