import assert from "node:assert/strict";
import type { WeightedLines } from "../query/query_paths.ts";
import { cutParts } from "./cut_parts.ts";
import { weightNamedLines } from "./named_lines.ts";

const TEXT = `class Store:
    """Keeps rows."""

${Array.from({ length: 40 }, (_, i) => `    field_${i} = ${i}`).join("\n")}

    def open(self):
        return self

    def close(self):
        return None


def open(path):
    return Store()
`;

const PARTS = cutParts(TEXT, { path: "store.py", language: "python", kind: "code" });

/** Returns the names of the parts that a query names by lines, each with its weight. */
function weigh(...named: readonly WeightedLines[]): Readonly<Record<string, number>> {
  const weights = weightNamedLines({ parts: PARTS, named });
  return Object.fromEntries(
    PARTS.flatMap(({ symbol = "" }, i) => weights[i]! > 0 ? [[symbol, weights[i]!]] : []),
  );
}

/** Returns the 1-based line of a text. */
function lineOf(text: string): number {
  return TEXT.split("\n").findIndex((line) => line.includes(text)) + 1;
}

function at(line: number, names?: readonly string[]): WeightedLines {
  return { startLine: line, endLine: line, weight: 0.6, ...(names && { names }) };
}

Deno.test("weightNamedLines() finds only the part with the line", () => {
  assert.deepEqual(weigh(at(lineOf("return None"))), { "Store.close": 0.6 });
  assert.deepEqual(weigh(at(10_000)), {});
});

Deno.test("weightNamedLines() prefers the function of a frame to its line", () => {
  const line = lineOf("return None");
  assert.deepEqual(weigh(at(line, ["Store", "close"])), { "Store.close": 0.6 });
  assert.deepEqual(weigh(at(line, ["app", "Store", "open"])), { "Store.open": 0.6 });
  assert.deepEqual(weigh(at(line, ["elsewhere"])), { "Store.close": 0.6 });
});

Deno.test("weightNamedLines() finds a function without a line in its container", () => {
  const nowhere = { startLine: 1, endLine: 0, weight: 0.3 };
  assert.deepEqual(weigh({ ...nowhere, names: ["Store", "open"] }), { "Store.open": 0.3 });
  assert.deepEqual(weigh({ ...nowhere, names: ["open"] }), { "Store.open": 0.3, open: 0.3 });
  assert.deepEqual(weigh(nowhere), {});
});

Deno.test("weightNamedLines() returns the highest of several weights", () => {
  const line = lineOf("return None");
  assert.deepEqual(weigh({ ...at(line), weight: 0.2 }, at(line)), { "Store.close": 0.6 });
});
