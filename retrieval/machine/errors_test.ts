import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { fileCondition, isDamage, RetrievalError, toStoreError } from "./errors.ts";

function thrownBy(body: () => unknown): unknown {
  try {
    body();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown");
}

Deno.test("isDamage() recognizes a file of another format, by a statement and by exec", () => {
  const path = Deno.makeTempFileSync();
  try {
    Deno.writeTextFileSync(path, "rubbish ".repeat(2000));
    using database = new DatabaseSync(path);
    const byStatement = thrownBy(() => database.prepare("SELECT 1 FROM sqlite_schema").get());
    const byExec = thrownBy(() => database.exec("PRAGMA journal_mode = WAL"));
    assert.equal(isDamage(byStatement), true);
    assert.equal(isDamage(byExec), true);
    const error = toStoreError(byExec, "/x/index.db");
    assert.ok(error instanceof RetrievalError);
    assert.equal(error.code, "index-damaged");
    assert.ok(error.message.includes('"/x/index.db"'));
  } finally {
    Deno.removeSync(path);
  }
});

Deno.test("fileCondition() recognizes a number that was never written", () => {
  using database = new DatabaseSync(":memory:");
  const error = thrownBy(() => database.prepare("SELECT 1 << 60").get());
  assert.equal(fileCondition(error), "damaged");
});

Deno.test("fileCondition() recognizes a database that cannot be opened", () => {
  const error = thrownBy(() => new DatabaseSync("/no/such/folder/index.db"));
  assert.equal(fileCondition(error), "unwritable");
  assert.equal(isDamage(error), false);
});

Deno.test("isDamage() recognizes an index without a table or a column", () => {
  using database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE documents (path)");
  assert.equal(isDamage(thrownBy(() => database.prepare("SELECT 1 FROM chunks").get())), true);
  assert.equal(isDamage(thrownBy(() => database.exec("SELECT hash FROM documents"))), true);
});

Deno.test("toStoreError() distinguishes a full database from a locked one", () => {
  const path = Deno.makeTempFileSync();
  try {
    using one = new DatabaseSync(path, { timeout: 0 });
    using other = new DatabaseSync(path, { timeout: 0 });
    one.exec("CREATE TABLE t (x); PRAGMA max_page_count = 2");
    const full = thrownBy(() => one.exec("INSERT INTO t VALUES (zeroblob(100000))"));
    one.exec("BEGIN IMMEDIATE");
    const busy = thrownBy(() => other.exec("BEGIN IMMEDIATE"));
    const codes = [full, busy].map((error) => {
      const known = toStoreError(error, path);
      assert.ok(known instanceof RetrievalError);
      return known.code;
    });
    assert.deepEqual(codes, ["disk-full", "index-busy"]);
  } finally {
    Deno.removeSync(path);
  }
});

Deno.test("toStoreError() recognizes a full disk by the messages of the operating system", () => {
  for (const reason of ["No space left on device", "Disk quota exceeded", "File too large"]) {
    const error = toStoreError(new Error(`${reason} (os error 1): writefile '/x'`), "/x");
    assert.ok(error instanceof RetrievalError);
    assert.equal(error.code, "disk-full");
  }
});

Deno.test("toStoreError() returns an error of a statement and any other error unchanged", () => {
  using database = new DatabaseSync(":memory:");
  for (const error of [thrownBy(() => database.exec("NONSENSE")), new TypeError("x"), "text"]) {
    assert.equal(toStoreError(error, "/x"), error);
    assert.equal(isDamage(error), false);
    assert.equal(fileCondition(error), undefined);
  }
});
