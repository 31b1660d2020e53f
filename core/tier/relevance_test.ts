import assert from "node:assert/strict";
import { BLUE_FORM } from "./context_uri.ts";
import { buildTier } from "./build_tier.ts";
import { findExplicitEdges, rankRelevant } from "./relevance.ts";

Deno.test("findExplicitEdges() finds what a document names by number or URI, each once", () => {
  const text = "References: ADR 0005, RFC-16 and ADR 5.\nSee blue://docs/spikes/x. " +
    "(blue://docs/adrs/9) blue://state/current-rfc, RFC 0041 itself, blue://docs/adr/9/\n";
  const edges = findExplicitEdges("blue://docs/rfcs/41", text, BLUE_FORM);
  assert.deepEqual(edges.map(({ target }) => target), [
    "blue://docs/adrs/0005",
    "blue://docs/rfcs/0016",
    "blue://docs/spikes/x",
    "blue://docs/adrs/0009",
  ]);
  assert.deepEqual(edges[0], {
    source: "blue://docs/rfcs/0041",
    target: "blue://docs/adrs/0005",
    type: "explicit",
    weight: 1,
  });
});

Deno.test("B-25: edges are followed by weight, explicit ones first, each target once", () => {
  const edge = (target: string, type: "explicit" | "keyword" | "learned", weight: number) => ({
    ...{ source: "s", target, type, weight },
  });
  const ranked = rankRelevant([
    edge("c", "keyword", 1),
    edge("b", "learned", 2),
    edge("d", "explicit", 1),
    edge("b", "explicit", .5),
    edge("a", "explicit", 1),
    edge("a", "keyword", 1),
  ]);
  assert.deepEqual(ranked.map(({ target, type }) => `${target} ${type}`), [
    "b learned",
    "a explicit",
    "d explicit",
    "c keyword",
  ]);
});

Deno.test("B-25: what does not fit the reference budget is left out, and a later one given", () => {
  const inputs = [400, 2000, 80].map((length, at) => ({
    uri: `${at}`,
    hash: "",
    pieces: [{ path: `${at}`, text: "x\n".repeat(length / 2) }],
  }));
  const built = buildTier("reference", inputs, { budget: 125, cuts: false });
  assert.deepEqual(built.sources.map(({ status }) => status), [
    "injected",
    "omitted_budget",
    "injected",
  ]);
});
