import assert from "node:assert/strict";
import fc from "fast-check";
import { composeBudgeted, countByRatio, type ResolvedItem } from "./compose_budgeted.ts";

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
      ...{ id, text, references: names },
      ...(parent === undefined ? {} : { extends: parent }),
    }];
  }));
}

Deno.test("R-45: a budgeted composition takes an exact fit, skips the bigger and goes on", () => {
  const resolved = resolve("a:6", "b:5", "c:4");
  const budgets = { system: 10, before: 4, after: 0 };
  const [system, before, after] = composeBudgeted(
    { system: ["a", "b", "c"], before: ["a", "c", "b"], after: ["b"] },
    { resolved, budgets },
  );
  assert.deepEqual(system?.items.map(({ id, tokens }) => [id, tokens]), [["a", 6], ["c", 4]]);
  assert.equal(system?.used, 10);
  assert.deepEqual(system?.omitted, [{ id: "b", reason: "over_budget" }]);
  assert.deepEqual(before?.omitted, [
    { id: "a", reason: "excluded" },
    { id: "c", reason: "excluded" },
    { id: "b", reason: "over_budget" },
  ]);
  assert.deepEqual(after?.omitted, [{ id: "b", reason: "over_budget" }]);
});

Deno.test("composeBudgeted() reads ancestors before an item, the farthest first, and references after", () => {
  const resolved = resolve("leaf:1 > middle + note, other", "middle:1 > root", "root:1 > leaf")
    .entries().toArray();
  const [system] = composeBudgeted({ ...NOTHING, system: ["leaf"] }, {
    resolved: new Map([...resolved, ...resolve("note:1", "other:1")]),
  });
  assert.deepEqual(system?.items.map(({ id, role, depth }) => `${id} ${role} ${depth}`), [
    "root ancestor 2",
    "middle ancestor 1",
    "leaf root 0",
    "note reference 1",
    "other reference 1",
  ]);
  assert.deepEqual(system?.edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`), [
    "leaf extends middle",
    "middle extends root",
    "leaf references note",
    "leaf references other",
  ]);
  assert.throws(
    () => composeBudgeted({ ...NOTHING, after: ["lost"] }, { resolved: new Map() }),
    /Cannot compose "lost" as it was never resolved/,
  );
});

Deno.test("composeBudgeted() never passes a budget and says what became of every item", () => {
  const sizes = fc.array(fc.nat(12), { minLength: 1, maxLength: 8 });
  fc.assert(fc.property(sizes, fc.nat(30), fc.nat(30), (all, first, second) => {
    const resolved = resolve(...all.map((size, index) => `i${index}:${size}`));
    const ids = [...resolved.keys()];
    const budgets = { system: first, before: second, after: 5 };
    const positions = composeBudgeted({ system: ids, before: ids, after: ids }, {
      ...{ resolved, budgets },
    });
    const given = positions.flatMap(({ items }) => items.map(({ id }) => id));
    assert.equal(new Set(given).size, given.length);
    for (const { position, items, omitted, used } of positions) {
      assert.ok(used <= budgets[position]);
      assert.equal(used, items.reduce((sum, { tokens }) => sum + tokens, 0));
      assert.deepEqual([...items, ...omitted].map(({ id }) => id).sort(), ids.toSorted());
    }
  }));
});

Deno.test("countByRatio() rounds code points up to fours", () => {
  assert.deepEqual(["", "a", "abcd", "abcde", "🚢🚢🚢🚢"].map(countByRatio), [0, 1, 1, 2, 1]);
});
