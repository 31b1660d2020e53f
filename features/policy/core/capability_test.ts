import { matchesWildcards } from "@dossier/core/condition";
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  attenuate,
  CAPABILITY_ACTIONS,
  checkCapability,
  classifyCapability,
  expandCapabilities,
  isPermitted,
  ITEM_TYPES,
  patternSpecificity,
} from "./capability.ts";

const CLASSIFIED = [
  ["rye.execute.tool.rye.bash.*", "execute", "tool", "rye/bash/*"],
  ["rye.execute.tool.rye.file-system.read", "execute", "tool", "rye/file-system/read"],
  ["rye.fetch.*", "fetch", undefined, "*"],
  ["rye.fetch.tool.rye.core.*", "fetch", "tool", "rye/core/*"],
  ["rye.sign.knowledge.*", "sign", "knowledge", "*"],
] as const;

for (const [capability, action, itemType, pattern] of CLASSIFIED) {
  Deno.test(`R-1: ${capability} is ${action} of ${itemType ?? "anything"} ${pattern}`, () => {
    const expected = itemType === undefined ? { action, pattern } : { action, itemType, pattern };
    assert.deepEqual(classifyCapability(capability), expected);
    assert.deepEqual(classifyCapability(capability.slice("rye.".length)), expected);
  });
}

Deno.test("R-1: a text without an item or an action is not a capability", () => {
  for (
    const one of ["rye.execute.tool.", "other.thing", "fetch.tool.", "fetch.", "fetch", "*", ""]
  ) {
    assert.equal(classifyCapability(one), undefined, one);
  }
});

Deno.test("classifyCapability() reads Rye's directives as profiles", () => {
  const expected = { action: "execute", itemType: "profile", pattern: "a.b" };
  assert.deepEqual(classifyCapability("rye.execute.directive.a/b"), expected);
  assert.deepEqual(classifyCapability("execute.profile.a.b"), expected);
});

Deno.test("R-2: a pattern with more names is more specific", () => {
  assert.equal(patternSpecificity("rye/file-system/read"), 1000);
  assert.equal(patternSpecificity("rye/file-system/*"), 2);
  assert.equal(patternSpecificity("rye/*"), 1);
  assert.equal(patternSpecificity("*"), 0);
});

Deno.test("expandCapabilities() expands a pattern for several capabilities, each once", () => {
  assert.deepEqual(expandCapabilities(["rye.*", "rye.fetch.*", "sign.tool.a"]), [
    "execute.knowledge.*",
    "execute.profile.*",
    "execute.tool.*",
    "fetch.*",
    "sign.*",
    "sign.tool.a",
  ]);
});

Deno.test("isPermitted() lets a star cross dots, denies all without capabilities, and Rye's own never", () => {
  const read = { action: "execute", itemType: "tool", itemId: "files/deep/read" } as const;
  assert.equal(isPermitted([], read), false);
  for (const held of ["*", "rye.*", "execute.*", "execute.tool.files.*", "execute.tool.*.read"]) {
    assert.equal(isPermitted([held], read), true, held);
  }
  assert.equal(isPermitted(["execute.tool.files/deep/read"], read), true);
  for (const held of ["fetch.*", "execute.tool.file", "execute.tool.files", "execute.profile.*"]) {
    assert.equal(isPermitted([held], read), false, held);
  }
  assert.equal(
    isPermitted(["rye.fetch.directive.*"], { action: "fetch", itemType: "profile", itemId: "a" }),
    true,
  );
  assert.equal(isPermitted(["fetch.*"], { action: "fetch", itemType: "tool" }), true);
  assert.equal(isPermitted(["fetch.tool.*"], { action: "fetch", itemType: "tool" }), false);
  const internal = "rye/agent/threads/internal/control";
  assert.equal(isPermitted([], { ...read, itemId: internal }), true);
  for (const itemId of ["rye/agent/threads/internal/../../../bash", "files/../bash"]) {
    assert.equal(isPermitted(["execute.tool.files.*"], { ...read, itemId }), false, itemId);
  }
});

Deno.test("R-38: a child that declares less keeps its own", () => {
  assert.deepEqual(attenuate(["execute.tool.*"], ["rye.execute.tool.files.read"]), [
    "execute.tool.files.read",
  ]);
});

Deno.test("R-38: a child that declares more gets the capabilities of the parent", () => {
  assert.deepEqual(attenuate(["execute.tool.files.*", "fetch.*"], ["*"]), [
    "execute.tool.files.*",
    "fetch.*",
  ]);
  assert.deepEqual(attenuate(["rye.execute.tool.files.*"], ["execute.*", "execute.tool.*"]), [
    "execute.tool.files.*",
  ]);
});

Deno.test("R-38: a child that declares something else gets nothing of it", () => {
  assert.deepEqual(attenuate(["execute.tool.files.*"], ["fetch.*", "execute.tool.bash"]), []);
});

Deno.test("R-38: a child that declares nothing gets the capabilities of the parent", () => {
  assert.deepEqual(attenuate(["rye.execute.tool.files/*", "fetch.*"], []), [
    "execute.tool.files.*",
    "fetch.*",
  ]);
  assert.deepEqual(attenuate([], ["fetch.*"]), []);
});

Deno.test("R-43: a permission with an unknown action is refused by its name", () => {
  assert.equal(checkCapability("*", "profile"), "*");
  assert.equal(checkCapability("rye.*", "profile"), "*");
  assert.equal(checkCapability(" execute.tool.a/b.* ", "profile"), "execute.tool.a.b.*");
  const refused: readonly (readonly [unknown, string])[] = [
    [
      "delete.tool.x",
      '"delete.tool.x" of "p.md" as "delete" is not an action: write execute, fetch, sign or "*"',
    ],
    ["execute", '"execute" of "p.md" as it must name its object: write "execute.*" for everything'],
    ["", '"" of "p.md" as it must be text: current value is ""'],
    [3, '3 of "p.md" as it must be text: current value is 3'],
    [{ tool: "x" }, 'a mapping of "p.md" as it must be text: current value is a mapping'],
  ];
  for (const [value, rest] of refused) {
    assert.throws(() => checkCapability(value, '"p.md"'), {
      code: "invalid-capability",
      message: `Cannot use the permission ${rest}`,
    });
  }
  assert.throws(() => checkCapability(`fetch.${"a".repeat(1024)}`, "x"), /at most 1024 characters/);
});

const ID = fc.array(fc.constantFrom(..."ab"), { minLength: 1, maxLength: 3 });
const CAPABILITY = fc.oneof(
  fc.constant("*"),
  fc.tuple(
    fc.constantFrom(...CAPABILITY_ACTIONS, "*"),
    fc.constantFrom(...ITEM_TYPES, "*"),
    fc.array(fc.constantFrom("a", "b", "*", "a*", "*b"), { maxLength: 3 }),
  ).map(([action, type, names]) => [action, type, ...names].join(".")),
);

Deno.test("a child never has a permission that its parent lacks, for any declarations", () => {
  const request = fc.record({
    action: fc.constantFrom(...CAPABILITY_ACTIONS),
    itemType: fc.constantFrom(...ITEM_TYPES),
    itemId: ID.map((names) => names.join("/")),
  });
  const list = fc.array(CAPABILITY, { maxLength: 4 });
  fc.assert(
    fc.property(list, list, request, (parent, child, one) => {
      const attenuated = attenuate(parent, child);
      if (isPermitted(attenuated, one)) assert.ok(isPermitted(parent, one));
      if (child.length > 0 && isPermitted(attenuated, one)) assert.ok(isPermitted(child, one));
    }),
    { numRuns: 5000 },
  );
});

Deno.test("matchesWildcards() agrees with a regular expression, and is fast for many stars", () => {
  const pattern = fc.string({ unit: fc.constantFrom(..."ab.*"), maxLength: 6 });
  const text = fc.string({ unit: fc.constantFrom(..."ab."), maxLength: 8 });
  fc.assert(
    fc.property(pattern, text, (stars, words) => {
      const source = stars.replaceAll(".", "\\.").replaceAll("*", ".*");
      assert.equal(matchesWildcards(stars, words), new RegExp(`^${source}$`).test(words));
    }),
    { numRuns: 5000 },
  );
  assert.equal(matchesWildcards("a*".repeat(500) + "b", "a".repeat(100_000)), false);
});
