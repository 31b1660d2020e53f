import assert from "node:assert/strict";
import { openPooledService } from "@dossier/server";
import { acquireIndexLock } from "../../retrieval/index/index_lock.ts";
import { TempWorkspace } from "../temp_workspace.ts";

Deno.test("openPooledService() answers from the index as it stood while a run goes on", async () => {
  using workspace = new TempWorkspace({ "a.md": "apple" });
  await using service = openPooledService([{ name: "tree", path: workspace.root }], { threads: 1 });
  await service.index({});
  const lock = await acquireIndexLock(workspace.path(".dossier/state/index.lock"), { waitMs: 0 });
  assert.ok(lock !== undefined);
  workspace.write("b.md", "apple");
  // Goes on until the lock is free.
  const run = service.index({});
  const answers = await Promise.all([1, 2, 3].map(() => {
    return service.search({ query: "apple", maxRefreshMs: 0 });
  }));
  for (const { results, index, notes } of answers) {
    assert.deepEqual(results.map(({ path }) => path), ["a.md"]);
    assert.deepEqual([index.stale, notes.map(({ code }) => code)], [true, ["index-late"]]);
  }
  lock[Symbol.dispose]();
  assert.equal((await run).added, 1);
  const after = await service.search({ query: "apple", maxRefreshMs: 60_000 });
  assert.deepEqual(after.results.map(({ path }) => path).sort(), ["a.md", "b.md"]);
  assert.deepEqual([after.index.stale, after.notes], [false, []]);
});
