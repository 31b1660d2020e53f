import assert from "node:assert/strict";
import { openDocumentMatcher } from "./lookups.ts";
import type { DocumentFacts } from "@dossier/core/rank";
import type { DocumentFilter } from "./index_reader.ts";

const DOCUMENTS: readonly DocumentFacts[] = [
  { id: 1, path: "src/a.ts", language: "typescript", kind: "code" },
  { id: 2, path: "src/deep/b.py", language: "python", kind: "code" },
  { id: 3, path: "README.md", language: "markdown", kind: "document" },
  { id: 4, path: ".github/c.md", language: "markdown", kind: "document" },
];

async function passing(filter: DocumentFilter): Promise<number[]> {
  const matches = await openDocumentMatcher(filter);
  assert.ok(matches !== undefined);
  return DOCUMENTS.filter(matches).map(({ id }) => id);
}

Deno.test("openDocumentMatcher() matches by kind, language or glob", async () => {
  assert.deepEqual(await passing({ kind: "code" }), [1, 2]);
  assert.deepEqual(await passing({ kind: "code", pathsOfAnyKind: new Set(["README.md"]) }), [
    1,
    2,
    3,
  ]);
  assert.deepEqual(await passing({ languages: ["Python", "markdown"] }), [2, 3, 4]);
  assert.deepEqual(await passing({ paths: ["src/*"] }), [1]);
  assert.deepEqual(await passing({ paths: ["src/**"] }), [1, 2]);
  assert.deepEqual(await passing({ paths: ["*.md"] }), [3, 4]);
  assert.deepEqual(await passing({ paths: ["src/"] }), [1, 2]);
});

Deno.test("openDocumentMatcher() accepts a document that matches one of several conditions of each kind", async () => {
  assert.deepEqual(await passing({ paths: ["*.py", "README*"] }), [2, 3]);
  assert.deepEqual(await passing({ paths: ["*.py", "*.md"], kind: "document" }), [3, 4]);
  assert.deepEqual(await passing({ languages: ["python"], kind: "document" }), []);
});

Deno.test("openDocumentMatcher() returns no matcher for a filter that accepts everything", async () => {
  assert.equal(await openDocumentMatcher(), undefined);
  assert.equal(await openDocumentMatcher({}), undefined);
  assert.equal(await openDocumentMatcher({ paths: [], languages: [] }), undefined);
});

Deno.test("openDocumentMatcher() reads brackets literally when there is such a document or folder", async () => {
  const paths = ["app/[slug]/a.ts", "app/s/a.ts"];
  const passing = async (glob: string, exists?: (path: string) => boolean) => {
    const matches = await openDocumentMatcher({ paths: [glob] }, exists && { exists });
    return paths.filter((path) => matches!({ ...DOCUMENTS[0]!, path }));
  };
  const exists = (place: string) => paths.some((path) => `${path}/`.startsWith(`${place}/`));
  assert.deepEqual(await passing("app/[slug]/*", exists), ["app/[slug]/a.ts"]);
  assert.deepEqual(await passing("app/[slug]/*"), paths);
});
