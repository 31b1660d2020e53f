import type { Bundle, BundleIndex, Fragment, UnhashedBundle } from "@dossier/core";

/** State of an index for tests. */
export const EXAMPLE_INDEX: BundleIndex = {
  documents: 2,
  chunks: 3,
  updatedAt: "2026-01-02T03:04:05.000Z",
  refreshed: { added: 0, changed: 1, removed: 0 },
  stale: false,
  pending: 0,
};

/** Fragment for tests. */
export const EXAMPLE_FRAGMENT: Fragment = {
  rank: 1,
  source: "file:src/add.ts#L1-3",
  location: {
    path: "src/add.ts",
    kind: "code",
    language: "typescript",
    startLine: 1,
    endLine: 3,
    symbol: "add",
  },
  position: "before",
  form: "whole",
  trust: "project",
  score: 2.5,
  tokens: 30,
  hash: "1".repeat(64),
  text: "export function add(a: number, b: number): number {\n  return a + b;\n}",
};

/** Section of the fragment. */
export const EXAMPLE_SECTIONS: Bundle["sections"] = [
  { name: "ranking", position: "before", rule: "ranked", limit: 900, used: 30, fragments: 1 },
];

/** Bundle with one fragment, one omission and one note for tests. */
export const EXAMPLE_BUNDLE: UnhashedBundle = {
  version: 2,
  query: "add <numbers>",
  root: "/project",
  budget: { limit: 1000, used: 60, estimator: "piece" },
  index: EXAMPLE_INDEX,
  sections: EXAMPLE_SECTIONS,
  fragments: [EXAMPLE_FRAGMENT],
  omitted: [{
    source: "file:b.md#L4-9",
    location: { path: "b.md", startLine: 4, endLine: 9 },
    tokens: 77,
    reason: "budget",
  }],
  notes: [{ code: "index-pending", message: "2 files <changed> & wait" }],
};

/** Returns a bundle for tests with hashes that do not match its texts. */
export function withHashes(bundle: UnhashedBundle = EXAMPLE_BUNDLE): Bundle {
  const hash = "0".repeat(64);
  const fragments = bundle.fragments.map((fragment) => ({ ...fragment, hash }));
  return { ...bundle, fragments, hash };
}
