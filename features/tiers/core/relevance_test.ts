import assert from "node:assert/strict";
import { BLUE_FORM } from "./context_uri.ts";
import { buildTier } from "./build_tier.ts";
import { findRelevant } from "./relevance.ts";

Deno.test("B-25: the documents that a document names by number or URI are relevant to it, each once and in order", () => {
  const text = "References: ADR 0005, RFC-16 and ADR 5.\nSee blue://docs/spikes/x. " +
    "(blue://docs/adrs/9) blue://state/current-rfc, RFC 0041 itself, blue://docs/adr/9/\n";
  assert.deepEqual(findRelevant("blue://docs/rfcs/41", text, BLUE_FORM), [
    "blue://docs/adrs/0005",
    "blue://docs/adrs/0009",
    "blue://docs/rfcs/0016",
    "blue://docs/spikes/x",
  ]);
});

Deno.test("B-25: a document that does not fit the reference budget is omitted, and a later one is included", () => {
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
