import { type Connection, writeApplicationId } from "../../machine/mod.ts";
import OUTBOX from "./outbox.sql" with { type: "text" };
import SCHEMA from "./schema.sql" with { type: "text" };
import { stateError } from "./state_error.ts";
import type { FeatureTables } from "./state_store.ts";

/** Application id of a state file of SQLite: "dsst" in ASCII. */
export const APPLICATION_ID = 0x64737374;

/**
 * Value of `PRAGMA auto_vacuum` for a file whose free pages can be returned to the disk step by
 * step.
 */
export const INCREMENTAL_VACUUM = 2;

/** Version of the tables, which is stored in the file. */
export const STATE_VERSION = 13;

/** Previous version, which only lacks the outbox. */
const VERSION_WITHOUT_OUTBOX = 12;

/**
 * Returns the version of an open state file, or 0 for a new one. Rejects newer versions, other
 * files, and unreleased versions that are no longer in use.
 */
export function readVersion(connection: Connection): number {
  const applicationId = readNumber(connection, "PRAGMA application_id");
  const version = readNumber(connection, "PRAGMA user_version");
  const isOurs = applicationId === APPLICATION_ID ||
    (applicationId === 0 && version === 0 &&
      readNumber(connection, "SELECT count(*) FROM sqlite_schema") === 0);
  if (!isOurs) throw stateError("damaged", connection.path);
  if (version > STATE_VERSION) throw stateError("newer", connection.path);
  if (version !== 0 && version < VERSION_WITHOUT_OUTBOX) {
    throw stateError("unreleased", connection.path);
  }
  return version;
}

/** Returns the first column of the only row of a query. */
export function readNumber(connection: Connection, sql: string): number {
  return (connection.statement(sql).get() as unknown as [number])[0];
}

/**
 * Configures the connection, and migrates the file to this version, with the tables of features.
 */
export function prepareState(connection: Connection, tables: readonly FeatureTables[]): void {
  // Before anything is written, and in one transaction, because other processes may be about to
  // create the tables.
  const isCurrent = () =>
    readVersion(connection) === STATE_VERSION &&
    listMigrations(connection, tables).length === 0;
  const isDone = connection.read(isCurrent);
  // The space of pruned records can then be returned to the disk step by step.
  const layout = `auto_vacuum = ${INCREMENTAL_VACUUM}`;
  writeApplicationId(connection, { applicationId: APPLICATION_ID, layout });
  // An acknowledged record was delivered to an agent, and must survive a power failure: unlike the
  // index, it cannot be rebuilt.
  connection.execute("PRAGMA synchronous = FULL");
  // A user who deletes a text wants it deleted from the disk. It costs nothing measurable.
  connection.execute("PRAGMA secure_delete = ON");
  if (isDone) return;
  connection.write(() => {
    // Another process may have done it while this one waited to write.
    const version = readVersion(connection);
    if (version === 0) connection.execute(SCHEMA);
    if (version < STATE_VERSION) connection.execute(OUTBOX);
    connection.execute(`PRAGMA user_version = ${STATE_VERSION}`);
    for (const { name, sql, newest } of listMigrations(connection, tables)) {
      for (const migration of sql) connection.execute(migration);
      connection.statement(UPSERT_FEATURE).run(name, newest);
    }
  });
}

const SELECT_FEATURES = "SELECT feature, version FROM feature_versions";
const UPSERT_FEATURE = "INSERT OR REPLACE INTO feature_versions (feature, version) VALUES (?, ?)";

/**
 * Returns the migrations of features that are missing in a file. Rejects a file of newer features.
 */
function listMigrations(connection: Connection, tables: readonly FeatureTables[]) {
  const versions = new Map(connection.listRows<[string, number]>(SELECT_FEATURES));
  return tables.flatMap(({ name, migrations }) => {
    if (migrations === undefined) return [];
    const version = versions.get(name) ?? 0;
    if (version > migrations.length) throw stateError("newer", connection.path);
    const sql = migrations.slice(version);
    return sql.length === 0 ? [] : [{ name, sql, newest: migrations.length }];
  });
}
