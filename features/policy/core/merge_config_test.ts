import assert from "node:assert/strict";
import fc from "fast-check";
import type { JsonObject } from "../../../core/text/json_value.ts";
import { mergeConfig } from "./merge_config.ts";

Deno.test("R-44: a hook with the same id replaces the earlier one; others follow", () => {
  const user = { hooks: [{ id: "a", layer: 1, wrap: true }, { id: "b" }] };
  const project = { hooks: [{ id: "c" }, { id: "a", layer: 2 }] };
  assert.deepEqual(mergeConfig([user, project]), {
    hooks: [{ id: "a", layer: 2 }, { id: "b" }, { id: "c" }],
  });
});

Deno.test("R-44: other lists and plain values are replaced, also by an empty list and by null", () => {
  const earlier = {
    list: [1, 2],
    mixed: [{ id: "a" }, {}],
    gone: [{ id: "a" }],
    n: 1,
    m: { a: 1 },
    o: 1,
  };
  const later = { list: [3], mixed: [{ id: "b" }], gone: [], n: null, m: 2, o: { a: 1 } };
  assert.deepEqual(mergeConfig([earlier, later]), later);
});

Deno.test("mergeConfig() merges mappings key by key, omits `extends`, and does not change keys", () => {
  const system: JsonObject = {
    extends: "base",
    "tool_preload": { enabled: true, "max_tokens": 2000 },
  };
  const project = JSON.parse(
    '{ "tool_preload": { "max_tokens": 500, "extends": 1 }, "__proto__": { "x": 1 } }',
  );
  const merged = mergeConfig([system, {}, project]);
  assert.deepEqual(merged["tool_preload"], { enabled: true, "max_tokens": 500 });
  assert.deepEqual(Object.keys(merged), ["tool_preload", "__proto__"]);
  assert.equal(Object.hasOwn(Object.prototype, "x"), false);
});

Deno.test("mergeConfig() of deep configurations does not overflow", () => {
  const deep = () => JSON.parse(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`);
  assert.ok(mergeConfig([deep(), deep()]));
});

Deno.test("mergeConfig() has the same result for three layers as for two of them merged first", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<unknown>(null, 1, "a"),
      fc.array(fc.constantFrom({ id: "a", n: 1 }, { id: "b" }, { id: "a", n: 2 }), {
        maxLength: 2,
      }),
      fc.dictionary(fc.constantFrom("a", "b", "c"), tie("any"), { maxKeys: 3 }),
    ),
  })).any;
  const layer = fc.dictionary(fc.constantFrom("a", "b"), value) as fc.Arbitrary<JsonObject>;
  fc.assert(fc.property(layer, layer, layer, (one, two, three) => {
    assert.deepEqual(mergeConfig([mergeConfig([one, two]), three]), mergeConfig([one, two, three]));
    assert.deepEqual(mergeConfig([one, one, one]), mergeConfig([one, one]));
  }));
});
