import type { Bundle, Fragment, TextCandidate } from "@dossier/core";
import assert from "node:assert/strict";
import { listBundleInjections } from "./bundle_injections.ts";
import type { OfferedPart } from "./offer_texts.ts";

function offer(source: string): TextCandidate {
  return {
    source,
    trust: "project",
    role: "identity",
    score: 1,
    forms: [{ form: "whole", text: source }],
  };
}

function part(sources: Readonly<Record<string, readonly string[]>>): OfferedPart {
  return {
    tier: "identity",
    budget: 99,
    cuts: true,
    isPlugin: false,
    trigger: "session-start",
    sources: Object.entries(sources).map(([uri, texts]) => ({
      input: { uri, hash: "0", pieces: [] },
      pieces: texts.map((source) => ({
        piece: { path: source, text: source },
        candidate: offer(source),
      })),
    })),
  };
}

Deno.test("listBundleInjections() counts the tokens of a text of two sources for the first one", () => {
  const told = (source: string, tokens: number) =>
    ({ source, tokens, role: "identity", form: "whole" }) as Fragment;
  const bundle = {
    fragments: [told("knowledge:a", 5), told("knowledge:b", 7)],
    omitted: [],
  } as unknown as Bundle;
  const given = listBundleInjections(
    [part({ one: ["knowledge:a"], both: ["knowledge:a", "knowledge:b"], same: ["knowledge:b"] })],
    bundle,
  );
  assert.deepEqual(given.map(({ source, tokens }) => [source, tokens]), [
    ["one", 5],
    ["both", 7],
    ["same", 0],
  ]);
});
