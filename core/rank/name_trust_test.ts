import assert from "node:assert/strict";
import { fileNameTrust, trustOfNames } from "./name_trust.ts";

Deno.test("trustOfNames() is the share that the tree has, and full from half of them on", () => {
  const trusts = [[0, 10], [1, 10], [3, 10], [5, 10], [10, 10], [1, 1], [1, 64]].map(
    ([matched = 0, all = 0]) => Number(trustOfNames(matched, all).toFixed(6)),
  );
  assert.deepEqual(trusts, [0, .2, .6, 1, 1, 1, .03125]);
  assert.equal(trustOfNames(0, 0), 0);
});

Deno.test("fileNameTrust() is none without names, and where both steps for files are left out", () => {
  const query = { nameTerms: [], nameTrust: .6 };
  assert.equal(fileNameTrust(query, new Set()), .6);
  assert.equal(fileNameTrust({ nameTerms: [] }, new Set()), 1);
  assert.equal(fileNameTrust({ nameTrust: .6 }, new Set()), 0);
  assert.equal(fileNameTrust(query, new Set(["names"])), .6);
  assert.equal(fileNameTrust(query, new Set(["names", "names-text"])), 0);
});
