import assert from "node:assert/strict";
import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { openState } from "../../delivery/state/open_state.ts";
import { openStore } from "../../index/local/store/open_store.ts";

/** Creates a database of another program, and returns its bytes. */
function makeForeign(path: string, sql = ""): Uint8Array {
  {
    using database = new DatabaseSync(path);
    database.exec(`CREATE TABLE documents (body); INSERT INTO documents VALUES ('x'); ${sql}`);
  }
  return Deno.readFileSync(path);
}

/** Leaves a database like a process that is killed while it has the database open. */
function makeCrashed(path: string, folder: string): void {
  using database = new DatabaseSync(`${folder}/live.db`);
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE notes (body)");
  for (const suffix of ["", "-wal"]) Deno.copyFileSync(`${folder}/live.db${suffix}`, path + suffix);
}

function listNames(folder: string): readonly string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("openStore() and openState() open a database of ours by its application id, also after a crash", async () => {
  using workspace = new TempWorkspace();
  const path = workspace.path("index.db");
  using crashed = new TempWorkspace();
  {
    using _store = openStore(path);
    using _state = await openState(workspace.root);
    for (const name of listNames(workspace.root)) {
      if (!name.endsWith("-shm")) crashed.write(name, Deno.readFileSync(workspace.path(name)));
    }
  }
  using store = openStore(crashed.path("index.db"));
  using state = await openState(crashed.root);
  assert.deepEqual(store.statement("PRAGMA application_id").get(), [0x64736978]);
  assert.equal(await state.read((sql) => sql.value("PRAGMA application_id")), 0x64737374);
});

Deno.test("openStore() leaves databases of other programs unchanged, with the files beside them", () => {
  const sql = [
    "",
    "PRAGMA application_id = 7",
    "PRAGMA journal_mode = WAL",
    "DROP TABLE documents",
  ];
  for (const each of sql) {
    using workspace = new TempWorkspace();
    const path = workspace.path("index.db");
    const before = makeForeign(path, `CREATE TABLE meta (key, value); ${each}`);
    assert.throws(() => openStore(path), {
      code: "index-unwritable",
      message: /it is the database of another program: move it away, or choose/,
    });
    assert.deepEqual(Deno.readFileSync(path), before);
    assert.deepEqual(listNames(workspace.root), ["index.db"]);
  }
  using workspace = new TempWorkspace();
  using other = new TempWorkspace();
  const path = workspace.path("index.db");
  makeCrashed(path, other.root);
  const before = [path, `${path}-wal`].map((file) => Deno.readFileSync(file));
  assert.throws(() => openStore(path), { code: "index-unwritable" });
  assert.deepEqual([path, `${path}-wal`].map((file) => Deno.readFileSync(file)), before);
  assert.deepEqual(listNames(workspace.root), ["index.db", "index.db-wal"]);
});

Deno.test("openStore() and openState() do not open each other's files", async () => {
  using workspace = new TempWorkspace();
  (await openState(workspace.root))[Symbol.dispose]();
  assert.throws(() => openStore(workspace.path("state.db")), {
    code: "index-unwritable",
  });
  using other = new TempWorkspace();
  openStore(other.path("state.db"))[Symbol.dispose]();
  await assert.rejects(async () => await openState(other.root), { code: "state-damaged" });
});

Deno.test("openStore() refuses a half-written database of another program, and keeps its journal", () => {
  using workspace = new TempWorkspace();
  const path = workspace.path("index.db");
  const before = makeForeign(path);
  workspace.write("index.db-journal", "what takes back the last change");
  assert.throws(() => openStore(path), { code: "index-unwritable" });
  assert.deepEqual(Deno.readFileSync(path), before);
  assert.equal(workspace.read("index.db-journal"), "what takes back the last change");
});

Deno.test("openStore() opens a database of ours with the journal of a killed process beside it", () => {
  using workspace = new TempWorkspace();
  const path = workspace.path("100%41?.db");
  {
    using database = new DatabaseSync(path);
    database.exec(`PRAGMA application_id = ${0x64736978}`);
  }
  workspace.write("100%41?.db-journal", "what a process of ours was killed with");
  using store = openStore(path);
  assert.deepEqual(store.statement("PRAGMA journal_mode").get(), ["wal"]);
});

Deno.test("openStore() and openState() create a database without a journal that a killed process would leave", async () => {
  using workspace = new TempWorkspace();
  using made = Deno.watchFs(workspace.root);
  for (const name of ["index.db", "other.db"]) openStore(workspace.path(name))[Symbol.dispose]();
  (await openState(workspace.root))[Symbol.dispose]();
  workspace.write("last", "");
  const names = new Set<string>();
  for await (const { paths } of made) {
    for (const path of paths) names.add(basename(path));
    if (names.has("last")) break;
  }
  assert.ok(names.has("state.db-wal"));
  assert.deepEqual([...names].filter((name) => name.endsWith("-journal")), []);
});

Deno.test("openStore() changes no other database while files are exchanged", async () => {
  using workspace = new TempWorkspace();
  using outside = new TempWorkspace();
  const foreign = outside.path("foreign.db");
  const before = makeForeign(foreign);
  openStore(workspace.path("ours.db"))[Symbol.dispose]();
  Deno.mkdirSync(workspace.path("state"));
  const script = `cd "${workspace.root}"; while :; do
    ln -s "${foreign}" new; mv -T new state/index.db
    cp ours.db new; mv -T new state/index.db
    mv state kept; ln -s "${outside.root}" state; rm state; mv kept state; done`;
  const exchange = new Deno.Command("bash", {
    args: ["--norc", "-c", script],
    stderr: "null",
  }).spawn();
  try {
    let opened = 0;
    for (const start = performance.now(); performance.now() - start < 2000;) {
      try {
        openStore(workspace.path("state/index.db"))[Symbol.dispose]();
        opened++;
      } catch (error) {
        assert.ok(error instanceof Error);
      }
    }
    assert.ok(opened > 0);
  } finally {
    exchange.kill("SIGKILL");
    await exchange.status;
  }
  assert.deepEqual(Deno.readFileSync(foreign), before);
});

Deno.test("openStore() and openState() create files that only their owner can read", async () => {
  using workspace = new TempWorkspace();
  using _store = openStore(workspace.path("index.db"));
  using _state = await openState(workspace.root);
  const modes = listNames(workspace.root)
    .map((name) => [name, (Deno.statSync(workspace.path(name)).mode ?? 0) & 0o777]);
  assert.deepEqual(modes, [
    ["index.db", 0o600],
    ["index.db-shm", 0o600],
    ["index.db-wal", 0o600],
    ["state.db", 0o600],
    ["state.db-shm", 0o600],
    ["state.db-wal", 0o600],
  ]);
});
