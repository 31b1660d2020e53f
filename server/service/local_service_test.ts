import { openInjectionLog } from "@dossier/retrieval/record";
import assert from "node:assert/strict";
import { testService } from "../../tests/conformance/service.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openLocalService } from "./local_service.ts";

testService("openLocalService()", (roots) => openLocalService(roots));

/** Returns the files of a folder that this process holds open although they were removed. */
function listRemovedOpen(folder: string): readonly string[] {
  // Only a separate program may read this.
  const { stdout } = new Deno.Command("sh", {
    args: ["-c", `ls -l /proc/${Deno.pid}/fd 2>/dev/null || true`],
  }).outputSync();
  return new TextDecoder().decode(stdout).split("\n")
    .filter((line) => line.includes(folder) && line.endsWith("(deleted)"));
}

Deno.test({
  name: "openLocalService() closes the files of an index that was removed",
  ignore: Deno.build.os !== "linux",
  async fn() {
    using workspace = new TempWorkspace({ "a.md": "apple" });
    await using service = openLocalService([{ name: "tree", path: workspace.root }]);
    for (let i = 0; i < 3; i++) {
      const { bundle } = await service.call("context", { query: "apple", session: "s" });
      assert.equal(bundle.record, 1);
      workspace.remove(".dossier/state");
      assert.ok(listRemovedOpen(workspace.root).length > 0);
    }
    await service.call("search", { query: "apple" });
    assert.deepEqual(listRemovedOpen(workspace.root), []);
  },
});

Deno.test("LocalService reports when a pruned record was pruned, and by what", async () => {
  using workspace = new TempWorkspace({ "a.md": "apple" });
  await using service = openLocalService([{ name: "tree", path: workspace.root }]);
  for (let i = 0; i < 2; i++) await service.call("context", { query: "apple" });
  {
    using log = await openInjectionLog({ root: workspace.root });
    await log.prune({ retention: { keep: 1, reason: "--keep 1" } });
  }
  await assert.rejects(service.call("record", { id: 1 }), {
    code: "record-not-found",
    message: /^Cannot show record 1 as it was pruned at \S+Z by --keep 1$/,
  });
  await assert.rejects(service.call("recordText", { id: 1 }), { code: "record-not-found" });
  assert.equal((await service.call("record", { id: 2 })).id, 2);
});
