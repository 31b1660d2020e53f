import assert from "node:assert/strict";
import fc from "fast-check";
import { queryTraits } from "../rank/mod.ts";
import { analyzeQuery } from "../text/mod.ts";
import { chooseSections, cutDocument, DOCUMENT_CHARACTERS } from "./choose_sections.ts";

function ask(text: string) {
  const terms = analyzeQuery(text);
  return {
    text,
    question: { kind: "code", because: "" } as const,
    terms,
    ...queryTraits({ terms }),
  };
}

const INFO = { path: "docs/zoo.md", language: "markdown", kind: "document" } as const;

/** Chapter that is one section. */
const chapter = (name: string, sentence: string) => `## ${name}\n\n${sentence.repeat(50)}\n\n`;

const LINES = `---\ntitle: Zoo\n---\n# Zoo\n\n${chapter("Wombats", "A wombat digs a burrow. ")}${
  chapter("Koalas", "A koala sleeps in a tree. ")
}${chapter("Keepers", "A keeper feeds what digs. ")}`.split("\n");

Deno.test("chooseSections() returns the section that a task asks about, with its headings", () => {
  const sections = chooseSections({ info: INFO, lines: LINES, from: 4 }, ask("why koalas sleep"));
  assert.deepEqual(sections, [{ startLine: 10, endLine: 12, heading: "Zoo > Koalas" }]);
});

Deno.test("chooseSections() returns none for a task that has no word of the document", () => {
  assert.deepEqual(chooseSections({ info: INFO, lines: LINES }, ask("compile the kernel")), []);
});

Deno.test("chooseSections() returns none when the best section is too long, so that the beginning is shown", () => {
  const lines = ["# Wombats", "", "A wombat digs. ".repeat(200)];
  assert.deepEqual(chooseSections({ info: INFO, lines }, ask("wombats dig")), []);
});

Deno.test("chooseSections() keeps its limit and the order of lines for any document", () => {
  const words = fc.constantFrom("wombat", "koala", "# One", "## Two", "", "digs ".repeat(90));
  fc.assert(
    fc.property(fc.array(words), fc.nat(3000), fc.nat(9), (lines, limit, from) => {
      const sections = chooseSections({ info: INFO, lines, from }, ask("wombat digs"), limit);
      let last = from - 1;
      let used = 0;
      for (const { startLine, endLine } of sections) {
        assert.ok(last < startLine && startLine <= endLine && endLine <= lines.length);
        last = endLine;
        used += lines.slice(startLine - 1, endLine).join("").length;
      }
      assert.ok(used <= limit);
    }),
  );
});

Deno.test("N-4 cutDocument() shows 2000 characters and says that there are more", () => {
  const { text, cut } = cutDocument("x".repeat(2500));
  assert.equal(text, `${"x".repeat(2000)}\n[cut: 2000 of 2500 characters shown]`);
  assert.equal(cut, true);
});

Deno.test("cutDocument() does not cut a text whose excess is no longer than the notice", () => {
  const notice = "[cut: 2000 of 2036 characters shown]";
  const text = "x".repeat(2000 + notice.length);
  assert.deepEqual(cutDocument(text), { text, cut: false, lastCompleteLine: 1 });
  assert.equal(cutDocument(`${text}x`).cut, true);
  // Not even to cut at a line end, which would omit more.
  const lines = `${"x".repeat(1899)}\n${"y".repeat(100 + notice.length)}`;
  assert.equal(cutDocument(lines).text, lines);
});

/** Rest of a text that makes it long enough to be cut. */
const REST = "z".repeat(40);

Deno.test("cutDocument() does not cut a text of 2000 characters of any kind", () => {
  for (const text of ["", "x".repeat(2000), "😀".repeat(2000), "a\nb\n"]) {
    assert.equal(cutDocument(text).text, text);
    assert.equal(cutDocument(text).cut, false);
  }
});

Deno.test("cutDocument() cuts at a line end after the middle", () => {
  assert.equal(
    cutDocument(`12345\n78\nabcd${REST}`, 7).text,
    "12345\n[cut: 5 of 53 characters shown]",
  );
  assert.equal(
    cutDocument(`12\n45678\nabcd${REST}`, 7).text,
    "12\n4567\n[cut: 7 of 53 characters shown]",
  );
  assert.equal(
    cutDocument(`12\n4567\nabcd${REST}`, 7).text,
    "12\n4567\n[cut: 7 of 52 characters shown]",
  );
});

Deno.test("cutDocument() returns the last line that it shows whole", () => {
  const lastOf = (text: string, limit?: number) => cutDocument(text, limit).lastCompleteLine;
  assert.deepEqual(["", "a", "a\n", "a\nb"].map((text) => lastOf(text)), [1, 1, 1, 2]);
  assert.deepEqual([lastOf("x".repeat(2100)), lastOf(`12\n45678\nabcd${REST}`, 7)], [0, 1]);
  assert.deepEqual([lastOf(`12345\n78\nabcd${REST}`, 7), lastOf(`12\n4567\nabcd${REST}`, 7)], [
    1,
    2,
  ]);
  assert.deepEqual([lastOf(`1234  \r\n7${REST}`, 5), lastOf(`1234 67${REST}`, 5)], [1, 0]);
});

Deno.test("cutDocument() shows a prefix within the limit that ends in whole characters", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", " ", "\n", "é", "😀"), maxLength: 120 });
  fc.assert(fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, limit) => {
    const { text: shown, cut, lastCompleteLine } = cutDocument(text, limit);
    const length = [...text].length;
    assert.ok(
      cut ? length > limit + "[cut: 1 of 2 characters shown]".length : length <= limit + 40,
    );
    const head = cut ? shown.slice(0, shown.lastIndexOf("\n[cut: ")) : shown;
    assert.ok(text.startsWith(head));
    if (cut) assert.ok([...head].length <= limit);
    assert.ok(head.isWellFormed());
    const linesOf = (text: string) =>
      text.split("\n").slice(0, lastCompleteLine).map((line) => line.trimEnd());
    assert.deepEqual(linesOf(head), linesOf(text));
    const lines = head.replace(/\n$/, "").split("\n").length;
    assert.ok(lines - 1 <= lastCompleteLine && lastCompleteLine <= lines);
  }));
  assert.equal(DOCUMENT_CHARACTERS, 2000);
});
