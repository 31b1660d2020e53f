import assert from "node:assert/strict";
import { createApp, nameRoots, openLocalService } from "@dossier/server";
import { TempWorkspace } from "../temp_workspace.ts";

/** Replacements of the state while it is in use, as shell scripts, with the expected message. */
const SWAPS: readonly (readonly [script: string, problem: RegExp])[] = [
  ["mv $S $R/kept; ln -s $O $S", /"\.dossier\/state" is a symbolic link/],
  ["mv $S $O/moved; ln -s $O/moved $S", /"\.dossier\/state" is a symbolic link/],
  ["mv $R/.dossier $R/kept; ln -s $O $R/.dossier", /"\.dossier" is a symbolic link/],
  ["mv $S $R/kept; ln -s state $S", /"\.dossier\/state" is a symbolic link/],
  ["mv $S/index.db $O/i; ln -s $O/i $S/index.db", /"index\.db" in it is a symbolic link/],
  ["ln $S/index.db $O/i", /"index\.db" in it has a second name \(a hard link\)/],
  ["mv $S/state.db $O/s; ln -s $O/s $S/state.db", /"state\.db" in it is a symbolic link/],
  ["ln $S/state.db $O/s", /state\.db" as it has a second name \(a hard link\)/],
];

/**
 * Returns the names of the entries below a folder, with the content of files that are not dossier's
 * databases.
 */
function snapshot(folder: string): readonly string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return [path, ...snapshot(path)];
    // Earlier writes of a database are moved into its file when it is closed.
    return /\/(?:moved\/.*|[is])$/.test(path) ? [] : [`${path} ${Deno.readTextFileSync(path)}`];
  }).sort();
}

Deno.test("a state that is replaced while it is in use is reported, and the replacement is not written", async () => {
  for (const [script, problem] of SWAPS) {
    using workspace = new TempWorkspace({ "upload.py": "def retry_upload(): pass\n" });
    using outside = new TempWorkspace({ "index.db": "theirs", "watch/x": "", "names/y": "" });
    await using service = openLocalService(nameRoots([workspace.root]));
    const app = createApp(service);
    const ask = () =>
      app.request("/v1/context", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ query: "retry an upload", session: "s" }),
      });
    assert.equal((await ask()).status, 200);
    const variables = { R: workspace.root, O: outside.root, S: workspace.path(".dossier/state") };
    const { success } = new Deno.Command("bash", {
      args: ["--norc", "-c", script],
      env: variables,
    }).outputSync();
    assert.ok(success, script);
    const before = snapshot(outside.root);
    workspace.write("zebra.py", "def zebra(): pass\n");
    for (let times = 0; times < 2; times++) {
      const response = await ask();
      assert.equal(response.status, 503, script);
      assert.match((await response.json()).detail, problem);
    }
    assert.deepEqual(snapshot(outside.root), before, script);
  }
});
