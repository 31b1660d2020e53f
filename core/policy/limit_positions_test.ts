import assert from "node:assert/strict";
import fc from "fast-check";
import { POSITIONS } from "./chain_items.ts";
import { POSITION_BUDGETS } from "./compose_budgeted.ts";
import { limitPositions, PROFILE_SHARE } from "./limit_positions.ts";

const tokens = fc.nat({ max: 12_000 });
const byPosition = fc.record({ system: tokens, before: tokens, after: tokens });

Deno.test("limitPositions() gives each position its budget where there is room for all", () => {
  const wanted = { system: 9000, before: 9000, after: 9000 };
  assert.deepEqual(limitPositions(16_000, { wanted }), POSITION_BUDGETS);
});

Deno.test("limitPositions() shares what there is in proportion, with what some do not want for the others", () => {
  const wanted = { system: 9000, before: 9000, after: 9000 };
  assert.deepEqual(limitPositions(4000, { wanted }), { system: 1000, before: 500, after: 500 });
  assert.deepEqual(limitPositions(4000, { wanted: { ...wanted, after: 0 } }), {
    system: 1333,
    before: 667,
    after: 0,
  });
  // Nobody wants 1,700 of these 2,000.
  assert.deepEqual(limitPositions(4000, { wanted: { system: 300, before: 0, after: 0 } }), {
    system: 2000,
    before: 0,
    after: 0,
  });
});

Deno.test("limitPositions() puts what is needed before what is wanted, unless there is no room for it", () => {
  const wanted = { system: 9000, before: 9000, after: 9000 };
  const needed = { system: 0, before: 900, after: 0 };
  // 1,100 are left for weights of 4,000, 1,100 and 2,000.
  assert.deepEqual(limitPositions(4000, { wanted, needed }), {
    system: 619,
    before: 900 + 170,
    after: 311,
  });
  assert.deepEqual(limitPositions(1600, { wanted, needed }), {
    system: 400,
    before: 200,
    after: 200,
  });
});

Deno.test("limitPositions() never gives more than the budgets and the share of all, and all that is wanted if it fits", () => {
  fc.assert(fc.property(fc.nat({ max: 20_000 }), byPosition, byPosition, (budget, wanted, some) => {
    const least = (position: typeof POSITIONS[number]) =>
      Math.min(some[position], wanted[position]);
    const needed = { system: least("system"), before: least("before"), after: least("after") };
    const limits = limitPositions(budget, { wanted, needed });
    let all = 0;
    let asked = 0;
    for (const position of POSITIONS) {
      assert.ok(Number.isInteger(limits[position]) && limits[position] >= 0);
      assert.ok(limits[position] <= POSITION_BUDGETS[position]);
      all += limits[position];
      asked += Math.min(wanted[position], POSITION_BUDGETS[position]);
    }
    assert.ok(all <= budget * PROFILE_SHARE);
    if (asked > budget * PROFILE_SHARE) return;
    for (const position of POSITIONS) {
      assert.ok(limits[position] >= Math.min(wanted[position], POSITION_BUDGETS[position]));
    }
  }));
});
