import assert from "node:assert/strict";
import fc from "fast-check";
import { packSections } from "./pack_sections.ts";
import type { Passage } from "./bundle.ts";
import type { PassageCandidate } from "./passage_candidate.ts";

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);

function candidate(path: string, startLine: number, endLine: number): PassageCandidate {
  const document = { lines: LINES };
  return { path, kind: "code", language: "text", startLine, endLine, score: 1, document };
}

/** Costs a token a line. */
const BY_LINES = {
  limit: 100,
  cost: ({ text }: { readonly text: string }) => text.split("\n").length,
};

function rangesOf(passages: readonly PassageCandidate[] | readonly { path: string }[]): string[] {
  return (passages as readonly PassageCandidate[]).map(({ path, startLine, endLine }) =>
    `${path}:${startLine}-${endLine}`
  );
}

Deno.test("packSections() gives the first section what it needs before the second", () => {
  const sections = [
    { candidates: [candidate("a", 1, 8)] },
    { candidates: [candidate("b", 1, 5), candidate("c", 1, 2)] },
  ];
  const { passages, omitted } = packSections(sections, { ...BY_LINES, limit: 10 });
  assert.deepEqual(rangesOf(passages), ["a:1-8", "c:1-2"]);
  assert.deepEqual(passages.map(({ rank }) => rank), [1, 2]);
  assert.deepEqual(omitted.map(({ path, reason }) => [path, reason]), [["b", "budget"]]);
});

Deno.test("packSections() holds the limit and the number of a section", () => {
  const three = [candidate("a", 1, 3), candidate("b", 1, 3), candidate("c", 1, 3)];
  const byLimit = packSections([{ candidates: three, limit: 6 }], BY_LINES);
  assert.deepEqual(rangesOf(byLimit.passages), ["a:1-3", "b:1-3"]);
  const byNumber = packSections([{ candidates: three, maxPassages: 1 }], BY_LINES);
  assert.deepEqual(rangesOf(byNumber.passages), ["a:1-3"]);
  assert.deepEqual(byNumber.omitted.map(({ reason }) => reason), ["limit", "limit"]);
});

Deno.test("N-13 packSections() merges ranges that touch and shows none inside a shown file", () => {
  const sections = [
    { candidates: [candidate("whole", 1, 20)] },
    {
      candidates: [
        candidate("whole", 3, 4),
        candidate("part", 5, 8),
        candidate("part", 9, 10),
        candidate("part", 7, 9),
      ],
      maxPassages: 10,
    },
  ];
  const { passages, omitted } = packSections(sections, BY_LINES);
  assert.deepEqual(rangesOf(passages), ["whole:1-20", "part:5-10"]);
  assert.deepEqual(omitted, []);
});

Deno.test("N-13 packSections() counts what is merged once among at most ten snippets", () => {
  const many = Array.from({ length: 12 }, (_, file) => candidate(`${file}`, 1, 2));
  const sections = [{ candidates: [...many, candidate("0", 3, 4)], maxPassages: 10 }];
  const { passages } = packSections(sections, BY_LINES);
  assert.equal(passages.length, 10);
  assert.equal(passages[0]?.endLine, 4);
});

Deno.test("N-13 packSections() lets sections share the places that are really taken", () => {
  const isOfFirst = ({ symbol }: { readonly symbol?: string }) => symbol === "first";
  const sections = [
    { candidates: [candidate("whole", 1, 20)] },
    {
      candidates: [candidate("whole", 2, 3), candidate("a", 1, 2)].map((first) => ({
        ...first,
        symbol: "first",
      })),
    },
    {
      candidates: [candidate("b", 1, 2), candidate("c", 1, 2), candidate("d", 1, 2)],
      maxPassages: (shown: readonly { readonly symbol?: string }[]) =>
        3 - shown.filter(isOfFirst).length,
    },
  ];
  const { passages } = packSections(sections, BY_LINES);
  assert.deepEqual(rangesOf(passages), ["whole:1-20", "a:1-2", "b:1-2", "c:1-2"]);
});

Deno.test("packSections() keeps the lines around those that an earlier section shows", () => {
  const { passages } = packSections([
    { candidates: [candidate("a", 5, 6)] },
    { candidates: [candidate("a", 3, 9)] },
  ], BY_LINES);
  assert.deepEqual(rangesOf(passages), ["a:3-9"]);
});

Deno.test("packSections() shows lines in full that an outline or a name only stands for", () => {
  for (const form of ["outline", "reference"] as const) {
    const instead = { form, text: "1: f()" };
    const { passages } = packSections([
      { candidates: [{ ...candidate("a", 1, 20), instead }] },
      { candidates: [candidate("a", 5, 6)] },
    ], BY_LINES);
    assert.deepEqual(passages.map((passage) => passage.form), [form, "snippet"]);
  }
});

Deno.test("packSections() shows what an outline of the same section leaves to be shown in full", () => {
  const instead = { form: "outline", text: "1: f()" } as const;
  const outline = { ...candidate("a", 1, 20), instead };
  const { passages } = packSections([{ candidates: [outline, candidate("a", 5, 6)] }], BY_LINES);
  assert.deepEqual(passages.map(({ form }) => form), ["outline", "snippet"]);
});

Deno.test("packSections() names no lines again that are named, and shows them where they are wanted", () => {
  const name = (startLine: number, endLine: number) => ({
    ...candidate("a", startLine, endLine),
    instead: { form: "reference", text: "" } as const,
  });
  const { passages } = packSections([
    { candidates: [name(3, 9)] },
    { candidates: [name(5, 6), name(8, 12)] },
    { candidates: [candidate("a", 4, 4)] },
  ], BY_LINES);
  assert.deepEqual(rangesOf(passages), ["a:3-9", "a:10-12", "a:4-4"]);
});

Deno.test("packSections() never shows a line twice and never passes the limit", () => {
  const range = fc.tuple(fc.constantFrom("a", "b"), fc.integer({ min: 1, max: 20 }), fc.nat(5));
  const section = fc.array(range, { maxLength: 6 });
  fc.assert(fc.property(fc.array(section, { maxLength: 4 }), fc.nat(40), (sections, limit) => {
    const { passages } = packSections(
      sections.map((ranges) => ({
        candidates: ranges.map(([path, start, more]) =>
          candidate(path, start, Math.min(20, start + more))
        ),
      })),
      { ...BY_LINES, limit },
    );
    const shown = passages.flatMap(({ path, startLine, endLine }) =>
      LINES.slice(startLine - 1, endLine).map((line) => `${path} ${line}`)
    );
    assert.equal(new Set(shown).size, shown.length);
    assert.ok(shown.length <= limit);
  }));
});

Deno.test("packSections() joins ranges of two sections with only blank lines between them, with the role of the first", () => {
  const document = { lines: ["one", "two", "", "three", "four", "five", "six"] };
  const file = { path: "a.ts", kind: "code", language: "text", document, score: 1 } as const;
  const cost = (passage: Passage) => 5 + passage.text.length;
  const sections = [
    { candidates: [{ ...file, startLine: 4, endLine: 5, role: "caller", reasons: ["x"] }] },
    { candidates: [{ ...file, startLine: 1, endLine: 7, role: "snippet", reasons: ["y"] }] },
  ] as const;
  const { passages } = packSections(sections, { limit: 100, cost });
  assert.deepEqual(
    passages.map(({ rank, role, reasons, startLine, endLine, form, text, tokens }) => ({
      ...{ rank, role, reasons, startLine, endLine, form, text, tokens },
    })),
    [{
      ...{ rank: 1, role: "caller", reasons: ["x", "y"], startLine: 1, endLine: 7, form: "whole" },
      ...{ text: document.lines.join("\n"), tokens: 5 + document.lines.join("\n").length },
    }],
  );
  // What a passage frees by being joined is there for others.
  const third = { ...file, path: "b.ts", startLine: 1, endLine: 1, document: { lines: ["x"] } };
  const limit = 5 + document.lines.join("\n").length + 6;
  const packed = packSections([...sections, { candidates: [third] }], { limit: limit + 5, cost });
  assert.deepEqual(packed.passages.map(({ path }) => path), ["a.ts", "b.ts"]);
});
