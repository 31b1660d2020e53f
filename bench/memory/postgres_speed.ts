/**
 * Measures operations per second of a state in PostgreSQL: single inserts, reads, and removals from a queue
 * with `SKIP LOCKED`.
 *
 *     deno task with-postgres deno run -A bench/memory/postgres_speed.ts
 *
 * That server does not wait for its disk. DOSSIER_TEST_POSTGRES may name another one that does.
 */

import assert from "node:assert/strict";
import { openPostgresState } from "../../features/memory/postgres/mod.ts";
import { PostgresSchema } from "../../tests/postgres_schema.ts";
import { markdownTable } from "../markdown_table.ts";

const TRANSACTIONS = 2000;

/** Numbers of transactions at once. */
const WIDTHS = [1, 4, 16];

const TABLE = `CREATE TABLE queue (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  text text NOT NULL,
  taken bigint
);
CREATE INDEX waiting ON queue (id) WHERE taken IS NULL`;
const INSERT = "INSERT INTO queue (text) VALUES (?)";
const TAKE = `UPDATE queue SET taken = ? WHERE id =
  (SELECT id FROM queue WHERE taken IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`;
const SELECT = "SELECT text FROM queue WHERE id = ?";

/** Runs `work` a number of times, `width` at once, and returns the number of runs per second. */
async function perSecond(width: number, work: (at: number) => Promise<unknown>): Promise<string> {
  let next = 0;
  const start = performance.now();
  await Promise.all(Array.from({ length: width }, async () => {
    while (next < TRANSACTIONS) await work(next++);
  }));
  return Math.round(TRANSACTIONS / (performance.now() - start) * 1000).toLocaleString("en");
}

if (import.meta.main) {
  await using schema = new PostgresSchema();
  await using state = await openPostgresState({
    url: schema.root,
    name: "speed",
    migrations: [TABLE],
  });
  const rows = [];
  for (const width of WIDTHS) {
    const inserts = await perSecond(
      width,
      (at) => state.write((sql) => sql.run(INSERT, `text ${at}`)),
    );
    const taken = new Set<number | undefined>();
    const takes = await perSecond(width, async (at) => {
      taken.add(await state.write((sql) => sql.value<number>(TAKE, at)));
    });
    assert.equal(taken.size, TRANSACTIONS);
    const reads = await perSecond(width, (at) => state.read((sql) => sql.value(SELECT, at + 1)));
    rows.push([String(width), inserts, takes, reads]);
  }
  const fsync = await state.read((sql) => sql.value<string>("SHOW fsync"));
  print(
    `fsync ${fsync}, a second:\n${markdownTable(["at once", "inserts", "takes", "reads"], rows)}`,
  );
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
