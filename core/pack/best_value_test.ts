import assert from "node:assert/strict";
import type { PassageCandidate } from "../fragment/candidate.ts";
import { packSections } from "./pack_sections.ts";

const document = { lines: Array.from({ length: 100 }, (_, i) => `line ${i + 1}`) };

function offer(path: string, at: number, worth: number): PassageCandidate {
  const lines = { startLine: at, endLine: at + 1, kind: "code", language: "text" } as const;
  return { path, ...lines, document, score: 10 * worth, needProbability: worth };
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

Deno.test("best-value shows likely needed passages, also two of one file before another file", () => {
  const { shown, omitted, stop } = pack(
    [offer("a", 1, .5), offer("a", 50, .3), offer("b", 1, .2), offer("c", 1, .005)],
    1000,
  );
  assert.deepEqual(shown, ["a:1", "a:50", "b:1"]);
  assert.deepEqual(omitted, ["c:relevance"]);
  assert.equal(stop, "worth");
});

Deno.test("best-value shows the best at any probability, unless a better one was removed", () => {
  const candidates = [offer("a", 1, .008), offer("b", 1, .005)];
  assert.deepEqual(pack(candidates, 1000).shown, ["a:1"]);
  assert.deepEqual(pack(candidates, 1000, 5).shown, []);
});

Deno.test("best-value has a lower threshold while hardly anything is shown", () => {
  // Each takes 13 of 100, so the second is the last one below the lower threshold.
  const candidates = ["a", "b", "c", "d"].map((path, at) => offer(path, 1, .029 - at / 1000));
  assert.deepEqual(pack(candidates, 100).shown, ["a:1", "b:1"]);
  assert.deepEqual(pack([offer("a", 1, .3), offer("b", 1, .009)], 100).shown, ["a:1"]);
});

Deno.test("best-value skips passages that do not fit, and continues", () => {
  const long = { ...offer("a", 1, .5), endLine: 90 };
  const { shown, omitted, stop } = pack([long, offer("b", 1, .4)], 50);
  assert.deepEqual(shown, ["b:1"]);
  assert.deepEqual(omitted, ["a:budget"]);
  assert.equal(stop, "budget");
});

Deno.test("packSections() reports candidates that a later section names as shortened", () => {
  const candidate = offer("b", 1, .005);
  const named: PassageCandidate = { ...candidate, replacement: { form: "reference", text: "" } };
  const { fragments, omitted } = packSections([
    { name: "ranking", rule: "best-value", candidates: [offer("a", 1, .5), candidate] },
    { name: "ranking", rule: "skip-and-continue", candidates: [named] },
  ], { limit: 1000, cost: ({ text }) => text.length });
  assert.deepEqual(fragments.map(({ form }) => form), ["snippet", "reference"]);
  assert.deepEqual(omitted.map(({ source, reason }) => [source, reason]), [
    [fragments[1]!.source, "shortened"],
  ]);
});

Deno.test("best-value shows the most relevant lines when not all fit, and marks the others", () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
  const ranges = [{ startLine: 1, endLine: 2 }, { startLine: 20, endLine: 24 }];
  const long: PassageCandidate = {
    ...offer("a", 1, .5),
    startLine: 1,
    endLine: 30,
    document: { lines },
    cheaper: [{ form: "snippet", text: "", ranges }],
  };
  const { fragments, omitted } = packSections([
    { name: "ranking", rule: "best-value", candidates: [long] },
  ], { limit: 120, cost: ({ text }) => text.length });
  const [{ location, text, edited, form } = assert.fail()] = fragments;
  assert.deepEqual([location?.startLine, location?.endLine, location?.ranges], [1, 24, ranges]);
  assert.deepEqual([edited, form], [true, "snippet"]);
  assert.deepEqual(text.split("\n"), [
    ...lines.slice(0, 2),
    "… lines 3–19",
    ...lines.slice(19, 24),
  ]);
  assert.deepEqual(omitted.map(({ location, reason }) => [location?.endLine, reason]), [
    [30, "shortened"],
  ]);
});

Deno.test("best-value shows at most the section's maximum number of passages", () => {
  const candidates = [offer("a", 1, .5), offer("b", 1, .4), offer("a", 3, .3), offer("c", 1, .2)];
  const section = { name: "ranking", rule: "best-value", candidates } as const;
  for (const maxPassages of [2, () => 2]) {
    const { fragments, omitted } = packSections([{ ...section, maxPassages }], {
      limit: 1000,
      cost: ({ text }) => text.length,
    });
    assert.deepEqual(
      fragments.map(({ location }) => `${location!.path}:${location!.startLine}`),
      ["a:1", "b:1"],
      "what touches a passage is a part of it",
    );
    assert.equal(fragments[0]?.location?.endLine, 4);
    assert.deepEqual(omitted.map(({ reason }) => reason), ["limit"]);
  }
});

Deno.test("packSections() reserves tokens for later sections", () => {
  const named: PassageCandidate = {
    ...offer("b", 1, .5),
    replacement: { form: "reference", text: "" },
  };
  const shownOf = (keep?: { readonly share: number }) => {
    const candidates = [offer("a", 1, .5), offer("a", 50, .4)];
    const { fragments } = packSections([
      { name: "ranking", rule: "best-value", candidates, ...(keep && { reserve: keep }) },
      { name: "references", rule: "skip-and-continue", candidates: [named] },
    ], { limit: 30, cost: ({ form }) => form === "reference" ? 3 : 15 });
    return fragments.map(({ form }) => form);
  };
  assert.deepEqual(shownOf(), ["snippet", "snippet"]);
  assert.deepEqual(shownOf({ share: .1 }), ["snippet", "reference"]);
});

Deno.test("packSections() names no lines of shown files when the section excludes them", () => {
  const replacement = { form: "reference", text: "" } as const;
  const names = [{ ...offer("a", 50, .5), replacement }, { ...offer("b", 1, .5), replacement }];
  const { fragments } = packSections([
    { name: "ranking", rule: "best-value", candidates: [offer("a", 1, .5)] },
    { name: "references", rule: "skip-and-continue", candidates: names, excludesShownFiles: true },
  ], { limit: 1000, cost: ({ text }) => text.length });
  assert.deepEqual(fragments.map(({ source }) => source), ["file:a#L1-2", "file:b#L1-2"]);
});
