import assert from "node:assert/strict";
import { TempWorkspace } from "../../../../tests/temp_workspace.ts";
import { openInThreads } from "../../../../tests/open_in_threads.ts";
import { isDamage } from "../../../machine/errors.ts";
import { findMeta, writeMeta } from "./meta.ts";
import { openStore, removeIndex, type Store } from "./open_store.ts";

function tableNames(store: Store): string[] {
  const rows = store.statement(
    "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
  ).all() as unknown as [string][];
  return rows.map(([name]) => name);
}

Deno.test("openStore() finds the writes of an earlier connection", () => {
  using workspace = new TempWorkspace();
  const path = workspace.path('it\'s a "path" %3f #x?.db');
  {
    using store = openStore(path);
    writeMeta(store, "rules", "kept");
  }
  using store = openStore(path);
  assert.equal(findMeta(store, "rules"), "kept");
});

Deno.test("openStore() empties an index with another fingerprint", () => {
  using workspace = new TempWorkspace();
  const path = workspace.path("index.db");
  {
    using store = openStore(path);
    writeMeta(store, "rules", "old");
    store.execute(`CREATE TABLE "of a ""newer"" version" (x)`);
  }
  using store = openStore(path, "two");
  assert.equal(findMeta(store, "rules"), undefined);
  using fresh = openStore(workspace.path("fresh.db"));
  assert.deepEqual(tableNames(store), tableNames(fresh));
});

Deno.test("openStore() creates one index when two threads open a new file at once", async () => {
  using workspace = new TempWorkspace();
  const paths = Array.from({ length: 60 }, (_, index) => workspace.path(`${index}.db`));
  assert.deepEqual(await openInThreads("index", paths), []);
});

Deno.test("openStore() throws an error of damage for a file of another format", () => {
  using workspace = new TempWorkspace({ "index.db": "no database ".repeat(1000) });
  assert.throws(() => openStore(workspace.path("index.db")), isDamage);
});

Deno.test("Store.write() rolls back everything when its body throws", () => {
  using workspace = new TempWorkspace();
  using store = openStore(workspace.path("index.db"));
  writeMeta(store, "rules", "before");
  assert.throws(() =>
    store.write(() => {
      writeMeta(store, "rules", "after");
      throw new Error("stop");
    }), /stop/);
  assert.equal(findMeta(store, "rules"), "before");
  assert.equal(store.write(() => 7), 7);
});

Deno.test("Store.read() sees one state while another connection writes", () => {
  using workspace = new TempWorkspace();
  using reader = openStore(workspace.path("index.db"));
  using writer = openStore(workspace.path("index.db"));
  writeMeta(writer, "rules", "before");
  reader.read(() => {
    assert.equal(findMeta(reader, "rules"), "before");
    writer.write(() => writeMeta(writer, "rules", "after"));
    assert.equal(findMeta(reader, "rules"), "before");
  });
  assert.equal(findMeta(reader, "rules"), "after");
});

Deno.test("Store.dataVersion() changes with every write of any connection, and not by reading", () => {
  using workspace = new TempWorkspace();
  using store = openStore(workspace.path("index.db"));
  using other = openStore(workspace.path("index.db"));
  const seen = [store.dataVersion()];
  findMeta(store, "rules");
  assert.equal(store.dataVersion(), seen[0]);
  store.write(() => writeMeta(store, "rules", "own"));
  seen.push(store.dataVersion());
  other.write(() => writeMeta(other, "rules", "other's"));
  seen.push(store.dataVersion());
  store.write(() => writeMeta(store, "rules", "own"));
  seen.push(store.dataVersion());
  assert.equal(new Set(seen).size, 4, seen.join(" "));
});

Deno.test("Store can be disposed of twice", () => {
  using workspace = new TempWorkspace();
  const store = openStore(workspace.path("index.db"));
  store[Symbol.dispose]();
  assert.doesNotThrow(() => store[Symbol.dispose]());
});

Deno.test("removeIndex() deletes the index with its log, and nothing else", () => {
  using workspace = new TempWorkspace({ "index.db-other": "" });
  const path = workspace.path("index.db");
  const store = openStore(path);
  writeMeta(store, "rules", "x");
  for (const suffix of ["-wal", "-shm"]) assert.ok(Deno.statSync(path + suffix).isFile);
  store[Symbol.dispose]();
  Deno.writeTextFileSync(`${path}-wal`, "left by a crash");
  removeIndex(path);
  removeIndex(path);
  assert.deepEqual([...Deno.readDirSync(workspace.root)].map(({ name }) => name), [
    "index.db-other",
  ]);
});
