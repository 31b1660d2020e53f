import assert from "node:assert/strict";
import type { Observation } from "./observation.ts";
import { jaccardIndex, mayTransfer, transfer } from "./transfer.ts";

/** Returns fingerprints that have `shared` of `all` entries in common. */
function fingerprints(shared: number, all: number) {
  const entries = Array.from({ length: all }, (_, at) => `lib:l${at}`);
  return [new Set(entries.slice(0, shared)), new Set(entries)] as const;
}

function observe(fields: Partial<Observation>): Observation {
  return {
    id: "o1",
    scope: { organization: "local", project: "peer" },
    kind: "pattern",
    content: "Retries go through the queue",
    contentHash: "",
    origin: "explicit",
    classification: "internal",
    anchors: [],
    weight: 0.8,
    tags: [],
    createdAt: 0,
    verifiedAt: 0,
    ...fields,
  };
}

Deno.test("M-23: mayTransfer() needs .70 in common and a grant", () => {
  const [seven, ten] = fingerprints(7, 10);
  const peer = { project: "peer", fingerprint: seven, isGranted: true };
  assert.equal(mayTransfer(peer, ten), true);
  assert.equal(mayTransfer({ ...peer, isGranted: false }, ten), false);
  const [near, hundred] = fingerprints(69, 100);
  assert.equal(mayTransfer({ ...peer, fingerprint: near }, hundred), false);
  assert.equal(jaccardIndex(new Set(), new Set()), 0);
});

Deno.test("M-23: transfer() halves weight and relevance, names the project, and does not change the original", () => {
  const own = observe({});
  const [copy] = transfer([{ observation: own, relevance: 0.6 }], { project: "peer" });
  assert.deepEqual([copy!.observation.weight, copy!.relevance], [0.4, 0.3]);
  assert.equal(copy!.observation.sourceProject, "peer");
  assert.deepEqual([own.weight, own.sourceProject], [0.8, undefined]);
});

Deno.test("M-23: transfer() never returns confidential or restricted observations", () => {
  const found = (["public", "internal", "confidential", "restricted"] as const)
    .map((classification) => ({ observation: observe({ classification }), relevance: 1 }));
  const given = transfer(found, { project: "peer" });
  assert.deepEqual(given.map(({ observation }) => observation.classification), [
    "public",
    "internal",
  ]);
});
