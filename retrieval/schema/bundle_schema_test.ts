import {
  assembleBundle,
  type Bundle,
  findTextRenderer,
  type PassageCandidate,
  TOKEN_ESTIMATORS,
} from "@dossier/core";
import assert from "node:assert/strict";
import { withHashes } from "../../tests/example_bundle.ts";
import { BUNDLE_SCHEMA, renderBundleJsonSchema } from "./bundle_schema.ts";

const SCHEMA_FILE = new URL("../../schema/bundle.v2.schema.json", import.meta.url);

function exampleBundle(): Bundle {
  const candidates: readonly PassageCandidate[] = [
    {
      path: "src/a.ts",
      kind: "code",
      language: "typescript",
      startLine: 1,
      endLine: 2,
      symbol: "a",
      score: 3,
      explanation: {
        value: 3,
        description: "score",
        operation: "sum",
        details: [{ value: 3, description: "body" }],
      },
      document: { lines: ["export function a() {", "}"] },
    },
    {
      path: "README.md",
      kind: "document",
      language: "markdown",
      startLine: 1,
      endLine: 1,
      score: 1,
      document: { lines: ["# Read me"] },
    },
  ];
  const bundle = assembleBundle([{ name: "ranking", candidates }], {
    query: "a",
    root: "/project",
    limit: 500,
    estimator: TOKEN_ESTIMATORS.piece,
    renderer: findTextRenderer("json"),
    index: {
      documents: 2,
      chunks: 2,
      updatedAt: "2026-01-02T03:04:05.000Z",
      refreshed: { added: 0, changed: 0, removed: 0 },
      stale: false,
      pending: 0,
    },
    notes: [{ code: "example", message: "Made for a test" }],
  });
  return withHashes(bundle);
}

Deno.test("BUNDLE_SCHEMA accepts an assembled bundle", () => {
  const bundle = exampleBundle();
  assert.deepEqual(BUNDLE_SCHEMA.parse(JSON.parse(JSON.stringify(bundle))), bundle);
  assert.deepEqual([bundle.fragments.length, bundle.omitted.length], [1, 1]);
});

Deno.test("BUNDLE_SCHEMA rejects unknown keys, other versions and lines before the first", () => {
  const bundle = exampleBundle();
  const fragment = bundle.fragments[0]!;
  const location = fragment.location!;
  for (
    const wrong of [
      { ...bundle, version: 1 },
      { ...bundle, extra: true },
      { ...bundle, hash: "abc" },
      { ...bundle, fragments: [{ ...fragment, location: { ...location, startLine: 0 } }] },
      { ...bundle, fragments: [{ ...fragment, location: { ...location, symbol: undefined } }] },
      { ...bundle, fragments: [{ ...fragment, trust: "anyone" }] },
    ]
  ) assert.equal(BUNDLE_SCHEMA.safeParse(wrong).success, false);
});

Deno.test("renderBundleJsonSchema() returns the published file", () => {
  assert.equal(
    Deno.readTextFileSync(SCHEMA_FILE),
    renderBundleJsonSchema(),
    "Run: deno run --allow-write=schema schema/write.ts",
  );
});
