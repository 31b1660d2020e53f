import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { exampleDraft } from "../../../tests/example_draft.ts";
import { openInThreads } from "../../../tests/open_in_threads.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "./append_injection.ts";
import { openState } from "./open_state.ts";
import { STATE_VERSION } from "./state_schema.ts";
import { findInjection, listInjections } from "./read_injections.ts";

/** Tables of a feature, and of a later version of it. */
const TABLES = {
  name: "queue",
  migrations: ["CREATE TABLE queue (id INTEGER PRIMARY KEY) STRICT"],
};
const NEXT_TABLES = {
  name: "queue",
  migrations: [...TABLES.migrations, "ALTER TABLE queue ADD COLUMN topic TEXT"],
};

/** Returns the names of all files in the workspace, with the bytes of regular files. */
function snapshot(workspace: TempWorkspace): ReadonlyMap<string, Uint8Array | undefined> {
  const entries = [...Deno.readDirSync(workspace.root)].sort((a, b) => a.name < b.name ? -1 : 1);
  return new Map(entries.map(({ name, isFile }) => [
    name,
    isFile ? Deno.readFileSync(workspace.path(name)) : undefined,
  ]));
}

function userVersion(path: string): number {
  using database = new DatabaseSync(path);
  return Number(database.prepare("PRAGMA user_version").get()!["user_version"]);
}

/** Gives the state in a workspace another version. */
function setVersion(workspace: TempWorkspace, version: number): void {
  using database = new DatabaseSync(workspace.path("state.db"));
  database.exec(`PRAGMA user_version = ${version}`);
}

Deno.test("openState() creates a state and reads an existing one", async () => {
  using workspace = new TempWorkspace();
  (await openState(workspace.root))[Symbol.dispose]();
  {
    using state = await openState(workspace.root);
    assert.equal(state.path, workspace.path("state.db"));
    await appendInjection(state, exampleDraft(1));
  }
  using state = await openState(workspace.root);
  assert.equal((await findInjection(state, 1))?.hash, exampleDraft(1).hash);
  assert.deepEqual(await state.read((sql) => sql.value("PRAGMA synchronous")), 2, "FULL");
  assert.deepEqual(await state.read((sql) => sql.value("PRAGMA journal_mode")), "wal");
  assert.deepEqual(await state.read((sql) => sql.value("PRAGMA foreign_keys")), 1);
});

Deno.test("openState() creates a state in an empty file", async () => {
  using workspace = new TempWorkspace({ "state.db": "" });
  using state = await openState(workspace.root);
  assert.deepEqual(await listInjections(state), []);
});

Deno.test("openState() creates one state when two threads open a new file at once", async () => {
  using workspace = new TempWorkspace();
  const folders = Array.from({ length: 60 }, (_, index) => workspace.path(`${index}`));
  for (const folder of folders) Deno.mkdirSync(folder);
  assert.deepEqual(await openInThreads("state", folders), []);
});

Deno.test("openState() creates the tables of features, and migrates those of a later version", async () => {
  using workspace = new TempWorkspace();
  {
    using state = await openState(workspace.root, { tables: [TABLES] });
    await state.write((sql) => sql.run("INSERT INTO queue (id) VALUES (7)"));
  }
  using state = await openState(workspace.root, { tables: [NEXT_TABLES] });
  assert.deepEqual(await state.read((sql) => sql.table("SELECT id, topic FROM queue")), [[
    7,
    null,
  ]]);
  using other = await openState(workspace.root);
  assert.deepEqual(await listInjections(other), []);
  await assert.rejects(() => openState(workspace.root, { tables: [TABLES] }), {
    code: "state-newer",
  });
});

Deno.test("openState() does not change a state when a migration fails", async () => {
  using workspace = new TempWorkspace();
  {
    using state = await openState(workspace.root, { tables: [TABLES] });
    await appendInjection(state, exampleDraft(1));
  }
  const migrations = [...NEXT_TABLES.migrations, "INSERT INTO records (id) VALUES (1)"];
  await assert.rejects(
    () => openState(workspace.root, { tables: [{ name: "queue", migrations }] }),
    /append-only|NOT NULL/,
  );
  using state = await openState(workspace.root, { tables: [TABLES] });
  assert.equal((await listInjections(state)).length, 1);
  await assert.rejects(
    () => state.read((sql) => sql.value("SELECT topic FROM queue")),
    ({ cause }) => /no such column/.test(String(cause)),
  );
});

Deno.test("openState() migrates the tables of the last unreleased version, and rejects older ones", async () => {
  using workspace = new TempWorkspace();
  {
    using state = await openState(workspace.root);
    await appendInjection(state, exampleDraft(1));
  }
  {
    using database = new DatabaseSync(workspace.path("state.db"));
    database.exec("DROP TABLE outbox; DROP TABLE feature_versions; PRAGMA user_version = 12");
  }
  {
    using state = await openState(workspace.root);
    assert.equal((await findInjection(state, 1))?.hash, exampleDraft(1).hash);
    assert.equal((await appendInjection(state, exampleDraft(2))).id, 2);
  }
  assert.equal(userVersion(workspace.path("state.db")), STATE_VERSION);
  setVersion(workspace, 11);
  await assert.rejects(() => openState(workspace.root), {
    code: "state-damaged",
    message: `Cannot use the state "${workspace.path("state.db")}" as an unreleased version of ` +
      "dossier wrote it: move it away, so that dossier creates a new one",
  });
});

Deno.test("openState() rejects a state of a newer version and does not change it", async () => {
  using workspace = new TempWorkspace();
  {
    using state = await openState(workspace.root);
    await appendInjection(state, exampleDraft(1));
  }
  setVersion(workspace, STATE_VERSION + 1);
  const before = snapshot(workspace);
  await assert.rejects(() => openState(workspace.root), {
    code: "state-newer",
    message: `Cannot use the state "${workspace.path("state.db")}" as a newer version of ` +
      "dossier wrote it: update dossier, or choose another place with --state",
  });
  assert.deepEqual(snapshot(workspace), before);
});

Deno.test("openState() does not change the write-ahead log of a killed newer version", async () => {
  using workspace = new TempWorkspace();
  using crashed = new TempWorkspace();
  {
    using state = await openState(workspace.root);
    await appendInjection(state, exampleDraft(1));
    setVersion(workspace, STATE_VERSION + 1);
    for (const name of ["state.db", "state.db-wal"]) {
      crashed.write(name, Deno.readFileSync(workspace.path(name)));
    }
  }
  const before = snapshot(crashed);
  await assert.rejects(() => openState(crashed.root), { code: "state-newer" });
  const after = snapshot(crashed);
  for (const [name, bytes] of before) assert.deepEqual(after.get(name), bytes, name);
  setVersion(crashed, STATE_VERSION);
  using state = await openState(crashed.root);
  assert.equal((await listInjections(state)).length, 1);
});

Deno.test("openState() rejects another file and does not change it", async () => {
  const databases = [
    "CREATE TABLE notes (text); INSERT INTO notes VALUES ('precious')",
    "CREATE TABLE notes (text); PRAGMA user_version = 1",
    "PRAGMA application_id = 7",
    "CREATE TABLE notes (text); PRAGMA journal_mode = WAL",
  ];
  const texts = ["x", "rubbish\n", "rubbish ".repeat(2000)];
  const workspaces = [
    ...texts.map((text) => new TempWorkspace({ "state.db": text })),
    ...databases.map((sql) => {
      const workspace = new TempWorkspace();
      using database = new DatabaseSync(workspace.path("state.db"));
      database.exec(sql);
      return workspace;
    }),
    new TempWorkspace({ "state.db/precious.txt": "x" }),
  ];
  for (const workspace of workspaces) {
    using _ = workspace;
    const before = snapshot(workspace);
    const isFile = Deno.statSync(workspace.path("state.db")).isFile;
    await assert.rejects(() => openState(workspace.root), {
      code: "state-damaged",
      message: `Cannot use the state "${workspace.path("state.db")}" as it is ` +
        `${
          isFile ? "damaged, or not a file of dossier" : "not a regular file"
        }: move it away, so that dossier creates a new one`,
    });
    assert.deepEqual(snapshot(workspace), before);
  }
});

Deno.test("openState() does not block on a pipe", async () => {
  using workspace = new TempWorkspace();
  const { success } = new Deno.Command("mkfifo", { args: [workspace.path("state.db")] })
    .outputSync();
  assert.ok(success);
  await assert.rejects(() => openState(workspace.root), { code: "state-damaged" });
});

Deno.test("a state that is truncated or overwritten anywhere is reported, and never recreated", async () => {
  using workspace = new TempWorkspace();
  {
    using state = await openState(workspace.root);
    for (let number = 1; number <= 40; number++) await appendInjection(state, exampleDraft(number));
  }
  const path = workspace.path("state.db");
  const whole = Deno.readFileSync(path);
  const pageBytes = 4096;
  const damaged = [1, 99, 100, 512, pageBytes, pageBytes + 1, whole.length >> 1]
    .map((size) => whole.slice(0, size));
  for (let start = 0; start < whole.length; start += pageBytes) {
    damaged.push(whole.slice().fill(0, start, start + pageBytes));
    damaged.push(whole.slice().fill(0xa5, start, start + pageBytes));
  }
  let refused = 0;
  for (const bytes of damaged) {
    using other = new TempWorkspace({});
    other.write("state.db", bytes);
    try {
      using state = await openState(other.root);
      for (const { id } of await listInjections(state, { limit: 100 })) {
        await findInjection(state, id);
      }
    } catch (error) {
      assert.ok(error instanceof Error && "code" in error);
      assert.equal(error.code, "state-damaged", String(error.cause));
      assert.ok(error.message.includes(`"${other.path("state.db")}"`));
      refused++;
    }
    assert.deepEqual(Deno.readFileSync(other.path("state.db")), bytes);
  }
  assert.ok(refused > damaged.length / 2, `${refused} of ${damaged.length}`);
});

Deno.test("openState() reports a folder that cannot be written", async () => {
  await assert.rejects(() => openState("/no/such/folder"), {
    code: "state-unwritable",
    message:
      'Cannot use the state "/no/such/folder/state.db" as it cannot be opened for writing: ' +
      "make it writable, or choose another place with --state",
  });
});

Deno.test("an open state reports that a newer version has migrated its file", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  assert.deepEqual(await listInjections(state), []);
  {
    using database = new DatabaseSync(workspace.path("state.db"));
    database.exec("ALTER TABLE records RENAME TO injections");
  }
  setVersion(workspace, STATE_VERSION + 1);
  await assert.rejects(() => listInjections(state), { code: "state-newer" });
  await assert.rejects(() => state.write((sql) => sql.all("SELECT id FROM records")), {
    code: "state-newer",
  });
});
