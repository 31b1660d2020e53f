import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";
import { openState } from "../state/open_state.ts";
import { findRecord } from "../state/read_records.ts";
import { openStore } from "../store/open_store.ts";
import { INDEX_FINGERPRINT } from "../index/fingerprint.ts";
import { recordBundle } from "./record_bundle.ts";

Deno.test("recordBundle() records what was shown of a file that has gone since", async () => {
  using workspace = new TempWorkspace({ "upload.py": "def upload():\n    send()\n" });
  using engine = await openEngine({ root: workspace.root });
  const bundle = await engine.context("upload", { record: false });
  workspace.remove("upload.py");
  await engine.index();
  const folder = workspace.path(".dossier/state");
  using state = openState(folder);
  using store = openStore(`${folder}/index.db`, { fingerprint: INDEX_FINGERPRINT });
  const { id } = await recordBundle(state, bundle, {
    kind: "bundle",
    trigger: "context",
    options: {},
    format: "markdown",
    store,
  });
  assert.deepEqual(
    findRecord(state, id)?.passages.map(({ path, fileHash }) => [path, fileHash]),
    [["upload.py", ""]],
  );
});
