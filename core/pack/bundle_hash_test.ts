import assert from "node:assert/strict";
import type { UnhashedBundle } from "./bundle.ts";
import { bundleHashInput, withHash } from "./bundle_hash.ts";

const BUNDLE: UnhashedBundle = {
  version: 1,
  query: "q",
  root: "/here",
  budget: { limit: 100, used: 10, estimator: "piece" },
  index: {
    documents: 1,
    chunks: 1,
    updatedAt: "2026-01-02T03:04:05.000Z",
    refreshed: { added: 0, changed: 0, removed: 0 },
    stale: false,
    pending: 0,
  },
  passages: [{
    rank: 1,
    kind: "code",
    path: "a.ts",
    language: "typescript",
    startLine: 1,
    endLine: 1,
    form: "whole",
    score: 1.5,
    tokens: 9,
    text: "a",
  }],
  omitted: [{ path: "b.ts", startLine: 1, endLine: 2, tokens: 3, reason: "budget" }],
  notes: [],
};

Deno.test("bundleHashInput() does not vary with place, time, index, notes or last bits of scores", () => {
  const passage = BUNDLE.passages[0]!;
  const explanation = { value: 1.5, description: "score" };
  for (
    const other of [
      { ...BUNDLE, root: "/there" },
      { ...BUNDLE, budget: { ...BUNDLE.budget, used: 11 } },
      { ...BUNDLE, index: { ...BUNDLE.index, updatedAt: "2027-01-02T03:04:05.000Z", stale: true } },
      { ...BUNDLE, notes: [{ code: "index-pending", message: "3 files are not indexed yet" }] },
      { ...BUNDLE, passages: [{ ...passage, score: 1.5000000000000002, explanation }] },
      withHash(BUNDLE, "f".repeat(64)),
    ]
  ) assert.equal(bundleHashInput(other), bundleHashInput(BUNDLE));
});

Deno.test("bundleHashInput() varies with the request, the passages and the omissions", () => {
  const passage = BUNDLE.passages[0]!;
  const inputs = [
    BUNDLE,
    { ...BUNDLE, query: "other" },
    { ...BUNDLE, budget: { ...BUNDLE.budget, limit: 99 } },
    { ...BUNDLE, passages: [] },
    { ...BUNDLE, passages: [{ ...passage, text: "b" }] },
    { ...BUNDLE, passages: [{ ...passage, symbol: "a" }] },
    { ...BUNDLE, omitted: [] },
  ].map(bundleHashInput);
  assert.equal(new Set(inputs).size, inputs.length);
});

Deno.test("bundleHashInput() does not vary with the order in which keys were set", () => {
  const reversed = Object.fromEntries(
    Object.entries(BUNDLE.passages[0]!).reverse(),
  ) as unknown as UnhashedBundle["passages"][number];
  assert.equal(bundleHashInput({ ...BUNDLE, passages: [reversed] }), bundleHashInput(BUNDLE));
});
