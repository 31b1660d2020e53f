import type { StateStore } from "@dossier/retrieval/state";

/** Tables by which observations are found, with their keys. */
const TABLES = {
  memory_projects: ["id"],
  memory_observations: ["id"],
  memory_terms: ["project", "term", "observation"],
  memory_vectors: ["id"],
} as const;

/** Number of rows that are copied at once. */
const PAGE = 10_000;

type Row = Readonly<Record<string, string | number>>;

/** Copies the observations of all projects from a state in SQLite to an empty one in PostgreSQL. */
export async function copyMemory(from: StateStore, to: StateStore): Promise<void> {
  for (const [table, keys] of Object.entries(TABLES)) {
    const marks = keys.map(() => "?").join(", ");
    let last: Row | undefined;
    for (;;) {
      const after = last;
      const rows = await from.read((sql) =>
        sql.all<Row>(
          `SELECT * FROM ${table} ${after === undefined ? "" : `WHERE (${keys}) > (${marks})`}
          ORDER BY ${keys} LIMIT ${PAGE}`,
          ...(after === undefined ? [] : keys.map((key) => after[key]!)),
        )
      );
      if (rows.length === 0) break;
      last = rows.at(-1);
      const json = JSON.stringify(rows);
      await to.write((sql) =>
        sql.run(
          `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, ?)`,
          json,
        )
      );
    }
    if (!keys.includes("id" as never)) continue;
    await to.write((sql) =>
      sql.value(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`)
    );
  }
  await to.write((sql) => sql.run("ANALYZE"));
}
