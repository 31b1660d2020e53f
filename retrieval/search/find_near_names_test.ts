import { createVisibility, DEFAULT_EXCLUSIONS, nearestNames } from "@dossier/core";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { DocumentDefinitions } from "../index/mod.ts";
import { findNearNames } from "./find_near_names.ts";

const ALL = createVisibility(DEFAULT_EXCLUSIONS);

function documentsOf(texts: readonly string[]): DocumentDefinitions[] {
  return texts.map((definitions, index) => ({ path: `${index}.ts`, definitions }));
}

const TEXTS = documentsOf(["parseUrl\nrenderPage\nopenStore", "", "İparseUri\npassUrl\nStore"]);

Deno.test("findNearNames() finds names with a typing error in any third, in any text", () => {
  for (const name of ["praseUrl", "parsUrl", "parseeUrl", "parseUr"]) {
    assert.equal(findNearNames(name, TEXTS)[0], "parseUrl", name);
  }
  assert.deepEqual(findNearNames("opnStore", TEXTS), ["openStore"]);
  assert.deepEqual(findNearNames("stroe", TEXTS), ["Store"]);
});

Deno.test("findNearNames() returns names in their own spelling, an exact match first", () => {
  assert.deepEqual(findNearNames("OPENSTORE", TEXTS), ["openStore"]);
  assert.deepEqual(findNearNames("openStore", documentsOf(["openstore\nopenStore"])), [
    "openStore",
    "openstore",
  ]);
});

Deno.test("findNearNames() finds nothing for a name without similar ones", () => {
  assert.deepEqual(findNearNames("xylophone", TEXTS), []);
  assert.deepEqual(findNearNames("", TEXTS), []);
  assert.deepEqual(findNearNames("parseUrl", []), []);
});

Deno.test("findNearNames() finds a name in each place of a long text", () => {
  const names = Array.from({ length: 5000 }, (_, index) => `handler${index}Of${index * 7}`);
  const text = [...names.slice(0, 2500), "retryUpload", ...names.slice(2500), "retryUploads"];
  assert.deepEqual(findNearNames("retryUplaod", documentsOf([text.join("\n")])), [
    "retryUpload",
    "retryUploads",
  ]);
});

Deno.test("findNearNames() returns no names of documents that must not be shown", () => {
  const documents = documentsOf(["parseUrl", "parseUrls\nparseUrlx"]);
  const near = (isServed: (path: string) => boolean) =>
    findNearNames("praseUrl", documents, {
      visibility: ALL.hide("forbidden", (path) => !isServed(path)),
    });
  assert.deepEqual(near((path) => path === "0.ts"), ["parseUrl"]);
  assert.deepEqual(near((path) => path === "1.ts"), ["parseUrls", "parseUrlx"]);
  assert.deepEqual(near(() => false), []);
});

Deno.test("findNearNames() finds what nearestNames() finds among all names, for one typing error", () => {
  const letter = fc.constantFrom(..."abcXYZ_1");
  const word = fc.string({ unit: letter, minLength: 6, maxLength: 12 });
  const slip = fc.record({ at: fc.nat(11), kind: fc.constantFrom("drop", "add", "swap"), letter });
  fc.assert(fc.property(fc.array(word, { minLength: 1, maxLength: 9 }), slip, (words, slip) => {
    const [first = ""] = words;
    const at = slip.at % (first.length - 1);
    const [head, tail] = [first.slice(0, at), first.slice(at)];
    const name = slip.kind === "drop"
      ? head + tail.slice(1)
      : slip.kind === "add"
      ? head + slip.letter + tail
      : head + tail.charAt(1) + tail.charAt(0) + tail.slice(2);
    const [found] = findNearNames(name, documentsOf([words.join("\n")]));
    assert.equal(found, nearestNames(name, words)[0]);
  }));
});
