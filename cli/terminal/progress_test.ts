import assert from "node:assert/strict";
import { REPEATED_SIGNAL_MS } from "./stop_signals.ts";
import { renderProgress, withProgress } from "./progress.ts";

Deno.test("renderProgress() shows files, chunks and seconds on one line", () => {
  assert.equal(
    renderProgress({ files: 3, totalFiles: 10, chunks: 42 }, 1.234),
    "Indexing: 3 of 10 files, 42 chunks, 1.2 s",
  );
});

Deno.test("renderProgress() shows how many chunks are embedded when the files are done", () => {
  const embedding = { embedded: 7, total: 40 };
  assert.equal(
    renderProgress({ files: 10, totalFiles: 10, chunks: 42, embedding }, 61.96),
    "Embedding: 7 of 40 texts, 62.0 s",
  );
});

Deno.test("withProgress() reports only where standard error is a terminal", async () => {
  await withProgress(({ onProgress, signal }) => {
    assert.equal(onProgress !== undefined, Deno.stderr.isTerminal());
    assert.equal(signal.aborted, false);
    return Promise.resolve();
  });
});

/** Runs statements that may use `withProgress` and `interrupt()`, which sends them a Ctrl-C. */
async function run(body: string): Promise<Deno.CommandOutput> {
  const url = new URL("./progress.ts", import.meta.url);
  return await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      `import { withProgress } from "${url}";
      const interrupt = () => Deno.kill(Deno.pid, "SIGINT");
      const aborted = (signal) => new Promise((done) => signal.addEventListener("abort", done));
      ${body}`,
    ],
  }).output();
}

/** Statement that keeps a process alive. */
const WAIT = "setInterval(() => {}, 1000);";

Deno.test("withProgress() aborts its work at the first Ctrl-C and lets a later one end the process", async () => {
  const work = (rest: string) =>
    `await withProgress(async ({ signal }) => {
      interrupt();
      await aborted(signal);
      ${rest}
    });`;
  const once = await run(`${WAIT} ${work("")} Deno.exit(7)`);
  assert.equal(once.code, 7);
  const twice = await run(`${WAIT} ${work("interrupt();")} Deno.exit(7)`);
  assert.equal(twice.code, 7);
  const later = `await new Promise((done) => setTimeout(done, ${
    2 * REPEATED_SIGNAL_MS
  })); interrupt();`;
  const again = await run(`${WAIT} ${work(`${later} await new Promise(() => {});`)}`);
  assert.equal(again.signal, "SIGINT");
});

Deno.test("withProgress() lets Ctrl-C end the process once the work is done or has failed", async () => {
  for (const end of ["resolve", "reject"]) {
    const { signal } = await run(
      `${WAIT} await withProgress(() => Promise.${end}()).catch(() => {}); interrupt();`,
    );
    assert.equal(signal, "SIGINT");
  }
});
