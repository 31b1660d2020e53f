import { type Connection, markOwnDatabase } from "../../machine/mod.ts";
import OUTBOX from "./outbox.sql" with { type: "text" };
import SCHEMA from "./schema.sql" with { type: "text" };
import { stateError } from "./state_error.ts";
import type { FeatureTables } from "./state_store.ts";

/** Marks a SQLite file as a state of ours: "dsst" in ASCII. */
export const APPLICATION_ID = 0x64737374;

/** What `PRAGMA auto_vacuum` says of a file whose free pages can be given back some at a time. */
export const INCREMENTAL = 2;

/** The version of the tables, which the file says. */
export const STATE_VERSION = 13;

/** The last version before, of which only the outbox is missing. */
const WITHOUT_OUTBOX = 12;

/**
 * Returns the version of an open state file, 0 for a new one; refuses newer ones, other files, and those of unreleased
 * versions that nobody has any more.
 */
export function readVersion(connection: Connection): number {
  const applicationId = readNumber(connection, "PRAGMA application_id");
  const version = readNumber(connection, "PRAGMA user_version");
  const isOurs = applicationId === APPLICATION_ID ||
    (applicationId === 0 && version === 0 &&
      readNumber(connection, "SELECT count(*) FROM sqlite_schema") === 0);
  if (!isOurs) throw stateError("damaged", connection.path);
  if (version > STATE_VERSION) throw stateError("newer", connection.path);
  if (version !== 0 && version < WITHOUT_OUTBOX) throw stateError("unreleased", connection.path);
  return version;
}

/** Returns the first column of the only row of a query. */
export function readNumber(connection: Connection, sql: string): number {
  return (connection.statement(sql).get() as unknown as [number])[0];
}

/** Sets the connection up, and brings the file to this version, with the tables of features. */
export function prepareState(connection: Connection, tables: readonly FeatureTables[]): void {
  // Before anything is written, and in one transaction as others may be about to make the tables.
  const isCurrent = () =>
    readVersion(connection) === STATE_VERSION &&
    listMigrations(connection, tables).length === 0;
  const isDone = connection.read(isCurrent);
  // The room of what is pruned can then be given back bit by bit.
  const layout = `auto_vacuum = ${INCREMENTAL}`;
  markOwnDatabase(connection, { mark: APPLICATION_ID, layout });
  // What is acknowledged was given to an agent, and must still be known after a power cut: unlike the
  // index, it can not be made again.
  connection.execute("PRAGMA synchronous = FULL");
  // Somebody who forgets a text wants it gone from the disk. It costs nothing that can be measured.
  connection.execute("PRAGMA secure_delete = ON");
  if (isDone) return;
  connection.write(() => {
    // Another process may have done it while this one waited for its turn to write.
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

/** Returns the migrations of features that a file has not gone through, and refuses one of newer features. */
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
