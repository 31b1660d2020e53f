import assert from "node:assert/strict";
import { renderMap } from "./render_map.ts";

function entry(path: string, startLine: number, symbol: string, kind?: "heading") {
  const lines = { startLine, endLine: startLine };
  const rest = { language: "go", signature: symbol, reasons: [] };
  return { path, ...lines, symbol, ...rest, ...(kind === undefined ? {} : { kind }) };
}

Deno.test("renderMap() writes the files of a folder below it, and a lone file on one line", () => {
  assert.equal(
    renderMap([
      entry("src/retry.ts", 2, "Patience"),
      entry("src/retry.ts", 10, "retryUpload"),
      entry("main.ts", 1, "start"),
      entry("src/upload_queue.ts", 4, "UploadQueue"),
      entry("src/upload_queue.ts", 30, "UploadQueue.drain"),
      entry("docs/a.md", 1, "Use v1.2 of it", "heading"),
    ]),
    "src/\n  retry.ts: Patience 2, retryUpload 10\n  upload_queue.ts:4, drain 30\n" +
      "main.ts: start 1\ndocs/a.md: Use v1.2 of it 1\n",
  );
  assert.equal(
    renderMap([entry("a.ts", 1, "x1"), entry("b.ts", 1, "b")]),
    "./\n  a.ts: x1 1\n  b.ts:1\n",
  );
  assert.equal(renderMap([]), "");
});

Deno.test("renderMap() never breaks a line at a path or a name", () => {
  const text = renderMap([entry("a\n/b.ts", 1, `x\u001b[2J${"y".repeat(300)}`)]);
  assert.match(text, /^a\\u000a\/b\.ts: x\\u001b\[2Jy+ 1\n$/);
  assert.ok(text.length < 100);
});
