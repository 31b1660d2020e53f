import assert from "node:assert/strict";
import type { UnhashedBundle } from "./bundle.ts";
import { bundleHashInput } from "./bundle_hash.ts";

const BUNDLE: UnhashedBundle = {
  version: 2,
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
  sections: [
    { name: "s", position: "before", rule: "ranked", limit: 90, used: 9, fragments: 1 },
  ],
  fragments: [{
    rank: 1,
    source: "file:a.ts#L1-1",
    location: { path: "a.ts", kind: "code", language: "typescript", startLine: 1, endLine: 1 },
    position: "before",
    form: "whole",
    trust: "project",
    score: 1.5,
    tokens: 9,
    text: "a",
  }],
  omitted: [{ source: "file:b.ts#L1-2", tokens: 3, reason: "budget" }],
  notes: [],
};

Deno.test("bundleHashInput() does not vary with place, time, index, notes or last bits of scores", () => {
  const fragment = BUNDLE.fragments[0]!;
  const explanation = { value: 1.5, description: "score" };
  for (
    const other of [
      { ...BUNDLE, root: "/there" },
      { ...BUNDLE, budget: { ...BUNDLE.budget, used: 11 } },
      { ...BUNDLE, index: { ...BUNDLE.index, updatedAt: "2027-01-02T03:04:05.000Z", stale: true } },
      { ...BUNDLE, notes: [{ code: "index-pending", message: "3 files are not indexed yet" }] },
      { ...BUNDLE, fragments: [{ ...fragment, score: 1.5000000000000002, explanation }] },
      { ...BUNDLE, sections: [] },
      { ...BUNDLE, hash: "f".repeat(64) },
    ]
  ) assert.equal(bundleHashInput(other), bundleHashInput(BUNDLE));
});

Deno.test("bundleHashInput() varies with the request, the fragments and the omissions", () => {
  const fragment = BUNDLE.fragments[0]!;
  const inputs = [
    BUNDLE,
    { ...BUNDLE, query: "other" },
    { ...BUNDLE, budget: { ...BUNDLE.budget, limit: 99 } },
    { ...BUNDLE, fragments: [] },
    { ...BUNDLE, fragments: [{ ...fragment, text: "b" }] },
    { ...BUNDLE, fragments: [{ ...fragment, source: "file:a.ts#L1-2" }] },
    { ...BUNDLE, fragments: [{ ...fragment, location: { ...fragment.location!, symbol: "a" } }] },
    { ...BUNDLE, fragments: [{ ...fragment, position: "system" } as const] },
    { ...BUNDLE, fragments: [{ ...fragment, trust: "learned" } as const] },
    { ...BUNDLE, omitted: [] },
  ].map(bundleHashInput);
  assert.equal(new Set(inputs).size, inputs.length);
});

Deno.test("bundleHashInput() does not vary with the order in which keys were set", () => {
  const reversed = Object.fromEntries(
    Object.entries(BUNDLE.fragments[0]!).reverse(),
  ) as unknown as UnhashedBundle["fragments"][number];
  assert.equal(bundleHashInput({ ...BUNDLE, fragments: [reversed] }), bundleHashInput(BUNDLE));
});
