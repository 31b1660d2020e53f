import assert from "node:assert/strict";
import { TempWorkspace } from "../temp_workspace.ts";

/** Changes are reported in order, so that trees can be watched, only on Linux. */
const ignore = Deno.build.os !== "linux";

Deno.test({
  name: "watch prints a line for each run, and ends with 0 at Ctrl-C",
  ignore,
  async fn() {
    using workspace = new TempWorkspace({ "a.md": "apple" });
    const child = workspace.start(["watch", "--json"]);
    const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const failure = new Response(child.stderr).text();
    await child.stdin.close();
    const first = JSON.parse((await lines.read()).value ?? "");
    assert.deepEqual([first.added, first.pending, first.lagMs], [1, 0, undefined]);
    workspace.write("a.md", "apricot");
    const second = JSON.parse((await lines.read()).value ?? "");
    assert.deepEqual([second.added, second.changed, second.removed], [0, 1, 0]);
    assert.equal(typeof second.lagMs, "number");
    child.kill("SIGINT");
    assert.equal((await lines.read()).done, true);
    const { code } = await child.status;
    assert.deepEqual([code, await failure], [0, ""]);
    const found = await workspace.run(["search", "apricot", "--json", "--no-refresh"]);
    assert.equal(JSON.parse(found.stdout).results[0].path, "a.md");
  },
});

Deno.test("watch ends with a sentence when there is nothing to watch", async () => {
  using workspace = new TempWorkspace();
  const { code, stderr } = await workspace.run(["watch", "--root", "none"]);
  assert.equal(code, 2);
  assert.match(stderr, /^dossier: Cannot open "[^"]+none" as there is no such folder: name/);
});
