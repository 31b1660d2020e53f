import assert from "node:assert/strict";
import type { PassageCandidate } from "../fragment/candidate.ts";
import { packSections } from "./pack_sections.ts";

const document = { lines: Array.from({ length: 100 }, (_, i) => `line ${i + 1}`) };

function offer(path: string, at: number, worth: number): PassageCandidate {
  const lines = { startLine: at, endLine: at + 1, kind: "code", language: "text" } as const;
  return { path, ...lines, document, score: 10 * worth, worth };
}

function pack(candidates: readonly PassageCandidate[], limit: number, bestScore?: number) {
  const section = { name: "ranking", rule: "best-value", candidates } as const;
  const packed = packSections([bestScore === undefined ? section : { ...section, bestScore }], {
    limit,
    cost: ({ text }) => text.length,
  });
  return {
    stop: packed.sections[0]!.stop,
    shown: packed.fragments.map(({ location }) => `${location!.path}:${location!.startLine}`),
    omitted: packed.omitted.map(({ location, reason }) => `${location!.path}:${reason}`),
  };
}

Deno.test("best-value shows what is likely enough needed, also two passages of a file before another file", () => {
  const { shown, omitted, stop } = pack(
    [offer("a", 1, .5), offer("a", 50, .3), offer("b", 1, .2), offer("c", 1, .01)],
    1000,
  );
  assert.deepEqual(shown, ["a:1", "a:50", "b:1"]);
  assert.deepEqual(omitted, ["c:relevance"]);
  assert.equal(stop, "worth");
});

Deno.test("best-value shows the best whatever its chance, unless something better was taken out", () => {
  const candidates = [offer("a", 1, .01), offer("b", 1, .005)];
  assert.deepEqual(pack(candidates, 1000).shown, ["a:1"]);
  assert.deepEqual(pack(candidates, 1000, 5).shown, []);
});

Deno.test("best-value passes over what does not fit, and goes on", () => {
  const long = { ...offer("a", 1, .5), endLine: 90 };
  const { shown, omitted, stop } = pack([long, offer("b", 1, .4)], 50);
  assert.deepEqual(shown, ["b:1"]);
  assert.deepEqual(omitted, ["a:budget"]);
  assert.equal(stop, "budget");
});

Deno.test("packSections() does not call omitted what a later section names", () => {
  const candidate = offer("b", 1, .01);
  const named: PassageCandidate = { ...candidate, instead: { form: "reference", text: "" } };
  const { fragments, omitted } = packSections([
    { name: "ranking", rule: "best-value", candidates: [offer("a", 1, .5), candidate] },
    { name: "ranking", rule: "skip-and-continue", candidates: [named] },
  ], { limit: 1000, cost: ({ text }) => text.length });
  assert.deepEqual(fragments.map(({ form }) => form), ["snippet", "reference"]);
  assert.deepEqual(omitted, []);
});
