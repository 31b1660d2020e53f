import assert from "node:assert/strict";
import { readPatchLines } from "./patch_lines.ts";

const PATCH = `diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -10,6 +10,7 @@ class A:
 ten
-eleven
-twelve
+new
 thirteen
+added
 fourteen
 fifteen
diff --git a/src/new.py b/src/new.py
new file mode 100644
--- /dev/null
+++ b/src/new.py
@@ -0,0 +1,1 @@
+first
`;

Deno.test("readPatchLines() returns replaced lines, and both neighbours of added lines", () => {
  assert.deepEqual(readPatchLines(PATCH), [
    { path: "src/a.py", startLine: 11, endLine: 12 },
    { path: "src/a.py", startLine: 13, endLine: 14 },
  ]);
});
