import assert from "node:assert/strict";
import fc from "fast-check";
import { elideLines } from "../fragment/elide.ts";
import type { UnhashedFragment } from "../fragment/fragment.ts";
import { MARKDOWN_RENDERER } from "./markdown.ts";
import { numberLines, withLineNumbers } from "./line_numbers.ts";

function passage(over: Partial<UnhashedFragment> = {}): UnhashedFragment {
  return {
    source: "file:a.ts#L3-4",
    location: { path: "a.ts", startLine: 3, endLine: 4, language: "typescript" },
    form: "snippet",
    position: "before",
    trust: "project",
    score: 1,
    rank: 1,
    tokens: 1,
    text: "one\ntwo",
    ...over,
  } as UnhashedFragment;
}

Deno.test("numberLines() puts the 1-based number and a tab in front of each line", () => {
  assert.equal(numberLines(passage()).text, "3\tone\n4\ttwo");
});

Deno.test("numberLines() does not number marks, which have the numbers of the omitted lines", () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i + 1}`);
  const location = {
    path: "a.ts",
    startLine: 3,
    endLine: 12,
    language: "typescript",
    kind: "code" as const,
    ranges: [{ startLine: 3, endLine: 3 }, { startLine: 11, endLine: 12 }],
  };
  const numbered = numberLines(passage({ location, text: elideLines({ lines }, location) }));
  assert.equal(numbered.text, "3\tline 3\n… lines 4–10\n11\tline 11\n12\tline 12");
});

Deno.test("numberLines() does not change outlines, references, other sources and cut texts", () => {
  for (
    const over of [
      { form: "outline" as const },
      { form: "reference" as const, text: "" },
      { text: "only one of two lines" },
      { location: undefined },
    ]
  ) {
    const one = passage(over as Partial<UnhashedFragment>);
    assert.equal(numberLines(one), one);
  }
});

Deno.test("numberLines() changes no character of a line", () => {
  const line = fc.string({ maxLength: 20 }).map((text) => text.replaceAll("\n", " "));
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1 }),
      fc.integer({ min: 1, max: 9999 }),
      (lines, first) => {
        const endLine = first + lines.length - 1;
        const kind = "code" as const;
        const location = { path: "a", kind, startLine: first, endLine, language: "text" };
        const { text } = numberLines(passage({ location, text: lines.join("\n") }));
        assert.deepEqual(text.split("\n").map((row) => row.slice(row.indexOf("\t") + 1)), lines);
        assert.deepEqual(
          text.split("\n").map((row) => parseInt(row)),
          lines.map((_, i) => first + i),
        );
      },
    ),
  );
});

Deno.test("withLineNumbers() renders the same text that it counts", () => {
  const block = withLineNumbers(MARKDOWN_RENDERER).renderFragment(passage());
  assert.equal(block, "\n## a.ts:3-4\n\n```typescript\n3\tone\n4\ttwo\n```\n");
});
