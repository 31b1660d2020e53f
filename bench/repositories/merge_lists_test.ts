import assert from "node:assert/strict";
import { groupItems } from "./group_items.ts";
import { MERGES } from "./merge_lists.ts";

const LISTS = [
  [{ repository: "a", score: 9 }, { repository: "a", score: 6 }],
  [{ repository: "b", score: 4 }, { repository: "b", score: 3 }],
  [],
];

function merge(name: string): string[] {
  return MERGES[name]!(LISTS).map(({ repository, score }) => `${repository}${score}`);
}

Deno.test("MERGES order the results of several repositories in different ways", () => {
  assert.deepEqual(merge("raw scores"), ["a9", "a6", "b4", "b3"]);
  assert.deepEqual(merge("shares of the best"), ["a9", "b4", "b3", "a6"]);
  assert.deepEqual(merge("interleaved"), ["a9", "b4", "a6", "b3"]);
});

Deno.test("groupItems() puts every item first once, with others spread over the list", () => {
  const groups = groupItems(["a", "b", "c", "d", "e", "f"], 3);
  assert.deepEqual(groups[0], ["a", "c", "e"]);
  assert.deepEqual(groups.map(([first]) => first), ["a", "b", "c", "d", "e", "f"]);
  assert.ok(groups.every((group) => new Set(group).size === 3));
  assert.deepEqual(groupItems(["a", "b"], 5)[1], ["b", "a"]);
});
