import assert from "node:assert/strict";
import type { StateStore } from "../../retrieval/delivery/state/state_store.ts";
import { TempWorkspace } from "../temp_workspace.ts";

/** Functions with which the tests create and open one kind of {@link StateStore}. */
export interface StateStoreOpener {
  /** Prefix of the names of tests. */
  readonly name: string;
  /** Creates an empty location for states. @default a folder */
  readonly makePlace?: (() => Promise<StatePlace>) | undefined;
  /** Opens the state of a place, such as a folder, which may already be open. */
  readonly open: (place: string) => Promise<StateStore>;
  /**
   * Returns a command that opens the state of a place, adds the number 1 to the table `numbers` in a transaction,
   * writes a line, and then waits in that transaction until it is killed.
   */
  readonly hangingCommand: (place: string) => readonly string[];
  /** Creates the table `numbers` with an increasing `id`. @default in the SQL of SQLite */
  readonly create?: string | undefined;
  /**
   * Statement at the start of a transaction that serializes it with others. @default no statement
   */
  readonly lock?: string | undefined;
  /** True when it cannot be tested here. */
  readonly isUnavailable?: boolean | undefined;
}

/** Place for states during a test. */
export type StatePlace = { readonly root: string } & (Disposable | AsyncDisposable);

const CREATE = "CREATE TABLE numbers (id INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT";
const INSERT = "INSERT INTO numbers (value) VALUES (?)";
const SELECT = "SELECT value FROM numbers ORDER BY id";

/** Declares the tests that every {@link StateStore} passes. */
export function testStateStore(opener: StateStoreOpener): void {
  const { name, open, hangingCommand, create = CREATE, lock, isUnavailable: ignore = false } =
    opener;
  const makePlace = opener.makePlace ?? (() => Promise.resolve(new TempWorkspace()));
  const test = (sentence: string, fn: (place: string) => Promise<void>) =>
    Deno.test(`${name} ${sentence}`, { ignore }, async () => {
      await using place = await makePlace();
      await fn(place.root);
    });
  const list = async (state: StateStore) =>
    (await state.read((sql) => sql.table(SELECT))).map(([value]) => value);

  test("returns rows by names without NULL values, and counts changed rows", async (place) => {
    await using state = await open(place);
    await state.write((sql) => sql.run(create));
    assert.equal((await state.write((sql) => sql.run(INSERT, 7))).changes, 1);
    assert.equal(await state.write((sql) => sql.value(`${INSERT} RETURNING id`, 8)), 2);
    assert.equal(
      (await state.write((sql) => sql.run("DELETE FROM numbers WHERE id IN (?2, ?1)", 0, 2)))
        .changes,
      1,
    );
    const row = await state.read((sql) => sql.get("SELECT value, NULL AS none FROM numbers"));
    assert.deepEqual(row, { value: 7 });
    assert.equal(await state.read((sql) => sql.value("SELECT NULL")), undefined);
    assert.equal(await state.read((sql) => sql.get("SELECT 1 WHERE false")), undefined);
    assert.deepEqual(await state.read((sql) => sql.table("SELECT 1, NULL, 'x'")), [[1, null, "x"]]);
    assert.deepEqual(
      await state.read((sql) => sql.all("SELECT 1 AS a UNION SELECT 2 ORDER BY 1")),
      [
        { a: 1 },
        { a: 2 },
      ],
    );
  });

  test("writes all of a transaction or nothing", async (place) => {
    await using state = await open(place);
    await state.write((sql) => sql.run(create));
    const failed = state.write(async (sql) => {
      await sql.run(INSERT, 1);
      throw new Error("no more");
    });
    await assert.rejects(failed, { message: "no more" });
    assert.deepEqual(await list(state), []);
    await state.write((sql) => sql.run(INSERT, 2));
    assert.deepEqual(await list(state), [2]);
  });

  test("never overlaps transactions, also of another connection", async (place) => {
    await using first = await open(place);
    await using second = await open(place);
    await first.write((sql) => sql.run(create));
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? first : second).write(async (sql) => {
          if (lock !== undefined) await sql.run(lock);
          const known = await sql.value<number>("SELECT count(*) FROM numbers") ?? 0;
          // Time in which another transaction may interfere.
          await new Promise((resolve) => setTimeout(resolve));
          await sql.run(INSERT, known);
        })),
    );
    assert.deepEqual(await list(second), Array.from({ length: 20 }, (_, at) => at));
  });

  test("reads what was committed while a transaction writes, without waiting for it", async (place) => {
    await using state = await open(place);
    await using other = await open(place);
    await state.write((sql) => sql.run(create));
    const done = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const written = state.write(async (sql) => {
      await sql.run(INSERT, 1);
      begun.resolve();
      await done.promise;
    });
    await begun.promise;
    assert.deepEqual(await list(state), []);
    assert.deepEqual(await Promise.all([list(state), list(other), list(state)]), [[], [], []]);
    done.resolve();
    await written;
    assert.deepEqual([await list(state), await list(other)], [[1], [1]]);
  });

  test("contains no data of a process that is killed while it writes", async (place) => {
    {
      await using state = await open(place);
      await state.write((sql) => sql.run(create));
    }
    const [program = "", ...args] = hangingCommand(place);
    const child = new Deno.Command(program, { args, stdout: "piped", stderr: "inherit" }).spawn();
    const reader = child.stdout.getReader();
    assert.ok(!(await reader.read()).done);
    await reader.cancel();
    child.kill("SIGKILL");
    await child.status;
    await using state = await open(place);
    assert.deepEqual(await list(state), []);
    await state.write((sql) => sql.run(INSERT, 2));
    assert.deepEqual(await list(state), [2]);
  });

  test("keeps written data when it is opened again", async (place) => {
    {
      await using state = await open(place);
      await state.write((sql) => sql.run(create));
      await state.write((sql) => sql.run(INSERT, 3));
    }
    await using state = await open(place);
    assert.deepEqual(await list(state), [3]);
    assert.ok(state.isInPlace);
  });
}
