import assert from "node:assert/strict";
import { renderLineTable, scoreLines } from "./score_lines.ts";

const RANGES = [{ path: "a.py", startLine: 10, endLine: 12 }, {
  path: "a.py",
  startLine: 40,
  endLine: 40,
}];

Deno.test("scoreLines() distinguishes the right file from the right lines", () => {
  const places = [["b.py", 10, 12], ["a.py", 1, 9], ["a.py", 13, 39], ["a.py", 40, 60]] as const;
  const results = places.map(([path, startLine, endLine]) => ({
    path,
    startLine,
    endLine,
    tokens: 0,
  }));
  assert.deepEqual(scoreLines(RANGES, results), { file: 2, lines: 4 });
  assert.deepEqual(scoreLines(RANGES, results.slice(0, 3)), { file: 2, lines: Infinity });
  assert.deepEqual(scoreLines(RANGES, []), { file: Infinity, lines: Infinity });
});

Deno.test("renderLineTable() counts only queries whose lines are known", () => {
  const scores = [{ file: 1, lines: 6 }, undefined, { file: 2, lines: 2 }];
  const [, , row] = renderLineTable([{ set: "issues", ranking: "x", scores }]).split("\n");
  assert.deepEqual(
    row!.split("|").map((cell) => cell.trim()).slice(1, -1),
    ["issues", "x", "2 of 3", ".5000", "1.0000", "1.0000", ".0000", ".5000", "1.0000"],
  );
});
