import assert from "node:assert/strict";
import { expandNeighbors } from "./expand_neighbors.ts";

const LINKS: Readonly<Record<string, readonly string[]>> = {
  a: ["b", "c", "a"],
  b: ["d", "a"],
  c: ["d", "e"],
  d: ["f"],
};

function slugsWithin(start: readonly string[], depth: number): readonly string[] {
  const linksOf = (slug: string) => LINKS[slug] ?? [];
  return expandNeighbors(start, { depth, linksOf })
    .map(({ slug, from }) => `${from}-${slug}`);
}

Deno.test("N-11 expandNeighbors() follows links up to the depth, nearest first", () => {
  assert.deepEqual(slugsWithin(["a"], 0), []);
  assert.deepEqual(slugsWithin(["a"], 1), ["a-b", "a-c"]);
  assert.deepEqual(slugsWithin(["a"], 2), ["a-b", "a-c", "b-d", "c-e"]);
});

Deno.test("N-11 expandNeighbors() ends in a cycle and returns no start", () => {
  assert.deepEqual(slugsWithin(["b"], 99), ["b-d", "b-a", "d-f", "a-c", "c-e"]);
  assert.deepEqual(slugsWithin(["a", "b", "b", "x"], 1), ["a-c", "b-d"]);
});
