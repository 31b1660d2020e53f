import assert from "node:assert/strict";
import fc from "fast-check";
import { queryTraits } from "../rank/mod.ts";
import { analyzeQuery } from "../text/mod.ts";
import { chooseSections } from "./choose_sections.ts";

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

/** A chapter that is a section of its own. */
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

Deno.test("chooseSections() returns none where the best section is too long, for the beginning to be shown", () => {
  const lines = ["# Wombats", "", "A wombat digs. ".repeat(200)];
  assert.deepEqual(chooseSections({ info: INFO, lines }, ask("wombats dig")), []);
});

Deno.test("chooseSections() keeps to its limit and to lines in order, whatever the document", () => {
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
