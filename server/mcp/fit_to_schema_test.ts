import assert from "node:assert/strict";
import * as z from "zod";
import { type FittedSchema, fitToSchema } from "./fit_to_schema.ts";

const SCHEMA = z.toJSONSchema(
  z.strictObject({
    query: z.string().min(1),
    limit: z.exactOptional(z.int()),
    score: z.exactOptional(z.number()),
    isWhole: z.exactOptional(z.boolean()),
    paths: z.exactOptional(z.array(z.string())),
    lines: z.exactOptional(z.array(z.int())),
    kind: z.exactOptional(z.enum(["map", "callers"])),
    issue: z.exactOptional(z.union([z.string(), z.looseObject({})])),
    inputs: z.exactOptional(z.record(z.string(), z.unknown())),
  }),
  { io: "output" },
) as FittedSchema;

Deno.test("fitToSchema() converts other types that hosts write to the type of the schema", () => {
  const cases: readonly (readonly [object, object])[] = [
    [{ limit: "3" }, { limit: 3 }],
    [{ limit: " 3.0 ", score: "-1.5e1" }, { limit: 3, score: -15 }],
    [{ limit: [3], score: ["2"] }, { limit: 3, score: 2 }],
    [{ isWhole: "True" }, { isWhole: true }],
    [{ isWhole: 0 }, { isWhole: false }],
    [{ paths: "src/**" }, { paths: ["src/**"] }],
    [{ paths: '["a","b"]' }, { paths: ["a", "b"] }],
    [{ paths: "[0-9].ts" }, { paths: ["[0-9].ts"] }],
    [{ paths: "[1]" }, { paths: ["[1]"] }],
    [{ paths: ["a", null, "", 7] }, { paths: ["a", "7"] }],
    [{ lines: "[1,2]" }, { lines: [1, 2] }],
    [{ lines: ["1", 2] }, { lines: [1, 2] }],
    [{ lines: 4 }, { lines: [4] }],
    [{ query: ["parkBoat"] }, { query: "parkBoat" }],
    [{ query: 404 }, { query: "404" }],
    [{ query: true }, { query: "true" }],
    [{ kind: " Callers " }, { kind: "callers" }],
    [{ issue: "a.md" }, { issue: "a.md" }],
    [{ issue: '{"title":"A"}' }, { issue: { title: "A" } }],
    [{ issue: ["a.md"] }, { issue: "a.md" }],
    [{ inputs: '{"ship":null}' }, { inputs: { ship: null } }],
  ];
  for (const [given, fitted] of cases) {
    assert.deepEqual(fitToSchema(given, SCHEMA), fitted, JSON.stringify(given));
    assert.deepEqual(fitToSchema(JSON.stringify(given), SCHEMA), fitted, "as a text");
    assert.deepEqual(fitToSchema(fitted, SCHEMA), fitted, "what fits stays as it is");
  }
});

Deno.test("fitToSchema() omits optional fields that are null, empty or blank, and no required ones", () => {
  const names = ["limit", "score", "isWhole", "paths", "lines", "kind", "issue", "inputs"];
  for (const name of names) {
    for (const empty of [null, ""]) {
      assert.deepEqual(fitToSchema({ query: "x", [name]: empty }, SCHEMA), { query: "x" }, name);
    }
  }
  assert.deepEqual(fitToSchema({ limit: " ", paths: "null", inputs: "null" }, SCHEMA), {});
  for (const none of ["", [], {}]) assert.deepEqual(fitToSchema(none, SCHEMA), {});
  assert.deepEqual(fitToSchema({ query: null }, SCHEMA), { query: null });
  assert.deepEqual(fitToSchema({ query: "" }, SCHEMA), { query: "" });
});

Deno.test("fitToSchema() returns invalid values unchanged, so that the schema rejects them", () => {
  const wrong = [
    { limit: "three" },
    { limit: "0x10" },
    { limit: [1, 2] },
    { isWhole: "maybe" },
    { query: ["a", "b"] },
    { query: { text: "a" } },
    { kind: "calls" },
    { inputs: "ship" },
    { inputs: `{"a":${"[".repeat(100_000)}` },
    { other: null },
    JSON.parse('{"__proto__":"x"}'),
  ];
  for (const each of wrong) assert.deepEqual(fitToSchema(each, SCHEMA), each);
  for (const each of [null, 7, "text", [1, 2]]) assert.equal(fitToSchema(each, SCHEMA), each);
});
