import assert from "node:assert/strict";
import { TempWorkspace } from "../temp_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

Deno.test("init writes a configuration once, and changes no setting", async () => {
  using workspace = new TempWorkspace({ "src/a.ts": "" });
  workspace.initialize();
  const before = (await workspace.run(["config", "--json"])).stdout;
  const written = await workspace.run(["init"], { folder: "src" });
  assertSuccess(written);
  assert.equal(
    written.stdout,
    `Wrote ${
      workspace.path(".dossier/config.yaml")
    } with every setting commented out\nNext: deno task doctor\n`,
  );
  assert.equal((await workspace.run(["config", "--json"])).stdout, before);
  assert.equal(
    workspace.git("status", "--short", "--untracked-files=all"),
    "?? .dossier/config.yaml\n?? src/a.ts\n",
  );
  assertFailure(await workspace.run(["init"]), { code: 2, message: /one already.*--force/ });
  assertSuccess(await workspace.run(["init", "--force"]));
});

Deno.test("init says that a folder can not be written", async () => {
  using workspace = new TempWorkspace({ "src/a.ts": "" });
  using other = new TempWorkspace();
  // The runtime refuses before the disk would, which root could not be made to.
  assertFailure(await workspace.run(["init", "--root", other.root]), {
    code: 3,
    message: /make the folder writable/,
  });
});
