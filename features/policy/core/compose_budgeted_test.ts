import assert from "node:assert/strict";
import fc from "fast-check";
import {
  composeBudgeted,
  type ComposedItem,
  countByRatio,
  limitPositions,
  POSITION_BUDGETS,
  PROFILE_SHARE,
  type ResolvedItem,
} from "./compose_budgeted.ts";
import { POSITIONS } from "./chain_items.ts";

const NOTHING = { system: [], before: [], after: [] };

/** Writes items as `"id:tokens > parent + reference, reference"`. */
function resolve(...written: readonly string[]): ReadonlyMap<string, ResolvedItem> {
  return new Map(written.map((line) => {
    const [head = "", references = ""] = line.split(" + ");
    const [sized = "", parent] = head.split(" > ");
    const [id = "", tokens] = sized.split(":");
    const text = "x".repeat(4 * Number(tokens));
    const names = references === "" ? [] : references.split(", ");
    return [id, {
      id,
      text,
      references: names,
      ...(parent === undefined ? {} : { extends: parent }),
    }];
  }));
}

Deno.test("R-45: a budgeted composition includes an exact fit, skips a larger item and continues", () => {
  const resolved = resolve("a:6", "b:5", "c:4");
  const budgets = { system: 10, before: 4, after: 0 };
  const { system, before, after } = composeBudgeted(
    { system: ["a", "b", "c"], before: ["a", "c", "b"], after: ["b"] },
    { resolved, budgets },
  );
  const fates = (items: readonly ComposedItem[]) => items.map(({ id, omitted }) => [id, omitted]);
  assert.deepEqual(fates(system), [["a", undefined], ["b", "over_budget"], ["c", undefined]]);
  assert.deepEqual(fates(before), [["a", "excluded"], ["c", "excluded"], ["b", "over_budget"]]);
  assert.deepEqual(fates(after), [["b", "over_budget"]]);
});

Deno.test("composeBudgeted() reads ancestors before an item, the farthest first, and references after", () => {
  const resolved = resolve("leaf:1 > middle + note, other", "middle:1 > root", "root:1 > leaf")
    .entries().toArray();
  const { system } = composeBudgeted({ ...NOTHING, system: ["leaf"] }, {
    resolved: new Map([...resolved, ...resolve("note:1", "other:1")]),
  });
  assert.deepEqual(system.map(({ id, from }) => [id, from]), [
    ["root", "middle"],
    ["middle", "leaf"],
    ["leaf", undefined],
    ["note", "leaf"],
    ["other", "leaf"],
  ]);
  assert.throws(
    () => composeBudgeted({ ...NOTHING, after: ["lost"] }, { resolved: new Map() }),
    /Cannot compose "lost" as it was never resolved/,
  );
});

Deno.test("composeBudgeted() never exceeds a budget and reports the status of every item", () => {
  const sizes = fc.array(fc.nat(12), { minLength: 1, maxLength: 8 });
  fc.assert(fc.property(sizes, fc.nat(30), fc.nat(30), (all, first, second) => {
    const resolved = resolve(...all.map((size, index) => `i${index}:${size}`));
    const ids = [...resolved.keys()];
    const budgets = { system: first, before: second, after: 5 };
    const composed = composeBudgeted({ system: ids, before: ids, after: ids }, {
      resolved,
      budgets,
    });
    const given = (items: readonly ComposedItem[]) => items.filter((one) => !one.omitted);
    const shown = POSITIONS.flatMap((position) => given(composed[position]).map(({ id }) => id));
    assert.equal(new Set(shown).size, shown.length);
    for (const position of POSITIONS) {
      const used = given(composed[position]).reduce((sum, { tokens }) => sum + tokens, 0);
      assert.ok(used <= budgets[position]);
      assert.deepEqual(composed[position].map(({ id }) => id).sort(), ids.toSorted());
    }
  }));
});

Deno.test("countByRatio() rounds code points up to fours", () => {
  assert.deepEqual(["", "a", "abcd", "abcde", "🚢🚢🚢🚢"].map(countByRatio), [0, 1, 1, 2, 1]);
});

const tokens = fc.nat({ max: 12_000 });
const byPosition = fc.record({ system: tokens, before: tokens, after: tokens });

Deno.test("limitPositions() returns the full budget of each position when all fit", () => {
  const wanted = { system: 9000, before: 9000, after: 9000 };
  assert.deepEqual(limitPositions(16_000, { wanted }), POSITION_BUDGETS);
});

Deno.test("limitPositions() divides the tokens in proportion, and passes on unused ones", () => {
  const wanted = { system: 9000, before: 9000, after: 9000 };
  assert.deepEqual(limitPositions(4000, { wanted }), { system: 1000, before: 500, after: 500 });
  assert.deepEqual(limitPositions(4000, { wanted: { ...wanted, after: 0 } }), {
    system: 1333,
    before: 667,
    after: 0,
  });
  // The candidates use only 300 of these 2,000 tokens.
  assert.deepEqual(limitPositions(4000, { wanted: { system: 300, before: 0, after: 0 } }), {
    system: 2000,
    before: 0,
    after: 0,
  });
});

Deno.test("limitPositions() prefers needed items to others, unless they do not fit", () => {
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

Deno.test("limitPositions() never exceeds the budgets and the common share, and returns the full cost if it fits", () => {
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
