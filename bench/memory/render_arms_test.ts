import assert from "node:assert/strict";
import { renderArms } from "./render_arms.ts";
import type { ArmRow } from "./run_arms.ts";

function row(task: string, arm: string, lines: number, margin?: number): ArmRow {
  return {
    task,
    arm,
    lines,
    kind: "unrelated",
    budget: 1000,
    hunks: lines,
    files: 1,
    dilution: 0.5,
    used: 900,
    memoryTokens: 0,
    memories: margin === undefined ? 0 : 1,
    hit: false,
    ...(margin !== undefined && { margin }),
  };
}

const ROWS = [
  row("a", "none", 0.5),
  row("b", "none", 0.5),
  row("a", "commits", 0.5),
  row("b", "commits", 0.5),
  row("a", "recalled:query", 1, 6),
  row("b", "recalled:query", 0, 1),
];

function cellsOf(table: string): readonly string[] {
  const line = table.split("\n").find((line) => line.startsWith("| recalled"));
  return line?.split("|").map((cell) => cell.trim()).slice(1, 9) ?? [];
}

Deno.test("renderArms() counts tasks that an arm makes better and worse, and harm against none", () => {
  const cells = cellsOf(renderArms(ROWS)).toSpliced(5, 1);
  assert.deepEqual(cells, ["recalled:query", "2", "2", ".500", "±.000", "1", "1"]);
});

Deno.test("renderArms() uses the row of commits when a recalled memory does not pass the gate", () => {
  const cells = cellsOf(renderArms(ROWS, { margin: 5, place: Infinity })).toSpliced(5, 1);
  assert.deepEqual(cells, ["recalled:query", "2", "1", ".750", "+.250", "1", "0"]);
});
