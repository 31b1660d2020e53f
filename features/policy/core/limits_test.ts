import assert from "node:assert/strict";
import fc from "fast-check";
import { DEFAULT_RUN_LIMITS, resolveLimits, type RunLimit } from "./limits.ts";

Deno.test("R-40: overrides have precedence over the profile, and the profile over the defaults", () => {
  assert.deepEqual(resolveLimits({}), {
    turns: 25,
    tokens: 200_000,
    spend: 1,
    spawns: 50,
    depth: 10,
    "duration_seconds": 1800,
  });
  const { turns, spend, tokens } = resolveLimits({
    profile: { turns: 8, spend: 0.5 },
    overrides: { turns: 3 },
  });
  assert.deepEqual([turns, spend, tokens], [3, 0.5, 200_000]);
});

Deno.test("R-40: an unknown limit is refused, and the known ones are named", () => {
  assert.throws(() => resolveLimits({ profile: { turn: 8 } }), {
    code: "invalid-limits",
    message:
      'Cannot use the limits of the profile as there is no limit "turn" (did you mean "turns"?): ' +
      "the limits are turns, tokens, spend, spawns, depth, duration_seconds",
  });
  assert.throws(
    () => resolveLimits({ overrides: { toString: 8 } }),
    /the overrides as there is no limit "toString"/,
  );
});

Deno.test("R-40: a limit is a number of at least 0", () => {
  for (
    const [value, told] of [["8", '"8"'], [-1, "-1"], [NaN, "NaN"], [null, "null"], [
      [],
      "an empty list",
    ]]
  ) {
    assert.throws(() => resolveLimits({ profile: { turns: value } }), {
      message: 'Cannot use the limits of the profile as "turns" must be a number >= 0: ' +
        `current value is ${told}`,
    });
  }
});

Deno.test("R-40: a child has no more than its parent, and a level less", () => {
  const limits = { ...DEFAULT_RUN_LIMITS, turns: 5, tokens: 1000, depth: 2 };
  const child = resolveLimits({
    profile: { turns: 9, tokens: 10 },
    parent: { limits, spawned: 1 },
  });
  assert.deepEqual(child, { ...DEFAULT_RUN_LIMITS, turns: 5, tokens: 10, depth: 1 });
  assert.equal(resolveLimits({ profile: { depth: 0 }, parent: { limits, spawned: 1 } }).depth, 0);
});

Deno.test("R-40: a parent without a level left, or that has started all it may, starts none", () => {
  const bottom = { ...DEFAULT_RUN_LIMITS, depth: 0, spawns: 2 };
  assert.throws(() => resolveLimits({ parent: { limits: bottom, spawned: 1 } }), {
    code: "limit-exceeded",
    message: "Cannot start the agent as its depth is exhausted: its parent has 0 levels left",
  });
  const limits = { ...bottom, depth: 1 };
  assert.equal(resolveLimits({ parent: { limits, spawned: 2 } }).depth, 0);
  assert.throws(() => resolveLimits({ parent: { limits, spawned: 3 } }), {
    message: "Cannot start the agent as its parent may start 2 agents: this would be number 3",
  });
});

Deno.test("resolveLimits() never returns more for a child than for its parent, for any request", () => {
  const names = Object.keys(DEFAULT_RUN_LIMITS) as RunLimit[];
  const some = fc.dictionary(fc.constantFrom(...names), fc.integer({ min: 1, max: 300_000 }));
  fc.assert(fc.property(some, some, some, (above, profile, overrides) => {
    const limits = resolveLimits({ profile: above });
    const child = resolveLimits({ profile, overrides, parent: { limits, spawned: 1 } });
    for (const name of names) assert.ok(child[name] <= limits[name], name);
  }));
});
