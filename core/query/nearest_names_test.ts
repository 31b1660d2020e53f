import assert from "node:assert/strict";
import fc from "fast-check";
import { nearestLanguages, nearestNames } from "./nearest_names.ts";

Deno.test("nearestNames() finds a name with a letter missing, added, replaced or swapped", () => {
  const known = ["parseUrl", "renderPage", "openStore"];
  for (const name of ["parsUrl", "parseeUrl", "parseUrk", "praseUrl"]) {
    assert.deepEqual(nearestNames(name, known), ["parseUrl"], name);
  }
});

Deno.test("nearestNames() counts a swap of neighbours as one edit", () => {
  // "baor" is one swap from "boar" and two replacements from "bear".
  assert.deepEqual(nearestNames("baor", ["bear", "boar"]), ["boar"]);
});

Deno.test("nearestNames() puts fewer edits first and keeps the order of equals", () => {
  const known = ["findPaths", "findPath", "findPatch", "findPaths"];
  assert.deepEqual(nearestNames("findPath", known), ["findPath", "findPaths", "findPatch"]);
  assert.deepEqual(nearestNames("findPath", known, { limit: 1 }), ["findPath"]);
});

Deno.test("nearestNames() counts a difference in case as less than an edit", () => {
  assert.deepEqual(nearestNames("openstore", ["openStor", "openStore"]), ["openStore", "openStor"]);
});

Deno.test("nearestNames() allows two edits, but one in names of four letters or less", () => {
  assert.deepEqual(nearestNames("table", ["tublo", "tubloo"]), ["tublo"]);
  assert.deepEqual(nearestNames("tabl", ["tubo", "tab"]), ["tab"]);
  assert.deepEqual(nearestNames("a", ["b", "ab"]), []);
  assert.deepEqual(nearestNames("", ["a"]), []);
});

Deno.test("nearestNames() is the plain distance of Damerau and Levenshtein, bounded by two", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 5, maxLength: 9 });
  fc.assert(fc.property(word, word, (name, other) => {
    assert.equal(nearestNames(name, [other]).length === 1, distance(name, other) <= 2);
  }));
});

/** Returns the distance by its definition, without bounds. */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const same = a.at(-1) === b.at(-1) ? 0 : 1;
  const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  const key = `${a} ${b}`;
  const known = distances.get(key);
  if (known !== undefined) return known;
  const found = Math.min(
    distance(a.slice(0, -1), b.slice(0, -1)) + same,
    distance(a.slice(0, -1), b) + 1,
    distance(a, b.slice(0, -1)) + 1,
    swapped ? distance(a.slice(0, -2), b.slice(0, -2)) + 1 : Infinity,
  );
  distances.set(key, found);
  return found;
}

const distances = new Map<string, number>();

Deno.test("nearestNames() allows the requested number of edits", () => {
  const known = ["Blueprint", "Blueprints"];
  assert.deepEqual(nearestNames("Bluprint", known), ["Blueprint", "Blueprints"]);
  assert.deepEqual(nearestNames("Bluprint", known, { maxEdits: 1 }), ["Blueprint"]);
});

Deno.test("nearestNames() stops early for long names that differ at the start", () => {
  const known = Array.from({ length: 2000 }, (_, index) => `${"x".repeat(300)}${index}`);
  const start = performance.now();
  assert.deepEqual(nearestNames("y".repeat(303), known), []);
  // This takes some 50 ms; a comparison of the whole names takes seconds.
  assert.ok(performance.now() - start < 1000);
});

Deno.test("nearestLanguages() begins with likely meanings of a word", () => {
  assert.equal(nearestLanguages("pyton")[0], "python");
  assert.equal(nearestLanguages("rs")[0], "rust");
});
