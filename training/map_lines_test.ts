import assert from "node:assert/strict";
import { mapToEarlier, parseReplacements } from "./map_lines.ts";

// Before: a b c d e f. After: a X Y c d f g. b became two lines, e was removed, g was added.
const DIFF = `diff --git a/x b/x
@@ -2 +2,2 @@ a
-b
+X
+Y
@@ -5 +5,0 @@ d
-e
@@ -6,0 +7 @@ f
+g
`;

Deno.test("parseReplacements() parses hunks of lines, and an empty hunk as the position between two lines", () => {
  assert.deepEqual(parseReplacements(DIFF), [
    { before: { start: 2, end: 3 }, after: { start: 2, end: 4 } },
    { before: { start: 5, end: 6 }, after: { start: 6, end: 6 } },
    { before: { start: 7, end: 7 }, after: { start: 7, end: 8 } },
  ]);
});

Deno.test("mapToEarlier() finds the earlier positions of lines, and omits new lines", () => {
  const found = mapToEarlier([{ start: 1, end: 8 }], parseReplacements(DIFF));
  assert.deepEqual(found, [{ start: 1, end: 2 }, { start: 3, end: 5 }, { start: 6, end: 7 }]);
});

Deno.test("mapToEarlier() returns the same lines of the same text", () => {
  const spans = [{ start: 3, end: 5 }, { start: 9, end: 10 }];
  assert.deepEqual(mapToEarlier(spans, []), spans);
});
