import assert from "node:assert/strict";
import fc from "fast-check";
import { applyQuotas } from "./quotas.ts";

const groupOf = (item: string) => item[0]!;

Deno.test("applyQuotas() keeps the order when no quota applies", () => {
  const items = ["a1", "a2", "b1"];
  assert.equal(applyQuotas(items, groupOf, { most: 1, least: 0 }), items);
});

Deno.test("applyQuotas() limits a repository to its share while others have items, and not afterwards", () => {
  const items = ["a1", "a2", "a3", "a4", "b1", "c1"];
  assert.deepEqual(applyQuotas(items, groupOf, { most: 0.5, least: 0 }), [
    ...["a1", "b1", "a2", "c1", "a3", "a4"],
  ]);
  assert.deepEqual(applyQuotas(["a1", "a2"], groupOf, { most: 0, least: 0 }), ["a1", "a2"]);
});

Deno.test("applyQuotas() gives each repository its minimum share as far as it has items", () => {
  const items = ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "c1"];
  const kept = applyQuotas(items, groupOf, { most: 1, least: 0.25 });
  assert.deepEqual(kept.slice(0, 5), ["a1", "a2", "a3", "b1", "c1"]);
  assert.deepEqual(kept.slice(0, 8).filter((item) => item.startsWith("b")), ["b1", "b2"]);
});

Deno.test("applyQuotas() keeps every item once, and the order of each repository", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(fc.property(
    fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 }),
    share,
    share,
    (groups, most, least) => {
      const items = groups.map((group, at) => ({ group, at }));
      const kept = applyQuotas(items, ({ group }) => group, { most, least });
      assert.deepEqual(new Set(kept), new Set(items));
      assert.equal(kept.length, items.length);
      for (const [group, own] of Map.groupBy(kept, ({ group }) => group)) {
        assert.deepEqual(own, items.filter((item) => item.group === group));
      }
      if (least > 0) return;
      kept.forEach(({ group }, at) => {
        const before = kept.slice(0, at + 1).filter((one) => one.group === group).length;
        const isOver = before > Math.max(1, Math.ceil(most * (at + 1)));
        // Then no other repository has an item left that is within its share.
        if (isOver) {
          const others = kept.slice(at + 1).filter((one) => one.group !== group);
          assert.ok(others.every((one) => {
            const theirs = kept.slice(0, at).filter((each) => each.group === one.group).length;
            return theirs >= Math.max(1, Math.ceil(most * (at + 1)));
          }));
        }
      });
    },
  ));
});
