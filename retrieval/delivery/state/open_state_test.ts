import assert from "node:assert/strict";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { exampleDraft } from "../../../tests/example_draft.ts";
import { openInThreads } from "../../../tests/open_in_threads.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "./append_injection.ts";
import { openState, STATE_MIGRATIONS } from "./open_state.ts";
import { findInjection, listInjections } from "./read_injections.ts";

/** What a version after the newest might do. */
const NEXT_MIGRATION = `ALTER TABLE sessions ADD COLUMN topic TEXT;
  CREATE TABLE queue (id INTEGER PRIMARY KEY) STRICT;`;

const NEXT_MIGRATIONS = [...STATE_MIGRATIONS, NEXT_MIGRATION];

/** Returns the names of all files in the workspace with the bytes of those that are files. */
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

/** Returns what the newest version has for a column of a table of version 1. */
function toNewest(table: string): (column: string) => string {
  return (column) => {
    if (column === "passages") return "fragments";
    const isMoved = table === "passages" && column === "details";
    return isMoved ? "json_set(details, '$.freshness', freshness)" : column;
  };
}

/** Writes a state as version 1 did, with that many records of one session, and returns its path. */
function writeVersion1(workspace: TempWorkspace, records: number): string {
  using newest = new TempWorkspace();
  {
    using state = openState(newest.root);
    for (let number = 1; number <= records; number++) {
      appendInjection(state, { ...exampleDraft(number), session: "s" });
    }
  }
  using state = openState(workspace.root, { migrations: STATE_MIGRATIONS.slice(0, 1) });
  using source = new DatabaseSync(newest.path("state.db"), { returnArrays: true });
  state.write(() => {
    for (const table of ["sessions", "passages", "omissions", "records"]) {
      const info = state.statement("SELECT name FROM pragma_table_info(?)").all(table);
      const columns = (info as unknown as [string][]).map(([name]) => name);
      const places = columns.map(() => "?").join(", ");
      const insert = state.statement(`INSERT INTO ${table} (${columns}) VALUES (${places})`);
      const rows = source.prepare(
        `SELECT ${columns.map(toNewest(table))} FROM ${table === "passages" ? "fragments" : table}`,
      ).all();
      for (const row of rows as unknown as SQLInputValue[][]) insert.run(...row);
    }
  });
  return state.path;
}

Deno.test("openState() makes a state and finds what an earlier one wrote", () => {
  using workspace = new TempWorkspace();
  openState(workspace.root)[Symbol.dispose]();
  {
    using state = openState(workspace.root);
    assert.equal(state.path, workspace.path("state.db"));
    appendInjection(state, exampleDraft(1));
  }
  using state = openState(workspace.root);
  assert.equal(findInjection(state, 1)?.hash, exampleDraft(1).hash);
  assert.deepEqual(state.statement("PRAGMA synchronous").get(), [2], "FULL");
  assert.deepEqual(state.statement("PRAGMA journal_mode").get(), ["wal"]);
  assert.deepEqual(state.statement("PRAGMA foreign_keys").get(), [1]);
});

Deno.test("openState() makes a state of an empty file", () => {
  using workspace = new TempWorkspace({ "state.db": "" });
  using state = openState(workspace.root);
  assert.deepEqual(listInjections(state), []);
});

Deno.test("openState() makes one state of a new file that two threads open at once", async () => {
  using workspace = new TempWorkspace();
  const folders = Array.from({ length: 60 }, (_, index) => workspace.path(`${index}`));
  for (const folder of folders) Deno.mkdirSync(folder);
  assert.deepEqual(await openInThreads("state", folders), []);
});

Deno.test("openState() brings a state of an earlier version to this one with all its records", () => {
  using workspace = new TempWorkspace();
  const path = writeVersion1(workspace, 5);
  assert.equal(userVersion(path), 1);
  {
    using state = openState(workspace.root, { migrations: NEXT_MIGRATIONS });
    for (let number = 1; number <= 5; number++) {
      const { id, time, ...draft } = findInjection(state, number)!;
      assert.deepEqual(draft, { ...exampleDraft(number), session: "s" }, `${id} of ${time}`);
    }
    state.execute("UPDATE sessions SET topic = 'x'");
    assert.equal(appendInjection(state, exampleDraft(6)).id, 6);
  }
  assert.equal(userVersion(path), NEXT_MIGRATIONS.length);
});

Deno.test("openState() leaves a state as it was when a migration fails", () => {
  using workspace = new TempWorkspace();
  {
    using state = openState(workspace.root);
    appendInjection(state, exampleDraft(1));
  }
  const migrations = [...NEXT_MIGRATIONS, "INSERT INTO records (id) VALUES (1)"];
  assert.throws(() => openState(workspace.root, { migrations }), /append-only|NOT NULL/);
  assert.equal(userVersion(workspace.path("state.db")), STATE_MIGRATIONS.length);
  using state = openState(workspace.root);
  assert.equal(listInjections(state).length, 1);
  assert.throws(() => state.execute("SELECT topic FROM sessions"), /no such column/);
});

Deno.test("openState() refuses a state of a newer version and does not touch it", () => {
  using workspace = new TempWorkspace();
  {
    using state = openState(workspace.root, { migrations: NEXT_MIGRATIONS });
    appendInjection(state, exampleDraft(1));
  }
  const before = snapshot(workspace);
  assert.throws(() => openState(workspace.root), {
    code: "state-newer",
    message: `Cannot use the state "${workspace.path("state.db")}" as a newer version of ` +
      "dossier wrote it: update dossier, or choose another place with --state",
  });
  assert.deepEqual(snapshot(workspace), before);
});

Deno.test("openState() does not touch what a newer version left in its log when it was killed", () => {
  using workspace = new TempWorkspace();
  using crashed = new TempWorkspace();
  {
    using state = openState(workspace.root, { migrations: NEXT_MIGRATIONS });
    appendInjection(state, exampleDraft(1));
    for (const name of ["state.db", "state.db-wal"]) {
      crashed.write(name, Deno.readFileSync(workspace.path(name)));
    }
  }
  const before = snapshot(crashed);
  assert.throws(() => openState(crashed.root), { code: "state-newer" });
  const after = snapshot(crashed);
  for (const [name, bytes] of before) assert.deepEqual(after.get(name), bytes, name);
  using state = openState(crashed.root, { migrations: NEXT_MIGRATIONS });
  assert.equal(listInjections(state).length, 1);
});

Deno.test("openState() refuses what is no state of ours and does not touch it", () => {
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
    assert.throws(() => openState(workspace.root), {
      code: "state-damaged",
      message: `Cannot use the state "${workspace.path("state.db")}" as it is ` +
        `${
          isFile ? "damaged or not ours" : "no regular file"
        }: move it away, and a new one is made`,
    });
    assert.deepEqual(snapshot(workspace), before);
  }
});

Deno.test("openState() does not wait for a pipe", () => {
  using workspace = new TempWorkspace();
  const { success } = new Deno.Command("mkfifo", { args: [workspace.path("state.db")] })
    .outputSync();
  assert.ok(success);
  assert.throws(() => openState(workspace.root), { code: "state-damaged" });
});

Deno.test("a state that is cut off or overwritten anywhere is named, and never made anew", () => {
  using workspace = new TempWorkspace();
  {
    using state = openState(workspace.root);
    for (let number = 1; number <= 40; number++) appendInjection(state, exampleDraft(number));
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
      using state = openState(other.root);
      for (const { id } of listInjections(state, { limit: 100 })) findInjection(state, id);
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

Deno.test("openState() names a folder that cannot be written", () => {
  assert.throws(() => openState("/no/such/folder"), {
    code: "state-unwritable",
    message:
      'Cannot use the state "/no/such/folder/state.db" as it cannot be opened for writing: ' +
      "make it writable, or choose another place with --state",
  });
});

Deno.test("an open state says that a newer version has brought its file to its own", () => {
  using workspace = new TempWorkspace();
  using state = openState(workspace.root);
  assert.deepEqual(listInjections(state), []);
  const migrations = [...STATE_MIGRATIONS, "ALTER TABLE records RENAME TO injections"];
  openState(workspace.root, { migrations })[Symbol.dispose]();
  assert.throws(() => listInjections(state), { code: "state-newer" });
  const write = () => state.write(() => state.statement("SELECT id FROM records").all());
  assert.throws(write, { code: "state-newer" });
});
