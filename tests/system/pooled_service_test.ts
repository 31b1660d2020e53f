import assert from "node:assert/strict";
import { openPooledService, serve } from "@dossier/server";
import { acquireIndexLock } from "../../retrieval/machine/index_lock.ts";
import { TempWorkspace } from "../temp_workspace.ts";

const LAST_EVENT_REGEXP = /event: (\w+)\ndata: (.*)\n\n$/;

Deno.test("openPooledService() answers from the last index during a run", async () => {
  using workspace = new TempWorkspace({ "a.md": "apple" });
  await using service = openPooledService([{ name: "tree", path: workspace.root }], { threads: 1 });
  await service.call("index", {});
  const lock = await acquireIndexLock(workspace.path(".dossier/state/index.lock"), { waitMs: 0 });
  assert.ok(lock !== undefined);
  workspace.write("b.md", "apple");
  // Repeats until the lock is free.
  const run = service.call("index", {});
  const answers = await Promise.all([undefined, 0, 100].map((maxRefreshMs) => {
    return service.call("search", {
      query: "apple",
      ...(maxRefreshMs !== undefined && { maxRefreshMs }),
    });
  }));
  for (const { results, index, notes } of answers) {
    assert.deepEqual(results.map(({ path }) => path), ["a.md"]);
    assert.deepEqual([index.stale, notes.map(({ code }) => code)], [true, ["index-late"]]);
  }
  lock[Symbol.dispose]();
  assert.equal((await run).added, 1);
  const after = await service.call("search", { query: "apple", maxRefreshMs: 60_000 });
  assert.deepEqual(after.results.map(({ path }) => path).sort(), ["a.md", "b.md"]);
  assert.deepEqual([after.index.stale, after.notes], [false, []]);
});

Deno.test("serve() ends an index run when it stops, and its client learns what is pending", async () => {
  using workspace = new TempWorkspace({ "a.md": "apple" });
  const service = openPooledService([{ name: "tree", path: workspace.root }], { threads: 1 });
  await service.call("index", {});
  // A run that would never end.
  using _ = await acquireIndexLock(workspace.path(".dossier/state/index.lock"), { waitMs: 0 }) ??
    assert.fail("The lock is taken");
  workspace.write("b.md", "apple");
  const server = await serve(service, { port: 0, graceMs: 600_000 });
  const response = await fetch(`${server.url}/v1/index`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: "{}",
  });
  await server.stop();
  const [, event, data = ""] = LAST_EVENT_REGEXP.exec(await response.text()) ?? [];
  assert.equal(event, "done");
  assert.ok(JSON.parse(data).pending > 0);
});
