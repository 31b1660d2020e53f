import assert from "node:assert/strict";
import type { FoundObservation, GraphResult, Observation } from "./core/mod.ts";
import {
  buildSessionMemoryBlock,
  type GraphAccess,
  type ObservationFinder,
  type SessionBlockOptions,
  withTransfer,
} from "./session_block.ts";

function found(id: string, relevance: number, more: Partial<Observation> = {}): FoundObservation {
  return {
    relevance,
    observation: {
      id,
      scope: { organization: "local", project: "shop" },
      kind: "decision",
      content: `Observation ${id}`,
      contentHash: "",
      origin: "explicit",
      classification: "internal",
      anchors: [],
      weight: 1,
      tags: [],
      createdAt: 0,
      verifiedAt: 0,
      ...more,
    },
  };
}

function storeOf(...results: readonly FoundObservation[]): ObservationFinder {
  return { retrieve: () => Promise.resolve(results) };
}

const BROKEN: ObservationFinder = { retrieve: () => Promise.reject(new Error("gone")) };

const IDENTITY = { organization: "local", agent: "a1" };

function options(more: Partial<SessionBlockOptions>): SessionBlockOptions {
  const scope = { organization: "local", project: "shop" };
  return { session: "s1", workType: "bug_fix", scope, query: "q", store: storeOf(), ...more };
}

/** A graph with one edge of our own and one of another organisation. */
const GRAPH: GraphResult = {
  nodes: [
    { id: "n1", name: "Retry", distance: 0 },
    { id: "n2", name: "Queue", distance: 0.5 },
    { id: "n3", name: "Rival", distance: 0.1 },
  ],
  edges: [
    { source: "n1", relation: "uses", target: "n2" },
    { source: "n1", relation: "copies", target: "n3", organization: "rival" },
  ],
};

function graph(access?: GraphAccess) {
  const finder = { search: () => Promise.resolve(GRAPH) };
  return { finder, identity: IDENTITY, isOn: true, access };
}

Deno.test("M-8 a failed store leads to an empty block and a warning", async () => {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const block = await buildSessionMemoryBlock(options({ store: BROKEN, warn }));
  assert.deepEqual([block.text, block.observations, block.tokens], ["", [], 0]);
  assert.equal(block.budget, 750);
  assert.deepEqual(warnings, [
    "No observations of earlier sessions are included as the memory cannot be read",
  ]);
});

Deno.test("M-3 learned weights decide the order, even if the log fails", async () => {
  const store = storeOf(found("o1", 0.9, { weight: 0.5 }), found("o2", 0.6));
  const logged: string[] = [];
  const weighted = await buildSessionMemoryBlock(options({
    store,
    logRanks(ranked) {
      logged.push(...ranked.map(({ id }) => id));
      return Promise.reject(new Error("full"));
    },
  }));
  assert.deepEqual(weighted.observations, ["o2", "o1"]);
  assert.deepEqual(logged, ["o2", "o1"]);
  const plain = await buildSessionMemoryBlock(options({ store, isWeighted: false }));
  assert.deepEqual(plain.observations, ["o1", "o2"]);
});

Deno.test("M-1 a budget of 0 asks neither the store nor the graph", async () => {
  const budgets = { defaults: { bug_fix: 0 } };
  const block = await buildSessionMemoryBlock(options({ store: BROKEN, budgets, graph: graph() }));
  assert.equal(block.text, "");
});

Deno.test("M-10 triplets are rendered below observations, with their nodes in the log", async () => {
  const block = await buildSessionMemoryBlock(
    options({ store: storeOf(found("o1", 1, { kind: "summary" })), graph: graph() }),
  );
  assert.equal(
    block.text,
    "## Relevant Past Observations\n- [o1] Observation o1 (weight: 1)\n\n" +
      "## Knowledge Graph Triplets\n- Retry → uses → Queue",
  );
  assert.deepEqual(block.graphNodes, ["n1", "n2"]);
  assert.deepEqual(block.summaries, ["o1"]);
  // 94 characters in all and 61 of observations: 31 - 16 tokens... counted by the estimator of the block.
  assert.equal(
    block.graphTokens,
    block.tokens -
      Math.ceil("## Relevant Past Observations\n- [o1] Observation o1 (weight: 1)".length / 4),
  );
});

Deno.test("M-10 a triplet of another organisation is delivered only with access", async () => {
  const idsOf = async (access?: GraphAccess) => {
    const block = await buildSessionMemoryBlock(options({ graph: graph(access) }));
    const shown = block.text.includes("Rival");
    assert.equal(block.graphNodes.includes("n3"), shown);
    assert.equal(block.triplets.some(({ target }) => target.id === "n3"), shown);
    return shown;
  };
  assert.equal(await idsOf(() => true), true);
  assert.equal(await idsOf(() => false), false);
  assert.equal(await idsOf(), false);
  assert.equal(
    await idsOf(() => {
      throw new Error("no policy");
    }),
    false,
  );
});

Deno.test("M-11 the observations are delivered even if the graph fails or is disabled", async () => {
  const store = storeOf(found("o1", 1));
  const finder = { search: () => Promise.reject(new Error("gone")) };
  for (const isOn of [true, false]) {
    const block = await buildSessionMemoryBlock(
      options({ store, graph: { finder, identity: IDENTITY, isOn } }),
    );
    assert.deepEqual([block.observations, block.triplets], [["o1"], []]);
  }
});

Deno.test("M-23 similar granted peers add their observations, at half the weight and score", async () => {
  const fingerprint = new Set(["language:go", "lib:chi"]);
  const peer = (project: string, more: object) => ({
    project,
    fingerprint,
    isGranted: true,
    store: storeOf(found("o7", 1), found("o8", 1, { classification: "confidential" })),
    ...more,
  });
  const finder = withTransfer(storeOf(found("o1", 0.9)), {
    fingerprint,
    peers: [
      peer("similar", {}),
      peer("broken", { store: BROKEN }),
      peer("closed", { isGranted: false }),
      peer("other", { fingerprint: new Set(["language:python"]) }),
    ],
  });
  const results = await finder.retrieve({ organization: "local", project: "shop" }, { text: "q" });
  assert.deepEqual(
    results.map((
      { relevance, observation: { id, weight, sourceProject } },
    ) => [id, relevance, weight, sourceProject]),
    [["o1", 0.9, 1, undefined], ["o7", 0.5, 0.5, "similar"]],
  );
});
