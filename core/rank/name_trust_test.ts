import assert from "node:assert/strict";
import { PART_STEPS } from "../part/part_steps.ts";
import { EVIDENCE_STEPS } from "./file_steps.ts";
import { effectiveNameTrust, nameTrustFromMatches } from "./name_trust.ts";

Deno.test("nameTrustFromMatches() grows with the share of matching names, and is 1 from half of them on", () => {
  const trusts = [[0, 10], [1, 10], [3, 10], [5, 10], [10, 10], [1, 1], [1, 64]].map(
    ([matched = 0, all = 0]) => Number(nameTrustFromMatches(matched, all).toFixed(6)),
  );
  assert.deepEqual(trusts, [0, .2, .6, 1, 1, 1, .03125]);
  assert.equal(nameTrustFromMatches(0, 0), 0);
});

Deno.test("effectiveNameTrust() is 0 without names, and when all steps of names are disabled", () => {
  const query = { nameTerms: [], nameTrust: .6 };
  const trustOf = (asked: Parameters<typeof effectiveNameTrust>[0], ...disabled: string[]) =>
    [EVIDENCE_STEPS, PART_STEPS].map((steps) =>
      effectiveNameTrust(asked, { steps, disabled: new Set(disabled) })
    );
  assert.deepEqual(trustOf(query), [.6, .6]);
  assert.deepEqual(trustOf({ nameTerms: [] }), [1, 1]);
  assert.deepEqual(trustOf({ nameTrust: .6 }), [0, 0]);
  assert.deepEqual(trustOf(query, "names", "part-names"), [.6, .6]);
  assert.deepEqual(trustOf(query, "names", "names-text"), [0, .6]);
  assert.deepEqual(trustOf(query, "part-names", "part-names-chunk"), [.6, 0]);
});
