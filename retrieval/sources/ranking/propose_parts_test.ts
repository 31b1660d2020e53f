import { cutParts } from "@dossier/core/part";
import assert from "node:assert/strict";
import type { FoundFile } from "../../search/mod.ts";
import { proposeParts } from "./propose_parts.ts";

const BODY = Array.from({ length: 400 }, (_, i) => `    step_${i}(path)`).join("\n");
const TEXT = `def open_store(path):\n${BODY}\n`;
const INFO = { path: "src/store.py", language: "python", kind: "code" } as const;

Deno.test("proposeParts() shows a piece of a long function below its signature, and names the piece", () => {
  const lines = TEXT.trimEnd().split("\n");
  const parts = cutParts(TEXT, INFO);
  const found: FoundFile = {
    ...INFO,
    document: 1,
    documentHash: "",
    score: 1,
    kinds: [],
    chunks: [],
    named: [],
  };
  const file = { ...found, isDocument: false, lines, parts };
  const part = parts.at(-1)!;
  assert.ok(part.isContinuation && part.startLine > 300);
  const { candidates, names } = proposeParts({
    ranked: [{ file, part, score: 1, needProbability: 0.5 }],
    read: new Map([[INFO.path, { file: found, source: { lines } }]]),
    changed: [],
    further: [],
  }, []);
  const { startLine, endLine } = part;
  assert.deepEqual(candidates[0]!.ranges, [
    { startLine: 1, endLine: 1 },
    { startLine, endLine },
  ]);
  assert.deepEqual(
    names.map(({ startLine, endLine, ranges }) => ({ startLine, endLine, ranges })),
    [{ startLine, endLine, ranges: undefined }],
  );
});
