import assert from "node:assert/strict";
import fc from "fast-check";
import { fillSlot } from "./fill_slot.ts";

Deno.test("N-4 fillSlot() passes over a document that is too big and takes a later one", () => {
  const filled = fillSlot([300, 900, 200, 500], {
    count: 5,
    slotTokens: 1000,
    cost: (tokens) => tokens,
  });
  assert.deepEqual(filled.taken.map(({ document }) => document), [300, 200, 500]);
  assert.deepEqual(filled.left, [{ document: 900, reason: "budget", tokens: 900 }]);
  assert.equal(filled.tokens, 1000);
});

Deno.test("fillSlot() stops at the count and asks nothing of the rest", () => {
  const asked: string[] = [];
  const cost = (document: string) => {
    asked.push(document);
    return 1;
  };
  const { taken, left } = fillSlot(["a", "b", "c"], { count: 1, slotTokens: 9, cost });
  assert.deepEqual(taken, [{ document: "a", tokens: 1 }]);
  assert.deepEqual(left, [{ document: "b", reason: "limit" }, { document: "c", reason: "limit" }]);
  assert.deepEqual(asked, ["a"]);
  assert.deepEqual(fillSlot(["a"], { count: 0, slotTokens: 9, cost }).taken, []);
});

Deno.test("fillSlot() keeps to count and budget, loses no document and takes all that fits", () => {
  const costs = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 });
  const numbers = fc.record({ count: fc.nat(6), slotTokens: fc.nat(120) });
  fc.assert(fc.property(costs, numbers, (given, { count, slotTokens }) => {
    const documents = given.map((tokens, index) => ({ tokens, index }));
    const filled = fillSlot(documents, { count, slotTokens, cost: ({ tokens }) => tokens });
    const taken = filled.taken.map(({ document }) => document);
    assert.ok(taken.length <= count);
    assert.ok(filled.tokens <= slotTokens);
    assert.equal(filled.tokens, taken.reduce((total, { tokens }) => total + tokens, 0));
    const all = [...taken, ...filled.left.map(({ document }) => document)];
    assert.deepEqual(all.toSorted((a, b) => a.index - b.index), documents);
    for (const { document, reason } of filled.left) {
      const before = taken.filter(({ index }) => index < document.index);
      const used = before.reduce((total, { tokens }) => total + tokens, 0);
      if (reason === "limit") assert.equal(before.length, count);
      else assert.ok(used + document.tokens > slotTokens);
    }
  }));
});
