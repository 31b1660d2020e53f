import assert from "node:assert/strict";
import { fillDocuments, fillSlot } from "./fill_documents.ts";
import { chooseDocumentCount } from "./plan_task.ts";
import { scoreDocuments } from "./score_documents.ts";
import fc from "fast-check";

/** A document by its path, with the BM25 of its words; "+" marks a linked one, "?" a stale one. */
type Given = readonly [mark: string, bm25: number, cost?: number];

/** Returns the paths of those with a place: their marks and their places in the list. */
function fill(
  given: readonly Given[],
  { complexity = 0, cap = 5, slotTokens = 100 } = {},
): string[] {
  const paths = given.map(([mark], i) => `${mark}${i}`);
  const scored = scoreDocuments(
    given.map(([mark, bm25], i) => ({
      path: paths[i]!,
      linked: mark.includes("+"),
      bm25,
      freshness: mark.includes("?") ? 0.3 : 1,
    })),
    { settings: { alpha: 0.9, beta: 0, linkBoost: 0.2 }, embedded: false },
  );
  const links = given.filter(([mark]) => mark.includes("+")).length;
  const documents = chooseDocumentCount(complexity, { links, cap });
  const { chosen, omitted, tokens } = fillDocuments(scored, {
    plan: { complexity: { value: complexity }, documents, maxDocuments: cap, slotTokens },
    cost: ({ document: { path } }) => given[paths.indexOf(path)]![2] ?? 10,
  });
  assert.equal(chosen.length + omitted.length, given.length, "none is lost");
  assert.ok(tokens <= slotTokens && chosen.length <= documents);
  return chosen.map(({ document }) => document.path);
}

Deno.test("N-1 fillDocuments() reserves the place of a link for the linked document, also when it is stale", () => {
  assert.deepEqual(fill([["-", 9], ["+?", 1]]), ["+?1"]);
  assert.deepEqual(fill([["-", 9], ["+?", 1], ["+?", 2]]), ["+?2", "+?1"]);
});

Deno.test("N-7 fillDocuments() has places for two links, and orders the others by score", () => {
  const given: Given[] = [["-", 9], ["-", 8], ["+?", 1], ["+?", 2], ["+?", 3], ["-", 7]];
  assert.deepEqual(fill(given, { complexity: 0.5 }), ["+?4", "+?3", "-0"]);
  assert.deepEqual(fill(given, { complexity: 1 }), ["+?4", "+?3", "-0", "-1", "-5"]);
  assert.deepEqual(fill([["-", 9], ["+", 1]], { complexity: 0.2 }), ["+1"]);
  // .9 against .71 + .2, and against .69 + .2.
  const near: Given[] = [["+", 9], ["+", 9], ["-", 9], ["+", 7.1]];
  assert.deepEqual(fill(near, { complexity: 0.5 }), ["+0", "+1", "+3"]);
  assert.deepEqual(fill([...near.slice(0, 3), ["+", 6.9]], { complexity: 0.5 }), [
    "+0",
    "+1",
    "-2",
  ]);
});

Deno.test("N-2 fillDocuments() chooses no more links than the cap, and none at 0", () => {
  const given: Given[] = [["+", 1], ["+", 2], ["+", 3], ["-", 9]];
  assert.deepEqual(fill(given), ["+2", "+1"]);
  assert.deepEqual(fill(given, { cap: 1, complexity: 1 }), ["+2"]);
  assert.deepEqual(fill(given, { cap: 0, complexity: 1 }), []);
});

Deno.test("N-4 fillDocuments() skips a link that does not fit, for the next link", () => {
  assert.deepEqual(fill([["+", 3, 200], ["+", 2], ["+", 1], ["-", 9]]), ["+1", "+2"]);
  // Its place is reserved for a link.
  assert.deepEqual(fill([["+", 3, 200], ["-", 9]]), []);
  assert.deepEqual(fill([["+", 3, 200], ["-", 9]], { complexity: 0.2 }), ["-1"]);
  // Tokens of the first ones are not available to the others.
  assert.deepEqual(fill([["+", 1, 60], ["-", 9, 50], ["-", 8, 40]], { complexity: 0.5 }), [
    "+0",
    "-2",
  ]);
});

Deno.test("N-4 fillSlot() skips a document that is too large and chooses a later one", () => {
  const filled = fillSlot([300, 900, 200, 500], {
    count: 5,
    slotTokens: 1000,
    cost: (tokens) => tokens,
  });
  assert.deepEqual(filled.chosen, [300, 200, 500]);
  assert.deepEqual(filled.omitted, [{ document: 900, reason: "budget" }]);
  assert.equal(filled.tokens, 1000);
});

Deno.test("fillSlot() stops at the count and does not compute further costs", () => {
  const asked: string[] = [];
  const cost = (document: string) => {
    asked.push(document);
    return 1;
  };
  const { chosen, omitted } = fillSlot(["a", "b", "c"], { count: 1, slotTokens: 9, cost });
  assert.deepEqual(chosen, ["a"]);
  assert.deepEqual(omitted, [{ document: "b", reason: "limit" }, {
    document: "c",
    reason: "limit",
  }]);
  assert.deepEqual(asked, ["a"]);
  assert.deepEqual(fillSlot(["a"], { count: 0, slotTokens: 9, cost }).chosen, []);
  assert.deepEqual(fillSlot(["a"], { count: 0, slotTokens: Infinity, cost }).chosen, []);
});

Deno.test("fillSlot() keeps count and budget, loses no document and chooses all that fit", () => {
  const costs = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 });
  const numbers = fc.record({ count: fc.nat(6), slotTokens: fc.nat(120) });
  fc.assert(fc.property(costs, numbers, (given, { count, slotTokens }) => {
    const documents = given.map((tokens, index) => ({ tokens, index }));
    const filled = fillSlot(documents, { count, slotTokens, cost: ({ tokens }) => tokens });
    const { chosen } = filled;
    assert.ok(chosen.length <= count);
    assert.ok(filled.tokens <= slotTokens);
    assert.equal(filled.tokens, chosen.reduce((total, { tokens }) => total + tokens, 0));
    const all = [...chosen, ...filled.omitted.map(({ document }) => document)];
    assert.deepEqual(all.toSorted((a, b) => a.index - b.index), documents);
    for (const { document, reason } of filled.omitted) {
      const before = chosen.filter(({ index }) => index < document.index);
      const used = before.reduce((total, { tokens }) => total + tokens, 0);
      if (reason === "limit") assert.equal(before.length, count);
      else assert.ok(used + document.tokens > slotTokens);
    }
  }));
});
