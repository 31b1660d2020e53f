import assert from "node:assert/strict";
import fc from "fast-check";
import { isContextError } from "../errors.ts";
import { MAX_NAME_UNITS, MAX_NAMES, parseNames } from "./parse_names.ts";

Deno.test("parseNames() takes names apart at white space and commas, and keeps each once", () => {
  assert.deepEqual(
    parseNames(["retryUpload max_retries", "src/upload.ts,retryUpload;", "Queue::push"]),
    [
      "retryUpload",
      "max_retries",
      "src/upload.ts",
      "Queue::push",
    ],
  );
  assert.deepEqual(parseNames(new Array(500).fill("retry")), ["retry"]);
  assert.deepEqual(parseNames([]), []);
  assert.deepEqual(parseNames(["", " \t\n", ",;"]), []);
});

Deno.test("parseNames() takes control characters for what stands between names", () => {
  assert.deepEqual(parseNames(["retry\u0000upload\u001b[31mred\u202eder"]), [
    "retry",
    "upload",
    "[31mred",
    "der",
  ]);
});

Deno.test("parseNames() refuses too many names and names that are too long, and says how many", () => {
  const many = Array.from({ length: MAX_NAMES + 1 }, (_, i) => `name${i}`);
  assert.throws(
    () => parseNames(many),
    /^ContextError: Cannot search as there must be at most 64 names: 65 are given$/,
  );
  assert.equal(parseNames(many.slice(1)).length, MAX_NAMES);
  assert.throws(
    () => parseNames(["a".repeat(MAX_NAME_UNITS + 1)]),
    /^ContextError: Cannot search as a name must have at most 200 characters: "a{20}…" has 201$/,
  );
  assert.deepEqual(parseNames(["a".repeat(MAX_NAME_UNITS)]), ["a".repeat(MAX_NAME_UNITS)]);
});

Deno.test("parseNames() gives names or a sentence for any texts, and the same for what it gave", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary", maxLength: 300 }), { maxLength: 90 }),
      (texts) => {
        let names;
        try {
          names = parseNames(texts);
        } catch (error) {
          assert.ok(isContextError(error) && error.code === "invalid-query");
          return;
        }
        assert.deepEqual(parseNames(names), names);
        assert.equal(new Set(names).size, names.length);
      },
    ),
  );
});
