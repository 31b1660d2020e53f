import assert from "node:assert/strict";
import { PROGRAM, SANDBOXED } from "../temp_workspace.ts";
import { HostedWorkspace } from "./hosted_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

Deno.test("init writes a configuration once, and changes no setting", async () => {
  using workspace = new HostedWorkspace({ "src/a.ts": "" });
  workspace.initialize();
  const before = (await workspace.run(["config", "--json"])).stdout;
  const written = await workspace.run(["init"], { folder: "src" });
  assertSuccess(written);
  assert.equal(
    written.stdout,
    `Wrote ${workspace.path(".dossier/config.yaml")} with every setting commented out\nNext: ${
      PROGRAM === undefined ? "deno task" : "dossier"
    } doctor\n`,
  );
  assert.equal((await workspace.run(["config", "--json"])).stdout, before);
  assert.equal(
    workspace.git("status", "--short", "--untracked-files=all"),
    "?? .dossier/config.yaml\n?? src/a.ts\n",
  );
  assertFailure(await workspace.run(["init"]), { code: 2, message: /exists already.*--force/ });
  assertSuccess(await workspace.run(["init", "--force"]));
});

Deno.test(
  "init reports that a folder cannot be written",
  SANDBOXED,
  async () => {
    using workspace = new HostedWorkspace({ "src/a.ts": "" });
    using other = new HostedWorkspace();
    // In a process that may write only to its own folder, the runtime refuses before the disk
    // would, which also works for root.
    const words = ["init", "--root", other.root];
    assertFailure(await workspace.run(words, { shell: 'exec "$@"' }), {
      code: 3,
      message: /make the folder writable/,
    });
  },
);

Deno.test("init on a full disk leaves no file that the next run would use as a configuration", async () => {
  using workspace = new HostedWorkspace({ "src/a.ts": "" });
  const full = 'trap "" XFSZ; ulimit -f 0; exec "$@"';
  assertFailure(await workspace.run(["init"], { shell: full }), {
    code: 3,
    message:
      /^dossier: Cannot write "\/.*config\.yaml" as the disk is full or failing: free some space/,
  });
  assert.deepEqual([...Deno.readDirSync(workspace.path(".dossier"))], []);
  assertSuccess(await workspace.run(["init"]));
  assert.deepEqual([...Deno.readDirSync(workspace.path(".dossier"))].length, 1);
  const before = workspace.read(".dossier/config.yaml");
  const forced = await workspace.run(["init", "--force"], { shell: full });
  assert.equal(forced.code, 3);
  assert.equal(workspace.read(".dossier/config.yaml"), before);
});
