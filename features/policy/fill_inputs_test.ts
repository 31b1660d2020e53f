import type { JsonObject, JsonValue } from "@dossier/core/text";
import assert from "node:assert/strict";
import { refused } from "../../tests/composed_policies.ts";
import { fillInputs } from "./fill_inputs.ts";

const input = (type: string, more: { required?: boolean; fallback?: JsonValue } = {}) => [
  { name: "x", type, required: false, ...more },
];
const fill = (type: string, x: JsonValue) => fillInputs(input(type), { x }).values.x;

Deno.test("fillInputs() converts a text to the type of the profile, and does not change a value of that type", () => {
  const read: readonly (readonly [string, JsonValue, JsonValue])[] = [
    ...[["string", "7", "7"], ["string", 7, "7"], ["number", " 0.5 ", 0.5], [
      "number",
      2,
      2,
    ]] as const,
    ...[["integer", "7", 7], ["boolean", "false", false], ["boolean", true, true]] as const,
    ...[["object", '{"a": 1}', { a: 1 }], ["array", "[1]", [1]], ["array", [2], [2]]] as const,
    ...[["path", "src", "src"], ["path", 1, 1]] as const,
  ];
  for (const [type, given, value] of read) assert.deepEqual(fill(type, given), value);
});

Deno.test("fillInputs() rejects a value of another type from each source", () => {
  const wrong: readonly (readonly [string, JsonValue])[] = [
    ...[["string", [7]], ["number", ""], ["number", "x"], ["number", true], [
      "integer",
      "1.5",
    ]] as const,
    ...[["boolean", "yes"], ["boolean", "1"], ["object", "[1]"], ["array", "{}"]] as const,
    ...[["array", 1], ["object", "{"], ["integer", "Infinity"]] as const,
  ];
  for (const [type, given] of wrong) {
    assert.throws(() => fill(type, given), refused("invalid-inputs", /"x" as it must be of type/));
  }
});

Deno.test("fillInputs() converts a fallback like an input, and treats null as missing", () => {
  assert.deepEqual(fillInputs(input("integer", { fallback: "3" }), {}).values, { x: 3 });
  assert.deepEqual(fillInputs(input("integer", { fallback: 3 }), { x: null }).values, { x: 3 });
  assert.deepEqual(fillInputs(input("string", { required: true }), { x: null }), {
    values: {},
    missing: ["x"],
    unknown: [],
  });
});

Deno.test("fillInputs() keeps undeclared inputs of any name", () => {
  const given = JSON.parse('{"__proto__": "a", "y": ["b"]}') as JsonObject;
  const { values, unknown } = fillInputs([], given);
  assert.deepEqual(Object.entries(values), [["__proto__", "a"], ["y", ["b"]]]);
  assert.deepEqual(unknown, ["__proto__", "y"]);
});
