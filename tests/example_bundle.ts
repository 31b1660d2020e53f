import type { BundleIndex, Passage, UnhashedBundle } from "@dossier/core";

/** An index state for tests. */
export const EXAMPLE_INDEX: BundleIndex = {
  documents: 2,
  chunks: 3,
  updatedAt: "2026-01-02T03:04:05.000Z",
  refreshed: { added: 0, changed: 1, removed: 0 },
  stale: false,
  pending: 0,
};

/** A passage for tests. */
export const EXAMPLE_PASSAGE: Passage = {
  rank: 1,
  kind: "code",
  path: "src/add.ts",
  language: "typescript",
  startLine: 1,
  endLine: 3,
  symbol: "add",
  form: "whole",
  score: 2.5,
  tokens: 30,
  text: "export function add(a: number, b: number): number {\n  return a + b;\n}",
};

/** A bundle of one passage, one omission and one note for tests. */
export const EXAMPLE_BUNDLE: UnhashedBundle = {
  version: 1,
  query: "add <numbers>",
  root: "/project",
  budget: { limit: 1000, used: 60, estimator: "piece" },
  index: EXAMPLE_INDEX,
  passages: [EXAMPLE_PASSAGE],
  omitted: [{ path: "b.md", startLine: 4, endLine: 9, tokens: 77, reason: "budget" }],
  notes: [{ code: "index-pending", message: "2 files <changed> & wait" }],
};
