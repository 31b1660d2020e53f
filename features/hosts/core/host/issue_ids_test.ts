import assert from "node:assert/strict";
import { findIssueIds } from "./hook_block.ts";

Deno.test("findIssueIds() finds what may be ids of trackers, each once, and no more than there may be", () => {
  assert.deepEqual(findIssueIds("do web-7 and noface-hwk, then web-7 and bd-a1b2.3"), [
    ...["web-7", "noface-hwk", "bd-a1b2.3"],
  ]);
  assert.deepEqual(findIssueIds("see src/web-7 and web-7/x, ./web-8.txt, a--b"), []);
  assert.equal(findIssueIds(Array.from({ length: 20 }, (_, at) => `x-${at}`).join(" ")).length, 8);
});
