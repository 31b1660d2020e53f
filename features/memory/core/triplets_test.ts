import assert from "node:assert/strict";
import { buildMemoryBlock, TRIPLET_TOKENS } from "./memory_block.ts";
import { type GraphNode, rankTriplets, usesGraph } from "./triplets.ts";

function node(id: string, fields: Partial<GraphNode> = {}): GraphNode {
  return { id, name: id.toUpperCase(), ...fields };
}

Deno.test("M-9: usesGraph() needs a memory, a switch or the plan, and work that it helps", () => {
  const base = { hasMemory: true, isOn: true, workType: "bug_fix" };
  assert.equal(usesGraph(base), true);
  assert.equal(usesGraph({ ...base, workType: "chore" }), false);
  assert.equal(usesGraph({ ...base, workType: "spike" }), true);
  assert.equal(usesGraph({ ...base, isOn: false }), false);
  assert.equal(usesGraph({ ...base, isOn: false, isInPlan: true }), true);
  assert.equal(usesGraph({ ...base, hasMemory: false, isInPlan: true }), false);
  assert.equal(usesGraph({ ...base, workType: "chore", workTypes: { chore: true } }), true);
});

Deno.test("M-11: rankTriplets() scores by nearness, importance and learned weights", () => {
  const [triplet] = rankTriplets({
    nodes: [node("a", { distance: 0, importance: 1 }), node("b", { distance: 1, importance: 0.5 })],
    edges: [{ source: "a", relation: "calls", target: "b", feedback: 1 }],
  });
  // .5 · (1 + .5) · (.5 + .5 · 1.5) · (1 + .3 · .5 · 2)
  assert.ok(Math.abs(triplet!.score - 0.75 * 1.25 * 1.3) < 1e-12);
});

Deno.test("M-11: rankTriplets() places a reached node at 1.5 times the distance of the farthest found one", () => {
  const [triplet] = rankTriplets({
    nodes: [node("a", { distance: 2 }), node("b")],
    edges: [{ source: "a", relation: "uses", target: "b" }],
  });
  // Distances 2 and 3, importance .5 each, nothing learned.
  assert.ok(Math.abs(triplet!.score - 0.5 * (1 / 3 + 1 / 4)) < 1e-12);
});

Deno.test("M-11: rankTriplets() has each edge once, the best first, equals by importance and key", () => {
  const nodes = [
    ...["a", "b", "c"].map((id) => node(id, { distance: 1 })),
    node("d", { distance: 1, importance: 0.9 }),
  ];
  const edges = [["b", "c"], ["a", "b"], ["a", "b"], ["a", "d"], ["a", "missing"]]
    .map(([source = "", target = ""]) => ({ source, relation: "uses", target }));
  const ranked = rankTriplets({ nodes, edges }).map(({ source, target }) => source.id + target.id);
  assert.deepEqual(ranked, ["ad", "ab", "bc"]);
});

Deno.test("M-11: triplets have 500 tokens of their own and never displace observations", () => {
  const nodes = Array.from(
    { length: 60 },
    (_, at) => node(`n${at}${"x".repeat(40)}`, { distance: at }),
  );
  const edges = nodes.slice(1).map(({ id }) => ({
    source: nodes[0]!.id,
    relation: "uses",
    target: id,
  }));
  const observation = { id: "o1", content: "Retries go through the queue", weight: 1 };
  const alone = buildMemoryBlock([observation], 40);
  const block = buildMemoryBlock([observation], 40, rankTriplets({ nodes, edges }));
  assert.deepEqual(block.observations, ["o1"]);
  assert.ok(block.text.startsWith(`${alone.text}\n\n## Knowledge Graph Triplets\n- N0`));
  assert.ok(block.triplets.length > 5 && block.triplets.length < 59);
  assert.ok(block.tokens - alone.tokens <= TRIPLET_TOKENS + 1);
});
