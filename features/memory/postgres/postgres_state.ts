import type { FeatureTables, Sql, StateStore } from "@dossier/retrieval/state";
import { damagedPostgres } from "./postgres_error.ts";
import { parsePostgresPlace } from "./postgres_place.ts";
import { PostgresPool } from "./postgres_pool.ts";
import { PostgresSql } from "./postgres_sql.ts";
import { prepareTables, type VersionedTables } from "./postgres_tables.ts";

/** Options of {@link openPostgresState}. */
export interface OpenPostgresOptions extends VersionedTables {
  /** Address of the database; see {@link parsePostgresPlace}. */
  readonly url: string;
  /** Returns the time in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

const BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const BEGIN_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

/**
 * Returns the open state in a PostgreSQL database, made when there is none and brought to this version when it is of an
 * earlier one.
 *
 * @throws {RetrievalError} `invalid-config` for what is no address, `state-unreachable`, `state-refused`, `state-newer`
 * for one that a newer version wrote.
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
 * A state in a PostgreSQL database, which several machines use at once.
 *
 * Its transactions overlap, also within a process. One that writes sees what others have committed before each of its
 * statements, so that what it reads and then changes must be locked where it is read. When the connection ends during
 * the last step of a transaction, nobody knows whether it was kept.
 */
export class PostgresState implements StateStore, AsyncDisposable {
  readonly now: () => number;
  readonly features: readonly FeatureTables[] = [];
  /** The database is not at a place of this machine. */
  readonly isInPlace = true;
  readonly #pool: PostgresPool;

  /** Takes over open connections; use {@link openPostgresState}. */
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
    return this.#trust(() => new Date(milliseconds).toISOString());
  }

  parse<Value>(json: string): Value {
    return this.#trust(() => JSON.parse(json));
  }

  /** Returns false: the server gives room back by itself. */
  compact(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Closes the connections, without waiting for that. */
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
        // Where the connection has ended, the server does so by itself.
        if (!connection.isEnded) await connection.query("ROLLBACK").catch(() => {});
        throw error;
      }
    });
  }

  /** Runs `body`, which fails only when there is something in the database that we have not written. */
  #trust<Value>(body: () => Value): Value {
    try {
      return body();
    } catch (error) {
      throw damagedPostgres(this.#pool.place, error);
    }
  }
}
