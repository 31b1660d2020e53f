import assert from "node:assert/strict";
import { findParetoZones } from "./pareto.ts";

Deno.test("M-27: findParetoZones() finds the frontier of five points, and the zones of the others", () => {
  const points = [
    { name: "chore", tokens: 100, success: 0.6 },
    { name: "feature", tokens: 300, success: 0.8 },
    { name: "bug_fix", tokens: 700, success: 0.9 },
    { name: "refactor", tokens: 600, success: 0.8 },
    { name: "other", tokens: 310, success: 0.5 },
  ];
  assert.deepEqual(findParetoZones(points).map(({ name, zone }) => [name, zone]), [
    ["chore", "efficient"],
    ["feature", "efficient"],
    ["bug_fix", "efficient"],
    ["refactor", "wasteful"],
    ["other", "below"],
  ]);
});

Deno.test("findParetoZones() keeps equal points on the frontier, and nothing of nothing", () => {
  const twice = [1, 2].map((name) => ({ name: `${name}`, tokens: 10, success: 1 }));
  assert.deepEqual(findParetoZones(twice).map(({ zone }) => zone), ["efficient", "efficient"]);
  assert.deepEqual(findParetoZones([]), []);
});
