import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { openEngine } from "../../engine.ts";
import { openState } from "../../delivery/state/open_state.ts";
import { inspectIndex } from "../../../tests/inspect_index.ts";
import { inspectState } from "./inspect_state.ts";

/** Bytes in the middle of a file that contain tables. */
const DAMAGE = { offset: 8192, bytes: new Uint8Array(8192).fill(0x55) };

function listNames(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

function overwrite(path: string, { offset, bytes }: typeof DAMAGE): void {
  using file = Deno.openSync(path, { write: true });
  file.seekSync(offset, Deno.SeekMode.Start);
  file.writeSync(bytes);
}

async function makeIndexed(): Promise<TempWorkspace> {
  const workspace = new TempWorkspace({ "a.md": "# Retry failed uploads\n" });
  using engine = await openEngine({ root: workspace.root });
  await engine.index();
  return workspace;
}

Deno.test("inspectIndex() returns the figures of an intact index, and creates no file beside it", async () => {
  using workspace = await makeIndexed();
  const state = workspace.path(".dossier/state");
  const before = listNames(state);
  const { condition, bytes, facts } = inspectIndex(state);
  assert.equal(condition, "sound");
  assert.ok(bytes > 0);
  assert.deepEqual([facts?.isCurrent, facts?.documents], [true, 1]);
  assert.ok(Date.parse(facts?.updatedAt ?? "") > 0);
  assert.deepEqual(listNames(state), before);
});

Deno.test("inspectIndex() reads an index that another connection has open, and counts its log", async () => {
  using workspace = await makeIndexed();
  using engine = await openEngine({ root: workspace.root });
  workspace.write("b.md", "# Another\n");
  await engine.index();
  const { path, bytes, facts } = inspectIndex(workspace.path(".dossier/state"));
  assert.equal(facts?.documents, 2);
  const log = Deno.statSync(`${path}-wal`).size;
  assert.ok(log > 0);
  assert.equal(bytes, Deno.statSync(path).size + log);
});

Deno.test("inspectIndex() distinguishes damage, other files and other versions from an intact index", async () => {
  using workspace = await makeIndexed();
  const state = workspace.path(".dossier/state");
  const path = `${state}/index.db`;
  {
    using database = new DatabaseSync(path);
    database.exec("UPDATE meta SET value = 'dossier-index-0' WHERE key = 'fingerprint'");
  }
  assert.equal(inspectIndex(state).facts?.isCurrent, false);
  overwrite(path, DAMAGE);
  assert.equal(inspectIndex(state).condition, "damaged");
  Deno.writeTextFileSync(path, "this is no index at all\n".repeat(100));
  assert.equal(inspectIndex(state).condition, "damaged");
  Deno.writeTextFileSync(path, "short");
  assert.equal(inspectIndex(state).condition, "damaged");
  Deno.removeSync(path);
  Deno.mkdirSync(path);
  assert.equal(inspectIndex(state).condition, "foreign");
  assert.equal(inspectIndex(workspace.path("none")).condition, "missing");
  assert.equal(inspectIndex(workspace.path("a.md")).condition, "missing");
});

Deno.test("inspectIndex() reads no view, which may be endless", async () => {
  using workspace = await makeIndexed();
  const state = workspace.path(".dossier/state");
  {
    using database = new DatabaseSync(`${state}/index.db`);
    database.exec(
      "ALTER TABLE meta RENAME TO other; CREATE VIEW meta AS WITH RECURSIVE r (n) AS " +
        "(SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 1000) SELECT n AS key, n AS value FROM r",
    );
  }
  assert.equal(inspectIndex(state).condition, "damaged");
});

Deno.test("inspectState() distinguishes state files from newer versions and other files", async () => {
  using workspace = new TempWorkspace();
  (await openState(workspace.root))[Symbol.dispose]();
  const path = workspace.path("state.db");
  const before = listNames(workspace.root);
  assert.deepEqual(inspectState(workspace.root).facts, { isNewer: false });
  assert.deepEqual(listNames(workspace.root), before);
  {
    using database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 999");
  }
  assert.deepEqual(inspectState(workspace.root).facts, { isNewer: true });
  {
    using database = new DatabaseSync(path);
    database.exec("PRAGMA application_id = 7");
  }
  assert.equal(inspectState(workspace.root).condition, "foreign");
  assert.equal(inspectState(workspace.path("none")).condition, "missing");
});
