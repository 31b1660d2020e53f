import assert from "node:assert/strict";
import { addScores, compareCallers, type ListedCaller, scoreCallers } from "./score_callers.ts";
import type { SymbolTruth } from "./symbol_truth.ts";

const truth: SymbolTruth = {
  repository: "a/b",
  commit: "0",
  language: "go",
  target: "a.go#T.add",
  line: 3,
  kind: "method",
  traits: [],
  source: "gopls",
  testFiles: [],
  uses: { "a.go": [12, 14], "b.go": [7] },
  dispatch: { "c.go": [5] },
  imports: { "b.go": [1] },
  own: { "a.go": [4] },
  unsure: { "d.go": [9] },
};

function caller(path: string, lines: readonly number[], some: Partial<ListedCaller> = {}) {
  const [startLine, endLine] = [Math.min(...lines) - 1, Math.max(...lines) + 1];
  return { path, startLine, endLine, certainty: "certain", lines, ...some } as const;
}

function score(unit: "lines" | "callers", ...callers: readonly ListedCaller[]) {
  return scoreCallers(truth, { kind: "callers", callers }, unit);
}

Deno.test("scoreCallers() matches the named lines, or all lines of the listed definitions", () => {
  const listed = caller("a.go", [12], { startLine: 10, endLine: 20 });
  const byLines = score("lines", listed);
  const byCallers = score("callers", listed);
  assert.deepEqual([byLines.found, byLines.uses, byLines.recalls], [1, 3, 1 / 3]);
  assert.deepEqual([byCallers.found, byCallers.listedRight, byCallers.recalls], [2, 1, 2 / 3]);
});

Deno.test("scoreCallers() counts lines without a use as wrong, and imports and the like as neutral", () => {
  const { listedRight, listedWrong, certainRight, certainWrong } = score(
    "lines",
    ...[caller("a.go", [13, 14]), caller("b.go", [1]), caller("a.go", [4]), caller("d.go", [9])],
  );
  assert.deepEqual([listedRight, listedWrong], [1, 1]);
  assert.deepEqual([certainRight, certainWrong], [1, 1]);
});

Deno.test("scoreCallers() counts dispatch as wrong only when it is listed as certain", () => {
  const likely = score("callers", caller("c.go", [5], { certainty: "likely" }));
  const certain = score("callers", caller("c.go", [5]));
  assert.deepEqual([likely.listedWrong, likely.certainWrong], [0, 0]);
  assert.deepEqual([certain.listedWrong, certain.certainWrong], [0, 1]);
});

Deno.test("scoreCallers() ignores callers by name only, although something is listed", () => {
  const { found, listedWrong, falseNothing } = score(
    "lines",
    caller("b.go", [7], { certainty: "name only" }),
    caller("e.go", [7], { certainty: "name only" }),
  );
  assert.deepEqual([found, listedWrong, falseNothing], [0, 0, 0]);
  assert.equal(score("lines").falseNothing, 1);
});

Deno.test("scoreCallers() distinguishes an error from an answer that lists nothing", () => {
  const refused = scoreCallers(truth, { kind: "refused", reason: "unknown" }, "lines");
  assert.deepEqual([refused.refused, refused.falseNothing, refused.uses], [1, 0, 3]);
});

Deno.test("addScores() adds each count", () => {
  const one = score("lines", caller("b.go", [7]));
  const sum = addScores([one, one]);
  assert.deepEqual([sum.symbols, sum.found, sum.uses, sum.certainRight], [2, 2, 6, 2]);
});

Deno.test("compareCallers() names wrong and missed lines", () => {
  const callers = [caller("a.go", [13, 14]), caller("b.go", [1, 7])];
  assert.deepEqual(compareCallers(truth, { kind: "callers", callers }), {
    wrong: ["a.go:13"],
    missed: ["a.go:12"],
  });
});
