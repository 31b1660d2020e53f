import assert from "node:assert/strict";
import { retryEvidence } from "./retry.ts";

Deno.test("retryEvidence() names the changed locations of a diff, and none of a removed file", () => {
  const diff = [
    "diff --git a/src/a.ts b/src/a.ts",
    "--- a/src/a.ts",
    "+++ b/src/a.ts",
    "@@ -10,3 +12,4 @@ function a() {",
    "+wombat",
    "@@ -90 +93 @@",
    "--- a/gone.ts",
    "+++ /dev/null",
    "@@ -1,3 +0,0 @@",
    "--- /dev/null",
    '+++ "b/with space.ts"\t2026-01-01',
    "@@ -0,0 +1,3 @@",
    "--- x.py",
    "+++ x.py",
    "@@ -7 +8 @@",
  ];
  for (const end of ["\n", "\r\n"]) {
    assert.deepEqual(retryEvidence({ diff: diff.join(end) }).split("\n"), [
      ...["src/a.ts:12", "src/a.ts:93", "with space.ts:1", "x.py:8"],
    ]);
  }
});

Deno.test("retryEvidence() keeps both ends of an error, and is empty without an error", () => {
  const text = retryEvidence({ error: `first ${"x".repeat(1_000_000)} last` });
  assert.ok(text.startsWith("first ") && text.endsWith(" last") && text.length < 20_000);
  assert.deepEqual([retryEvidence({}), retryEvidence({ diff: "no diff", error: "" })], ["", ""]);
});
