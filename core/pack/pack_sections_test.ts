import assert from "node:assert/strict";
import fc from "fast-check";
import { packSections } from "./pack_sections.ts";
import type { PassageCandidate, TextCandidate } from "../fragment/candidate.ts";
import {
  type FileLines,
  formatLocation,
  type FragmentPosition,
  type UnhashedFragment,
} from "../fragment/fragment.ts";
import { linesOf } from "../../tests/lines_of.ts";
import type { PackingRule } from "./bundle.ts";
import type { PackSection, RuleOptions } from "./section.ts";

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);

function candidate(path: string, startLine: number, endLine: number): PassageCandidate {
  const document = { lines: LINES };
  return { path, kind: "code", language: "text", startLine, endLine, score: 1, document };
}

/** Cost of one token per line. */
const BY_LINES = {
  limit: 100,
  cost: ({ text }: { readonly text: string }) => text.split("\n").length,
};

function rangesOf(passages: readonly FileLines[]): string[] {
  return passages.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
}

/** Packs sections that are named by their indexes, with the fields of each location inlined. */
function pack(sections: readonly Omit<PackSection, "name">[], options: RuleOptions) {
  const named = sections.map((section, at) => ({ ...section, name: `section ${at + 1}` }));
  const { fragments, omitted } = packSections(named, options);
  return { passages: linesOf(fragments), omitted: linesOf(omitted) };
}

Deno.test("packSections() packs the first section before the second", () => {
  const sections = [
    { candidates: [candidate("a", 1, 8)] },
    { candidates: [candidate("b", 1, 5), candidate("c", 1, 2)] },
  ];
  const { passages, omitted } = pack(sections, { ...BY_LINES, limit: 10 });
  assert.deepEqual(rangesOf(passages), ["a:1-8", "c:1-2"]);
  assert.deepEqual(passages.map(({ rank }) => rank), [1, 2]);
  assert.deepEqual(omitted.map(({ path, reason }) => [path, reason]), [["b", "budget"]]);
});

Deno.test("packSections() holds the limit and the number of a section", () => {
  const three = [candidate("a", 1, 3), candidate("b", 1, 3), candidate("c", 1, 3)];
  const byLimit = pack([{ candidates: three, limit: 6 }], BY_LINES);
  assert.deepEqual(rangesOf(byLimit.passages), ["a:1-3", "b:1-3"]);
  const byNumber = pack([{ candidates: three, maxPassages: 1 }], BY_LINES);
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
  const { passages, omitted } = pack(sections, BY_LINES);
  assert.deepEqual(rangesOf(passages), ["whole:1-20", "part:5-10"]);
  assert.deepEqual(omitted, []);
});

Deno.test("N-13 packSections() counts what is merged once among at most ten snippets", () => {
  const many = Array.from({ length: 12 }, (_, file) => candidate(`${file}`, 1, 2));
  const sections = [{ candidates: [...many, candidate("0", 3, 4)], maxPassages: 10 }];
  const { passages } = pack(sections, BY_LINES);
  assert.equal(passages.length, 10);
  assert.equal(passages[0]?.endLine, 4);
});

Deno.test("N-13 packSections() counts only used places of earlier sections", () => {
  const isOfFirst = ({ location }: UnhashedFragment) => location?.symbol === "first";
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
      maxPassages: (shown: readonly UnhashedFragment[]) => 3 - shown.filter(isOfFirst).length,
    },
  ];
  const { passages } = pack(sections, BY_LINES);
  assert.deepEqual(rangesOf(passages), ["whole:1-20", "a:1-2", "b:1-2", "c:1-2"]);
});

Deno.test("packSections() shows the lines around those of an earlier section", () => {
  const { passages } = pack([
    { candidates: [candidate("a", 5, 6)] },
    { candidates: [candidate("a", 3, 9)] },
  ], BY_LINES);
  assert.deepEqual(rangesOf(passages), ["a:3-9"]);
});

Deno.test("packSections() shows lines in full that an earlier section only outlines or names", () => {
  for (const form of ["outline", "reference"] as const) {
    const replacement = { form, text: "1: f()" };
    const { passages } = pack([
      { candidates: [{ ...candidate("a", 1, 20), replacement }] },
      { candidates: [candidate("a", 5, 6)] },
    ], BY_LINES);
    assert.deepEqual(passages.map((passage) => passage.form), [form, "snippet"]);
  }
});

Deno.test("packSections() shows lines in full beside an outline of the same section", () => {
  const replacement = { form: "outline", text: "1: f()" } as const;
  const outline = { ...candidate("a", 1, 20), replacement };
  const { passages } = pack([{ candidates: [outline, candidate("a", 5, 6)] }], BY_LINES);
  assert.deepEqual(passages.map(({ form }) => form), ["outline", "snippet"]);
});

Deno.test("packSections() names no lines twice, and shows named lines in full on request", () => {
  const name = (startLine: number, endLine: number) => ({
    ...candidate("a", startLine, endLine),
    replacement: { form: "reference", text: "" } as const,
  });
  const { passages } = pack([
    { candidates: [name(3, 9)] },
    { candidates: [name(5, 6), name(8, 12)] },
    { candidates: [candidate("a", 4, 4)] },
  ], BY_LINES);
  assert.deepEqual(rangesOf(passages), ["a:3-9", "a:10-12", "a:4-4"]);
});

Deno.test("packSections() never shows a line twice, never exceeds a limit, and keeps positions", () => {
  const range = fc.tuple(fc.constantFrom("a", "b"), fc.integer({ min: 1, max: 20 }), fc.nat(5));
  const section = fc.record({
    ranges: fc.array(range, { maxLength: 6 }),
    limit: fc.oneof(fc.nat(15), fc.constant(Infinity)),
    position: fc.constantFrom<FragmentPosition>("system", "before", "after"),
  });
  fc.assert(fc.property(fc.array(section, { maxLength: 4 }), fc.nat(40), (given, limit) => {
    const { fragments, sections } = packSections(
      given.map(({ ranges, ...rest }, at) => ({
        ...rest,
        name: `${at}`,
        candidates: ranges.map(([path, start, more]) =>
          candidate(path, start, Math.min(20, start + more))
        ),
      })),
      { ...BY_LINES, limit },
    );
    const shown = linesOf(fragments).flatMap(({ path, startLine, endLine }) =>
      LINES.slice(startLine - 1, endLine).map((line) => `${path} ${line}`)
    );
    assert.equal(new Set(shown).size, shown.length);
    assert.ok(shown.length <= limit);
    let start = 0;
    for (const { position, limit, used, fragments: count } of sections) {
      const own = fragments.slice(start, start += count);
      assert.ok(own.every((fragment) => fragment.position === position));
      assert.ok(used <= limit);
    }
  }));
});

Deno.test("packSections() joins ranges of two sections with only blank lines between them, with the role of the first", () => {
  const document = { lines: ["one", "two", "", "three", "four", "five", "six"] };
  const file = { path: "a.ts", kind: "code", language: "text", document, score: 1 } as const;
  const cost = (passage: UnhashedFragment) => 5 + passage.text.length;
  const sections = [
    { candidates: [{ ...file, startLine: 4, endLine: 5, role: "caller", reasons: ["x"] }] },
    { candidates: [{ ...file, startLine: 1, endLine: 7, role: "snippet", reasons: ["y"] }] },
  ] as const;
  const { passages } = pack(sections, { limit: 100, cost });
  assert.deepEqual(
    passages.map(({ rank, role, reasons, startLine, endLine, form, text, tokens }) => ({
      rank,
      role,
      reasons,
      startLine,
      endLine,
      form,
      text,
      tokens,
    })),
    [{
      rank: 1,
      role: "caller",
      reasons: ["x", "y"],
      startLine: 1,
      endLine: 7,
      form: "whole",
      text: document.lines.join("\n"),
      tokens: 5 + document.lines.join("\n").length,
    }],
  );
  // Tokens that a joined passage releases are available to others.
  const third = { ...file, path: "b.ts", startLine: 1, endLine: 1, document: { lines: ["x"] } };
  const limit = 5 + document.lines.join("\n").length + 6;
  const packed = pack([...sections, { candidates: [third] }], { limit: limit + 5, cost });
  assert.deepEqual(packed.passages.map(({ path }) => path), ["a.ts", "b.ts"]);
});

Deno.test("packSections() joins no lines of sections at two positions, and none over the limit of the first", () => {
  const first = { name: "first", candidates: [candidate("a", 1, 4)] };
  const second = { name: "second", candidates: [candidate("a", 5, 8)] };
  const apart = packSections([{ ...first, position: "system" }, second], BY_LINES);
  assert.deepEqual(apart.fragments.map((one) => [formatLocation(one), one.position]), [
    ["a:1-4", "system"],
    ["a:5-8", "before"],
  ]);
  // Of 6 the first takes 4: with the 4 of the second they would be 8.
  const { fragments, sections } = packSections([{ ...first, limit: 6 }, second], BY_LINES);
  assert.deepEqual(fragments.map(formatLocation), ["a:1-4", "a:5-8"]);
  assert.deepEqual(sections.map(({ limit, used }) => [limit, used]), [[6, 4], [96, 4]]);
  const joined = packSections([{ ...first, limit: 8 }, second], BY_LINES);
  assert.deepEqual(joined.fragments.map(formatLocation), ["a:1-8"]);
  assert.deepEqual(joined.sections.map(({ limit, used }) => [limit, used]), [[8, 8], [96, 0]]);
});

/** Text from another source than a file, with one token per line. */
function told(name: string, lines: number): TextCandidate {
  const text = Array.from({ length: lines }, (_, at) => `${name} ${at}`).join("\n");
  return { source: `memory:${name}`, trust: "learned", score: 1, forms: [{ form: "whole", text }] };
}

Deno.test("packSections() uses a share of the limit as written, although .29 × 100 is slightly less", () => {
  const section = { name: "ranking", candidates: [], limit: { share: 0.29 } };
  const { sections } = packSections([section], { limit: 100, cost: () => 1 });
  assert.deepEqual(sections.map(({ limit }) => limit), [29]);
});

Deno.test("packSections() packs each section by its own rule, and reports its limit and use", () => {
  const { fragments, omitted, sections } = packSections([
    {
      name: "instructions",
      position: "system",
      rule: "truncate-last",
      limit: 4,
      candidates: [told("i", 6)],
    },
    {
      name: "memory",
      rule: "skip-and-continue",
      limit: { share: 0.25 },
      candidates: [told("m", 3), told("n", 3), told("o", 2)],
    },
    { name: "ranking", candidates: [candidate("a", 1, 8), candidate("b", 1, 5)] },
  ], { ...BY_LINES, limit: 20 });
  // Of 20, instructions take 4 of their 4; memory 3 + 2 of a quarter, 5; of the 11 left 8 are spent.
  assert.deepEqual(sections, [
    {
      name: "instructions",
      position: "system",
      rule: "truncate-last",
      limit: 4,
      used: 4,
      fragments: 1,
    },
    {
      name: "memory",
      position: "before",
      rule: "skip-and-continue",
      limit: 5,
      used: 5,
      fragments: 2,
    },
    { name: "ranking", position: "before", rule: "ranked", limit: 11, used: 8, fragments: 1 },
  ]);
  assert.deepEqual(
    fragments.map((fragment) => [formatLocation(fragment), fragment.position, fragment.trust]),
    [
      ["memory:i", "system", "learned"],
      ["memory:m", "before", "learned"],
      ["memory:o", "before", "learned"],
      ["a:1-8", "before", "project"],
    ],
  );
  assert.deepEqual(omitted.map((one) => `${formatLocation(one)} ${one.tokens}`), [
    "memory:i 2",
    "memory:n 3",
    "b:1-5 5",
  ]);
});

Deno.test("packSections() shows other sources in a cheaper form, or names them, by the ranked rule", () => {
  const forms = [
    { form: "whole", text: "one\ntwo\nthree" },
    { form: "outline", text: "one" },
  ] as const;
  const graph: TextCandidate = { ...told("g", 1), forms };
  const formsAt = (limit: number, isNamed: boolean) =>
    packSections([{ name: "graph", candidates: [graph], isNamed }], {
      limit,
      cost: ({ text }) => text === "" ? 0.5 : text.split("\n").length,
    }).fragments.map(({ form, text }) => [form, text]);
  assert.deepEqual(formsAt(3, false), [["whole", "one\ntwo\nthree"]]);
  assert.deepEqual(formsAt(2, false), [["outline", "one"]]);
  assert.deepEqual(formsAt(0.5, false), []);
  assert.deepEqual(formsAt(0.5, true), [["reference", ""]]);
});

Deno.test("packSections() never exceeds the limit of a section or of all, with any rules", () => {
  const section = fc.record({
    rule: fc.constantFrom<PackingRule>(
      "ranked",
      "skip-and-continue",
      "break-at-first-miss",
      "truncate-last",
    ),
    limit: fc.oneof(fc.nat(15), fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }) })),
    sizes: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 5 }),
  });
  fc.assert(fc.property(fc.array(section, { maxLength: 4 }), fc.nat(40), (given, limit) => {
    const { fragments, sections } = packSections(
      given.map(({ sizes, ...rest }, at) => ({
        ...rest,
        name: `${at}`,
        candidates: sizes.map((size, index) => told(`${at}-${index}`, size)),
      })),
      { ...BY_LINES, limit },
    );
    assert.ok(fragments.reduce((total, { tokens }) => total + tokens, 0) <= limit);
    assert.equal(sections.reduce((total, one) => total + one.fragments, 0), fragments.length);
    for (const { rule, used, fragments, limit } of sections) {
      // Only the very first of its rule may exceed the limit of a section.
      if (rule !== "break-at-first-miss" || fragments > 1) assert.ok(used <= limit);
    }
  }));
});

Deno.test("packSections() computes the cost of a block at its position", () => {
  const cost = ({ position }: UnhashedFragment) => ({ system: 7, before: 1, after: 2 })[position];
  const section = { name: "profile", rule: "skip-and-continue", limit: 6 } as const;
  const candidates = [told("p", 1)];
  const { sections, omitted } = packSections([
    { ...section, candidates, position: "system" },
    { ...section, candidates, position: "after" },
  ], { limit: 20, cost });
  assert.deepEqual(sections.map(({ used }) => used), [0, 2]);
  assert.deepEqual(omitted.map(({ tokens }) => tokens), [7]);
});

Deno.test("packSections() adds no neighbouring lines to a fragment of a profile", () => {
  const said: PassageCandidate = { ...candidate("a", 5, 8), role: "profile" };
  const { fragments } = packSections([
    { name: "profile", candidates: [said] },
    { name: "ranking", candidates: [candidate("a", 3, 6)] },
  ], BY_LINES);
  assert.deepEqual(fragments.map(formatLocation), ["a:5-8", "a:3-4"]);
});
