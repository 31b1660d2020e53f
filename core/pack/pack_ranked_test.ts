import assert from "node:assert/strict";
import fc from "fast-check";
import type { PassageCandidate, PassageSource } from "../fragment/candidate.ts";
import type { UnhashedFragment } from "../fragment/fragment.ts";
import { linesOf } from "../../tests/lines_of.ts";
import { packRanked, type RankedOptions } from "./pack_ranked.ts";

const TEN_LINES: PassageSource = { lines: Array.from({ length: 10 }, (_, i) => `line ${i + 1}`) };

/** One token per line, so that budgets are easy to count. */
const LINE_COST = (fragment: UnhashedFragment) => fragment.text.split("\n").length;

function candidate(
  path: string,
  range: readonly [number, number],
  { outline, ...more }: Partial<PassageCandidate> & { readonly outline?: string } = {},
): PassageCandidate {
  const lines = TEN_LINES.lines.map((line) => `${path} ${line}`);
  return {
    path,
    kind: "code",
    language: "text",
    startLine: range[0],
    endLine: range[1],
    score: 1,
    document: { lines },
    ...(outline === undefined ? {} : { cheaper: [{ form: "outline", text: outline }] }),
    ...more,
  };
}

/** Returns the packed fragments, with the fields of each location inlined. */
function packLines(candidates: readonly PassageCandidate[], options: RankedOptions) {
  const { fragments, omitted } = packRanked(candidates, options);
  return { passages: linesOf(fragments), omitted: linesOf(omitted) };
}

function pack(candidates: readonly PassageCandidate[], limit = 1000) {
  const { passages, omitted } = packLines(candidates, { limit, cost: LINE_COST });
  return {
    shown: passages.map((p) => `${p.rank} ${p.path}:${p.startLine}-${p.endLine} ${p.form}`),
    omitted: omitted.map((o) => `${o.path}:${o.startLine}-${o.endLine} ${o.tokens} ${o.reason}`),
    passages,
  };
}

Deno.test("packRanked() gives each file one passage before any gets a second", () => {
  const candidates = [candidate("a", [1, 2]), candidate("a", [5, 6]), candidate("b", [1, 2])];
  assert.deepEqual(pack(candidates, 4), {
    ...pack([candidates[0]!, candidates[2]!]),
    omitted: ["a:5-6 2 budget"],
  });
});

Deno.test("packRanked() orders passages by their best candidate, not by the time of the choice", () => {
  const candidates = [candidate("a", [1, 2]), candidate("a", [5, 6]), candidate("b", [1, 2])];
  assert.deepEqual(pack(candidates).shown, [
    "1 a:1-2 snippet",
    "2 a:5-6 snippet",
    "3 b:1-2 snippet",
  ]);
});

Deno.test("packRanked() skips a candidate that does not fit and shows a later one that does", () => {
  const { shown, omitted } = pack([
    candidate("a", [1, 2]),
    candidate("b", [1, 9]),
    candidate("c", [1, 2]),
  ], 4);
  assert.deepEqual(shown, ["1 a:1-2 snippet", "2 c:1-2 snippet"]);
  assert.deepEqual(omitted, ["b:1-9 9 budget"]);
});

Deno.test("packRanked() merges ranges that touch, overlap or have blank lines between them", () => {
  const document = { lines: ["a", "b", "", " \t", "e", "f", "g", "h"] };
  const { passages } = pack([
    candidate("x", [5, 5], { document, score: 2, symbol: "best" }),
    candidate("x", [1, 2], { document, score: 3, symbol: "other" }),
    candidate("x", [5, 6], { document, score: 2 }),
  ]);
  assert.equal(passages.length, 1);
  const { startLine, endLine, score, symbol, text, tokens } = passages[0]!;
  assert.deepEqual(
    { startLine, endLine, score, symbol, text, tokens },
    { startLine: 1, endLine: 6, score: 3, symbol: "best", text: "a\nb\n\n \t\ne\nf", tokens: 6 },
  );
});

Deno.test("packRanked() joins two passages when the range between them is chosen", () => {
  const { shown } = pack([
    candidate("x", [1, 2]),
    candidate("x", [5, 6]),
    candidate("x", [3, 4]),
    candidate("x", [4, 5]),
  ]);
  assert.deepEqual(shown, ["1 x:1-6 snippet"]);
});

Deno.test("packRanked() keeps the explanation of the higher score", () => {
  const explained = (value: number) => ({ score: value, explanation: { value, description: "s" } });
  const { passages } = pack([
    candidate("x", [1, 2], explained(2)),
    candidate("x", [3, 4], explained(3)),
  ]);
  assert.equal(passages[0]?.score, 3);
  assert.equal(passages[0]?.explanation?.value, 3);
});

Deno.test("packRanked() calls a passage whole when only blank lines are outside of it", () => {
  const document = { lines: ["", "text", ""] };
  assert.deepEqual(pack([candidate("x", [2, 2], { document })]).shown, ["1 x:2-2 whole"]);
  assert.deepEqual(pack([candidate("y", [1, 9])]).shown, ["1 y:1-9 snippet"]);
});

Deno.test("packRanked() shows an outline when the range itself does not fit", () => {
  const outlined = candidate("x", [1, 8], { outline: "one\ntwo" });
  const { passages, shown } = pack([outlined], 3);
  assert.deepEqual(shown, ["1 x:1-8 outline"]);
  assert.equal(passages[0]?.text, "one\ntwo");
  assert.deepEqual(pack([outlined], 1).omitted, ["x:1-8 8 budget"]);
  assert.deepEqual(pack([outlined], 8).shown, ["1 x:1-8 snippet"]);
});

Deno.test("packRanked() shows no outline that is empty or no shorter than the text", () => {
  const long = "word\n".repeat(60);
  for (const outline of ["", long]) {
    assert.deepEqual(pack([candidate("x", [1, 8], { outline })], 3).shown, []);
  }
});

Deno.test("packRanked() reads an outline only for a candidate that does not fit", () => {
  const lazy = (path: string, range: readonly [number, number]): PassageCandidate =>
    candidate(path, range, {
      cheaper: [{
        form: "outline",
        get text(): string {
          return assert.fail(`${path} was read`);
        },
      }],
    });
  assert.deepEqual(pack([lazy("x", [1, 2]), lazy("x", [3, 4]), lazy("y", [1, 2])]).shown, [
    "1 x:1-4 snippet",
    "2 y:1-2 snippet",
  ]);
});

Deno.test("packRanked() does not show lines of an outline again", () => {
  const { shown, omitted } = pack([
    candidate("x", [1, 8], { outline: "one" }),
    candidate("x", [8, 9]),
  ], 5);
  assert.deepEqual(shown, ["1 x:1-8 outline"]);
  assert.deepEqual(omitted, ["x:1-8 8 shortened", "x:8-9 2 budget"]);
});

Deno.test("packRanked() shows text of five lines or more once, from the better file", () => {
  const same = { document: TEN_LINES };
  const { shown, omitted } = pack([
    candidate("a", [1, 5], same),
    candidate("b", [1, 5], same),
    candidate("c", [1, 4], same),
    candidate("d", [1, 4], same),
  ]);
  assert.deepEqual(shown, ["1 a:1-5 snippet", "2 c:1-4 snippet", "3 d:1-4 snippet"]);
  assert.deepEqual(omitted, ["b:1-5 5 duplicate"]);
});

Deno.test("packRanked() shows the second of two equal texts when the first did not fit", () => {
  const longName = { document: TEN_LINES };
  const { passages } = packLines(
    [candidate("a/long/path", [1, 5], longName), candidate("b", [1, 5], longName)],
    { limit: 5, cost: ({ location }) => location!.path.length },
  );
  assert.deepEqual(passages.map(({ path }) => path), ["b"]);
});

Deno.test("packRanked() omits candidates below the relevance floor, and keeps those at the floor", () => {
  const scored = (path: string, score: number) => candidate(path, [1, 1], { score });
  const { shown, omitted } = pack([scored("a", 100), scored("b", 40), scored("c", 39.9)]);
  assert.deepEqual(shown, ["1 a:1-1 snippet", "2 b:1-1 snippet"]);
  assert.deepEqual(omitted, ["c:1-1 1 relevance"]);
  assert.deepEqual(pack([scored("a", 0), scored("b", -1)]).omitted, []);
});

Deno.test("packRanked() counts fractions of tokens and rounds each passage up", () => {
  const options = { limit: 1, cost: () => 0.5 };
  const { passages } = packLines(["a", "b", "c"].map((p) => candidate(p, [1, 1])), options);
  assert.deepEqual(passages.map(({ path, tokens }) => [path, tokens]), [["a", 1], ["b", 1]]);
});

Deno.test("packRanked() throws a RangeError for lines that the file does not have", () => {
  for (const range of [[0, 1], [2, 1], [1, 11]] as const) {
    assert.throws(() => pack([candidate("a", range)]), {
      name: "RangeError",
      message: 'Cannot pack passages as the range of "a" must lie in its 10 lines: ' +
        `current value is ${range[0]}-${range[1]}`,
    });
  }
});

const CANDIDATES = fc.array(
  fc.record({
    path: fc.constantFrom("a", "b", "c"),
    range: fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 10 })),
    score: fc.integer({ min: 0, max: 10 }),
    outline: fc.constantFrom(undefined, "o"),
    blanks: fc.constantFrom(0, 1, 2),
  }),
  { maxLength: 25 },
).map((items) => {
  const documents = new Map<string, PassageSource>();
  return items.map(({ path, range: [a, b], score, outline, blanks }) => {
    const fresh = { lines: TEN_LINES.lines.map((line, i) => i % 3 < blanks ? "" : line) };
    const document = documents.get(path) ?? fresh;
    documents.set(path, document);
    const range = [Math.min(a, b), Math.max(a, b)] as const;
    return candidate(path, range, {
      score,
      document,
      ...(outline === undefined ? {} : { outline }),
    });
  }).sort((x, y) => y.score - x.score);
});

Deno.test("packRanked() holds the limit, shows no line twice and loses no candidate", () => {
  fc.assert(
    fc.property(CANDIDATES, fc.integer({ min: 0, max: 40 }), (candidates, limit) => {
      const { passages, omitted } = packLines(candidates, { limit, cost: LINE_COST });
      assert.ok(passages.reduce((total, passage) => total + LINE_COST(passage), 0) <= limit);
      assert.deepEqual(passages.map(({ rank }) => rank), passages.map((_, index) => index + 1));

      const seen = new Set<string>();
      for (const { path, startLine, endLine } of passages) {
        for (let line = startLine; line <= endLine; line++) {
          assert.ok(!seen.has(`${path}:${line}`), `${path}:${line} is shown twice`);
          seen.add(`${path}:${line}`);
        }
      }
      const isWithin = (
        c: PassageCandidate,
        p: { path: string; startLine: number; endLine: number },
      ) => p.path === c.path && p.startLine <= c.startLine && c.endLine <= p.endLine;
      for (const given of candidates) {
        assert.ok([...passages, ...omitted].some((found) => isWithin(given, found)));
      }
      assert.deepEqual(packLines(candidates, { limit, cost: LINE_COST }), { passages, omitted });
    }),
    { numRuns: 1000 },
  );
});

Deno.test("packRanked() shows everything when nothing is in the way", () => {
  fc.assert(fc.property(CANDIDATES, (candidates) => {
    const options = { limit: 1e6, cost: LINE_COST, relevanceFloor: 0 };
    const { omitted } = packLines(candidates, options);
    assert.ok(omitted.every(({ reason }) => reason === "duplicate"));
  }));
});

Deno.test("packRanked() names every named candidate while the names fit", () => {
  const cost = ({ form, text, remark }: UnhashedFragment) =>
    1 + (form === "reference" ? 0 : text.split("\n").length) + (remark === undefined ? 0 : 1);
  const arbitrary = fc.array(
    fc.record({
      path: fc.constantFrom("a", "b", "c", "d"),
      start: fc.integer({ min: 1, max: 10 }),
      length: fc.integer({ min: 1, max: 10 }),
      same: fc.boolean(),
      outline: fc.constantFrom(undefined, "", "x", "x\ny"),
    }),
    { maxLength: 8 },
  );
  fc.assert(fc.property(arbitrary, fc.integer({ min: 0, max: 60 }), (wanted, limit) => {
    const candidates = wanted.map(({ path, start, length, same, outline }) =>
      candidate(path, [start, Math.min(10, start + length - 1)], {
        ...(same ? { document: TEN_LINES } : {}),
        ...(outline === undefined ? {} : { outline }),
      })
    );
    const { passages, omitted } = packLines(candidates, { limit, cost, isNamed: true });
    assert.ok(passages.reduce((sum, passage) => sum + cost(passage), 0) <= limit);
    const lost = omitted.filter(({ reason }) => reason !== "shortened");
    if (candidates.length <= limit) assert.deepEqual(lost, []);
    for (const { path, startLine, endLine } of candidates) {
      const place = [path, startLine, endLine].join();
      const isThere = passages.some((passage) =>
        passage.path === path && passage.startLine <= startLine && endLine <= passage.endLine
      );
      const isOmitted = omitted.some((one) =>
        [one.path, one.startLine, one.endLine].join() === place
      );
      assert.ok(isThere || isOmitted, place);
    }
  }));
});
