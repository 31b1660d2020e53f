import assert from "node:assert/strict";
import { renderProgress, startProgress } from "./progress.ts";

Deno.test("renderProgress() says files, chunks and seconds on one line", () => {
  assert.equal(
    renderProgress({ files: 3, totalFiles: 10, chunks: 42 }, 1.234),
    "Indexing: 3 of 10 files, 42 chunks, 1.2 s",
  );
});

Deno.test("startProgress() reports only where standard error is a terminal", () => {
  const { onProgress, signal } = startProgress();
  assert.equal(onProgress !== undefined, Deno.stderr.isTerminal());
  assert.equal(signal.aborted, false);
});
