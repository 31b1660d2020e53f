import { newerVersionError } from "./postgres_error.ts";
import type { PostgresConnection } from "./postgres_connection.ts";
import type { PostgresPool } from "./postgres_pool.ts";

/** Tables that are migrated from version to version. */
export interface VersionedTables {
  /** The name under which their version is stored. */
  readonly name: string;
  /**
   * The statements of each version that migrate the tables of the previous one; those of the first
   * version create them.
   */
  readonly migrations: readonly string[];
}

/** The key of the lock for migrations: "dsst" in ASCII. */
const LOCK = 0x64737374;

/** Timeout of a migration, which may rewrite many rows. */
const MIGRATION_MS = 600_000;

const SELECT_SCHEMA = "SELECT 1 FROM pg_namespace WHERE nspname = $1";
const SELECT_VERSIONS = "SELECT to_regclass($1) IS NOT NULL";
const CREATE_VERSIONS = `CREATE TABLE IF NOT EXISTS dossier_versions (
  name text PRIMARY KEY,
  version integer NOT NULL
)`;
const SELECT_VERSION = "SELECT version FROM dossier_versions WHERE name = $1";
const UPSERT_VERSION = `INSERT INTO dossier_versions (name, version) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET version = excluded.version`;

/**
 * Migrates tables to this version, in one transaction under a lock. When they are of this version,
 * the rights to create a schema and tables are not needed.
 *
 * @throws {RetrievalError} `state-newer` for tables of a newer version, and the error of the
 * database.
 */
export async function prepareTables(pool: PostgresPool, tables: VersionedTables): Promise<void> {
  const { place } = pool;
  const { name, migrations } = tables;
  const readVersion = async (connection: PostgresConnection) => {
    const version = await findVersion(connection, place.schema, name);
    if (version !== undefined && version > migrations.length) throw newerVersionError(place);
    return version;
  };
  if (await pool.use(readVersion) === migrations.length) return;
  await pool.use(async (connection) => {
    await connection.query("BEGIN");
    try {
      await select(
        connection,
        "SELECT pg_advisory_xact_lock($1, hashtext($2))",
        LOCK,
        place.schema,
      );
      // A user who may not create schemas gets an error even when the schema exists.
      if (await select(connection, SELECT_SCHEMA, place.schema) === undefined) {
        await connection.query(`CREATE SCHEMA ${place.schema}`);
      }
      await connection.query(CREATE_VERSIONS);
      // Another process may have migrated them during the wait for the lock.
      const version = await readVersion(connection);
      for (const text of migrations.slice(version ?? 0)) {
        await connection.query({ text, rowMode: "array", query_timeout: MIGRATION_MS });
      }
      await select(connection, UPSERT_VERSION, name, migrations.length);
      await connection.query("COMMIT");
    } catch (error) {
      // When the connection has ended, the server has rolled back.
      await connection.query("ROLLBACK").catch(() => {});
      throw error;
    }
  });
}

/** Returns the version of tables; undefined when there are none. */
async function findVersion(
  connection: PostgresConnection,
  schema: string,
  name: string,
): Promise<number | undefined> {
  if (await select(connection, SELECT_VERSIONS, `${schema}.dossier_versions`) !== 1) {
    return undefined;
  }
  return await select(connection, SELECT_VERSION, name) as number | undefined;
}

/** Returns the first column of the first row. */
async function select(
  connection: PostgresConnection,
  text: string,
  ...values: readonly (string | number)[]
): Promise<unknown> {
  return (await connection.query({ text, values, rowMode: "array" })).rows[0]?.[0];
}
