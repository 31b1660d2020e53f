import assert from "node:assert/strict";
import { join } from "node:path";
import { WindowSearch } from "./window_search.ts";

Deno.test("WindowSearch finds the windows of 40 lines with the rarest words of a query", () => {
  const root = Deno.makeTempDirSync();
  try {
    const lines = Array.from({ length: 100 }, (_, i) => i === 45 ? "retry the upload" : "upload");
    Deno.writeTextFileSync(join(root, "a.txt"), lines.join("\n"));
    Deno.writeTextFileSync(join(root, "b.txt"), "nothing of it");
    using windows = new WindowSearch(root, ["a.txt", "b.txt"]);
    assert.deepEqual(windows.search("retry upload?", 10)[0], {
      path: "a.txt",
      startLine: 41,
      endLine: 80,
    });
    assert.equal(windows.search("retry upload", 10).length, 3);
    assert.deepEqual(windows.search("of", 10), [{ path: "b.txt", startLine: 1, endLine: 1 }]);
    assert.deepEqual(windows.search("?!", 10), []);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
