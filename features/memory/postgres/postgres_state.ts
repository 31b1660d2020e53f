import type { FeatureTables, Sql, StateStore } from "@dossier/retrieval/state";
import { damagedDatabaseError } from "./postgres_error.ts";
import { parsePostgresPlace } from "./postgres_place.ts";
import { PostgresPool } from "./postgres_pool.ts";
import { PostgresSql } from "./postgres_sql.ts";
import { prepareTables, type VersionedTables } from "./postgres_tables.ts";

/** Options of {@link openPostgresState}. */
export interface OpenPostgresOptions extends VersionedTables {
  /** The address of the database; see {@link parsePostgresPlace}. */
  readonly url: string;
  /** Returns the time in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

const BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const BEGIN_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

/**
 * Opens the state in a PostgreSQL database: creates the tables, or migrates those of an earlier
 * version.
 *
 * @throws {RetrievalError} `invalid-config` for an invalid address, `state-unreachable`,
 * `state-refused`, `state-newer` for tables of a newer version.
 */
export async function openPostgresState(
  { url, name, migrations, now = Date.now }: OpenPostgresOptions,
): Promise<PostgresState> {
  const pool = await PostgresPool.open(parsePostgresPlace(url));
  try {
    await prepareTables(pool, { name, migrations });
  } catch (error) {
    await pool[Symbol.asyncDispose]();
    throw error;
  }
  return new PostgresState(pool, now);
}

/**
 * A state in a PostgreSQL database, for several machines at once.
 *
 * Its transactions overlap, also within a process. A writing transaction sees before each of its
 * statements what others have committed: rows that it reads and then changes must be locked when
 * they are read. When the connection ends during the commit, it is unknown whether the transaction
 * was committed.
 */
export class PostgresState implements StateStore, AsyncDisposable {
  readonly now: () => number;
  readonly features: readonly FeatureTables[] = [];
  /** The database is not bound to a location on this machine. */
  readonly isInPlace = true;
  readonly #pool: PostgresPool;

  /** Owns the open connections of `pool`; use {@link openPostgresState}. */
  constructor(pool: PostgresPool, now: () => number) {
    this.#pool = pool;
    this.now = now;
  }

  get path(): string {
    return this.#pool.place.name;
  }

  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#transact(BEGIN_READ, work);
  }

  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#transact(BEGIN_WRITE, work);
  }

  instant(milliseconds: number): string {
    return this.#runTrusted(() => new Date(milliseconds).toISOString());
  }

  parse<Value>(json: string): Value {
    return this.#runTrusted(() => JSON.parse(json));
  }

  /** Returns false: the server frees space by itself. */
  compact(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Starts to close the connections, without waiting. */
  [Symbol.dispose](): void {
    this[Symbol.asyncDispose]().catch(() => {});
  }

  /** Closes the connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
  }

  #transact<Result>(begin: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#pool.use(async (connection) => {
      await connection.query(begin);
      const sql = new PostgresSql(connection);
      try {
        const result = await work(sql);
        await sql.end();
        if (sql.failure !== undefined) throw sql.failure;
        await connection.query("COMMIT");
        return result;
      } catch (error) {
        await sql.end();
        // After the end of a connection, the server rolls back by itself.
        if (!connection.isEnded) await connection.query("ROLLBACK").catch(() => {});
        throw error;
      }
    });
  }

  /** Runs `body`, which fails only for content of the database that dossier has not written. */
  #runTrusted<Value>(body: () => Value): Value {
    try {
      return body();
    } catch (error) {
      throw damagedDatabaseError(this.#pool.place, error);
    }
  }
}
