import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { testStateStore } from "../../../tests/conformance/state_store.ts";
import {
  IS_POSTGRES_MISSING,
  PostgresSchema,
  testPostgres,
} from "../../../tests/postgres_schema.ts";
import { openPostgresState } from "./postgres_state.ts";

const HOLDER = fileURLToPath(import.meta.resolve("../../../tests/runs/postgres_holder.ts"));

const NUMBERS = `CREATE TABLE numbers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  value bigint NOT NULL
)`;

const open = (url: string, migrations: readonly string[] = []) =>
  openPostgresState({ url, name: "test", migrations });

testStateStore({
  name: "the state in PostgreSQL",
  makePlace: () => Promise.resolve(new PostgresSchema()),
  open,
  hangingCommand: (url) => [Deno.execPath(), "run", "-A", HOLDER, url],
  create: NUMBERS,
  lock: "LOCK TABLE numbers IN EXCLUSIVE MODE",
  isUnavailable: IS_POSTGRES_MISSING,
});

testPostgres("values come as numbers and texts, as those of SQLite do", async ({ root }) => {
  await using state = await open(root);
  const rows = await state.read((sql) =>
    sql.table(
      `SELECT 9007199254740991::bigint, sum(2::bigint), 0.5::double precision, 1 = 1, ?::jsonb, ?1::text`,
      '{"a": [1]}',
    )
  );
  assert.deepEqual(rows, [[9007199254740991, 2, 0.5, 1, '{"a": [1]}', '{"a": [1]}']]);
});

testPostgres(
  "openPostgresState() goes through each migration once, as several open",
  async ({ root }) => {
    const migrations = [
      "CREATE TABLE made (version bigint); INSERT INTO made VALUES (1)",
      "INSERT INTO made VALUES (2)",
    ];
    const first = await open(root, migrations.slice(0, 1));
    await first[Symbol.asyncDispose]();
    const states = await Promise.all(Array.from({ length: 4 }, () => open(root, migrations)));
    const made = await states[0]!.read((sql) => sql.table("SELECT version FROM made ORDER BY 1"));
    assert.deepEqual(made, [[1], [2]]);
    for (const state of states) await state[Symbol.asyncDispose]();
  },
);

testPostgres(
  "openPostgresState() leaves nothing of migrations that fail",
  async ({ root }) => {
    const migrations = ["CREATE TABLE made (version bigint)", "SELECT nothing"];
    await assert.rejects(open(root, migrations), /column "nothing" does not exist/);
    await using state = await open(root);
    assert.equal(await state.read((sql) => sql.value("SELECT to_regclass('made')")), undefined);
  },
);

testPostgres("openPostgresState() refuses what a newer version wrote", async ({ root }) => {
  await using newer = await open(root, ["SELECT 1", "SELECT 2"]);
  await assert.rejects(open(root, ["SELECT 1"]), {
    code: "state-newer",
    message: `Cannot use the database "${newer.path}" as a newer version of dossier wrote it: ` +
      "update dossier, or name another schema",
  });
});

testPostgres("read() sees one state throughout, and writes nothing", async ({ root }) => {
  await using state = await open(root, [NUMBERS]);
  await state.read(async (sql) => {
    const count = () => sql.value("SELECT count(*) FROM numbers");
    assert.equal(await count(), 0);
    await state.write((other) => other.run("INSERT INTO numbers (value) VALUES (1)"));
    assert.equal(await count(), 0);
  });
  const writing = state.read((sql) => sql.run("INSERT INTO numbers (value) VALUES (1)"));
  await assert.rejects(writing, { code: "state-unwritable" });
});

testPostgres(
  "write() keeps nothing of what a failed statement is in",
  async ({ root }) => {
    await using state = await open(root, [NUMBERS]);
    const writing = state.write(async (sql) => {
      await sql.run("INSERT INTO numbers (value) VALUES (1)");
      await sql.run("INSERT INTO numbers (value) VALUES (NULL)").catch(() => {});
    });
    await assert.rejects(writing, /null value in column "value"/);
    assert.equal(await state.read((sql) => sql.value("SELECT count(*) FROM numbers")), 0);
  },
);

testPostgres("a statement that comes after its transaction is refused", async ({ root }) => {
  await using state = await open(root, [NUMBERS]);
  const late = await state.write((sql) => Promise.resolve(sql));
  await assert.rejects(late.run("INSERT INTO numbers (value) VALUES (1)"), /transaction has ended/);
});

testPostgres("transactions that take rows leave out those that others hold", async ({ root }) => {
  await using state = await open(root, [NUMBERS]);
  await state.write((sql) => sql.run("INSERT INTO numbers (value) SELECT generate_series(1, 4)"));
  const take = `DELETE FROM numbers WHERE id =
    (SELECT id FROM numbers ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING value`;
  let arrived = 0;
  const all = Promise.withResolvers<void>();
  const taken = await Promise.all(
    Array.from({ length: 4 }, () =>
      state.write(async (sql) => {
        const value = await sql.value<number>(take);
        if (++arrived === 4) all.resolve();
        await all.promise;
        return value;
      })),
  );
  assert.deepEqual(taken.sort(), [1, 2, 3, 4]);
});

testPostgres(
  "more transactions than connections wait for their turn",
  async ({ root }) => {
    await using state = await open(root);
    const asked = Array.from({ length: 12 }, (_, at) =>
      state.read(async (sql) => {
        await sql.run("SELECT pg_sleep(0.02)");
        return at;
      }));
    assert.deepEqual(await Promise.all(asked), Array.from({ length: 12 }, (_, at) => at));
  },
);

/** Ends the connection of a process of the server, as its owner may. */
const END = "SELECT pg_terminate_backend(CAST(? AS integer))";
const OWN = "SELECT pg_backend_pid()";
const INSERT = "INSERT INTO numbers (value) VALUES (1)";
const COUNT = "SELECT count(*) FROM numbers";

/** Time for the end of a connection to be noticed. */
const notice = () => new Promise((resolve) => setTimeout(resolve, 50));

testPostgres("a transaction whose connection ends says so, and keeps nothing", async ({ root }) => {
  await using state = await open(root, [NUMBERS]);
  const ended = { code: "state-unreachable", message: /as the connection ended: try again/ };
  const between = state.write(async (sql) => {
    await sql.run(INSERT);
    const process = await sql.value<number>(OWN) ?? 0;
    await state.read((other) => other.run(END, process));
    await notice();
    await sql.run(INSERT);
  });
  await assert.rejects(between, ended);
  const during = state.write(async (sql) => {
    await sql.run(INSERT);
    const process = await sql.value<number>(OWN) ?? 0;
    const ending = state.read((other) => other.run(END, process));
    await Promise.all([sql.run("SELECT pg_sleep(10)"), ending]);
  });
  await assert.rejects(during, ended);
  assert.equal(await state.read((sql) => sql.value(COUNT)), 0);
});

testPostgres("a connection that ends while nobody uses it is not missed", async ({ root }) => {
  await using state = await open(root, [NUMBERS]);
  await using other = await open(root, [NUMBERS]);
  const process = await state.read((sql) => sql.value<number>(OWN)) ?? 0;
  await other.read((sql) => sql.run(END, process));
  await notice();
  await state.write((sql) => sql.run(INSERT));
  assert.equal(await state.read((sql) => sql.value(COUNT)), 1);
});
