import assert from "node:assert/strict";
import fc from "fast-check";
import { findWikilinks } from "./find_wikilinks.ts";

function slugsIn(text: string): readonly string[] {
  return findWikilinks(text).map(({ slug }) => slug);
}

Deno.test("N-10 findWikilinks() returns slugs in order, each once", () => {
  assert.deepEqual(slugsIn("[[b]] and [[a/x.md]], [[b]] [[ c d ]]\n[[a/x.md|again]]"), [
    "b",
    "a/x.md",
    "c d",
  ]);
});

Deno.test("N-10 findWikilinks() reads section and label, and where the link is", () => {
  const text = "See [[auth#Refresh tokens|the tokens]].";
  const [link] = findWikilinks(text);
  assert.deepEqual(link, {
    slug: "auth",
    section: "Refresh tokens",
    label: "the tokens",
    start: 4,
    end: 38,
  });
  assert.equal(text.slice(link?.start, link?.end), "[[auth#Refresh tokens|the tokens]]");
  assert.deepEqual(findWikilinks("| [[auth\\|login]] |")[0]?.slug, "auth");
  assert.deepEqual(findWikilinks("[[auth#|]]"), [{ slug: "auth", start: 0, end: 10 }]);
});

Deno.test("N-10 findWikilinks() ignores what is not closed on its line or names nothing", () => {
  assert.deepEqual(slugsIn("[[open and [[closed]]"), ["closed"]);
  assert.deepEqual(
    slugsIn("[[a] ] [[]] [[ ]] [[#part]] [[|label]] [[two\nlines]] [x] a[[0] [[end"),
    [],
  );
});

Deno.test("N-10 findWikilinks() ignores code spans and code blocks", () => {
  assert.deepEqual(slugsIn("`[[a]]` ``[[b]]`` [[c]] `[[d]]"), ["c", "d"]);
  assert.deepEqual(slugsIn("```\n[[a]]\n~~~\n```\n[[b]]\n~~~~ md\n[[c]]\n~~~\n~~~~~\n[[d]]"), [
    "b",
    "d",
  ]);
  assert.deepEqual(slugsIn("- ```sh\n  [[ -f x ]]\n  ```\n> ~~~\n> [[q]]\n> ~~~\n[[a]]"), ["a"]);
  assert.deepEqual(slugsIn("[[a]]\n```\n[[never closed]]"), ["a"]);
});

Deno.test("findWikilinks() gives back the links of any text, well formed and where they say", () => {
  const pieces = fc.array(
    fc.constantFrom("[[", "]]", "[", "]", "|", "#", "a", "b c", "\n", "`", "```", "~~~", " ", "\\"),
    { maxLength: 40 },
  );
  fc.assert(fc.property(pieces, (parts) => {
    const text = parts.join("");
    const links = findWikilinks(text);
    assert.equal(new Set(links.map(({ slug }) => slug)).size, links.length);
    let last = 0;
    for (const { slug, start, end } of links) {
      assert.ok(start >= last && end > start);
      last = end;
      const written = text.slice(start, end);
      assert.ok(written.startsWith("[[") && written.endsWith("]]"));
      assert.ok(written.includes(slug) && slug.trim() === slug && slug !== "");
      assert.doesNotMatch(slug, /[[\]|#\n]/);
    }
  }));
});

Deno.test("findWikilinks() finds every link written into text without code", () => {
  const slug = fc.stringMatching(/^[a-z0-9/._-]{1,12}$/);
  fc.assert(fc.property(fc.uniqueArray(slug, { maxLength: 8 }), (slugs) => {
    const text = slugs.map((one, index) => `word [[${one}${index % 2 ? "|l" : "#s"}]],`).join("\n");
    assert.deepEqual(slugsIn(text), slugs);
  }));
});

Deno.test("findWikilinks() reads a megabyte of brackets in one pass", () => {
  assert.deepEqual(slugsIn("[[a".repeat(350_000)), []);
  assert.deepEqual(slugsIn("[[a]] ".repeat(200_000)), ["a"]);
});

Deno.test("findWikilinks() takes time linear in the length of a line of spans and links", () => {
  // It would take minutes in quadratic time.
  const line = Array.from({ length: 200_000 }, (_, at) => `\`a\` \`[[x]]\` [[b${at}]] `).join("");
  assert.equal(findWikilinks(line).length, 200_000);
});
