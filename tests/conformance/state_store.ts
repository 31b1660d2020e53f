import assert from "node:assert/strict";
import type { StateStore } from "../../retrieval/delivery/state/state_store.ts";
import { TempWorkspace } from "../temp_workspace.ts";

/** How a kind of {@link StateStore} is opened. */
export interface StateStoreOpener {
  /** What it is called in the names of tests. */
  readonly name: string;
  /** Opens the state of a folder, in which another may be open already. */
  readonly open: (folder: string) => Promise<StateStore>;
  /**
   * Returns a command that opens the state of a folder, adds the number 1 to the table `numbers` in a transaction,
   * writes a line, and then waits in that transaction until it is killed.
   */
  readonly holdCommand: (folder: string) => readonly string[];
}

const CREATE = "CREATE TABLE numbers (id INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT";
const INSERT = "INSERT INTO numbers (value) VALUES (?)";
const SELECT = "SELECT value FROM numbers ORDER BY id";

/** Declares the tests that every {@link StateStore} passes. */
export function testStateStore({ name, open, holdCommand }: StateStoreOpener): void {
  const list = async (state: StateStore) =>
    (await state.read((sql) => sql.table(SELECT))).map(([value]) => value);

  Deno.test(`${name} returns rows by names, without what is NULL, and counts what it changes`, async () => {
    using workspace = new TempWorkspace();
    using state = await open(workspace.root);
    await state.write((sql) => sql.run(CREATE));
    const { changes, added } = await state.write((sql) => sql.run(INSERT, 7));
    assert.deepEqual([changes, added], [1, 1]);
    const row = await state.read((sql) => sql.get("SELECT value, NULL AS none FROM numbers"));
    assert.deepEqual(row, { value: 7 });
    assert.equal(await state.read((sql) => sql.value("SELECT NULL")), undefined);
    assert.equal(await state.read((sql) => sql.get("SELECT 1 WHERE false")), undefined);
    assert.deepEqual(await state.read((sql) => sql.table("SELECT 1, NULL, 'x'")), [[1, null, "x"]]);
    assert.deepEqual(await state.read((sql) => sql.all("SELECT 1 AS a UNION SELECT 2")), [
      { a: 1 },
      { a: 2 },
    ]);
  });

  Deno.test(`${name} writes all of a transaction or nothing`, async () => {
    using workspace = new TempWorkspace();
    using state = await open(workspace.root);
    await state.write((sql) => sql.run(CREATE));
    const failed = state.write(async (sql) => {
      await sql.run(INSERT, 1);
      throw new Error("no more");
    });
    await assert.rejects(failed, { message: "no more" });
    assert.deepEqual(await list(state), []);
    await state.write((sql) => sql.run(INSERT, 2));
    assert.deepEqual(await list(state), [2]);
  });

  Deno.test(`${name} has no transaction overlap another, also of another opening`, async () => {
    using workspace = new TempWorkspace();
    using first = await open(workspace.root);
    using second = await open(workspace.root);
    await first.write((sql) => sql.run(CREATE));
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? first : second).write(async (sql) => {
          const known = await sql.value<number>("SELECT count(*) FROM numbers") ?? 0;
          // Time for another to come in between.
          await new Promise((resolve) => setTimeout(resolve));
          await sql.run(INSERT, known);
        })),
    );
    assert.deepEqual(await list(second), Array.from({ length: 20 }, (_, at) => at));
  });

  Deno.test(`${name} has nothing of a process that is killed while it writes`, async () => {
    using workspace = new TempWorkspace();
    {
      using state = await open(workspace.root);
      await state.write((sql) => sql.run(CREATE));
    }
    const [program = "", ...args] = holdCommand(workspace.root);
    const child = new Deno.Command(program, { args, stdout: "piped", stderr: "inherit" }).spawn();
    const reader = child.stdout.getReader();
    assert.ok(!(await reader.read()).done);
    await reader.cancel();
    child.kill("SIGKILL");
    await child.status;
    using state = await open(workspace.root);
    assert.deepEqual(await list(state), []);
    await state.write((sql) => sql.run(INSERT, 2));
    assert.deepEqual(await list(state), [2]);
  });

  Deno.test(`${name} keeps what was written when it is opened again`, async () => {
    using workspace = new TempWorkspace();
    {
      using state = await open(workspace.root);
      await state.write((sql) => sql.run(CREATE));
      await state.write((sql) => sql.run(INSERT, 3));
    }
    using state = await open(workspace.root);
    assert.deepEqual(await list(state), [3]);
    assert.ok(state.isInPlace);
  });
}
