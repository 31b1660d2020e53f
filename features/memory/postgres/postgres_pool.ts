import { toConnectionSettings } from "./connection_settings.ts";
import {
  LentConnection,
  type PooledConnection,
  type PostgresConnection,
  VALUE_TYPES,
} from "./postgres_connection.ts";
import { toPostgresError } from "./postgres_error.ts";
import type { PostgresPlace } from "./postgres_place.ts";

/**
 * Maximum number of connections of a process; by default, a server accepts a hundred from all
 * clients.
 */
const MAX_CONNECTIONS = 4;

/** Timeout for a lock of another transaction. */
const LOCK_MS = 10_000;

/** Timeout of a statement, so that a server that has silently failed is noticed. */
const QUERY_MS = 30_000;

/** Timeout of an idle transaction on the server: it holds locks that others wait for. */
const IDLE_TRANSACTION_MS = 60_000;

interface Pool {
  connect(): Promise<PooledConnection>;
  end(): Promise<void>;
}

/** The connections of a process to a database; each has one user at a time. */
export class PostgresPool implements AsyncDisposable {
  readonly place: PostgresPlace;
  readonly #pool: Pool;
  #free = MAX_CONNECTIONS;
  readonly #waiting: (() => void)[] = [];

  private constructor(place: PostgresPlace, pool: Pool) {
    this.place = place;
    this.#pool = pool;
  }

  /** Returns the pool of a database; it opens no connection yet. */
  static async open(place: PostgresPlace): Promise<PostgresPool> {
    const { default: pg } = await import("pg");
    const pool = new pg.Pool({
      ...toConnectionSettings(place),
      max: MAX_CONNECTIONS,
      options: `-c search_path=${place.schema}`,
      types: VALUE_TYPES,
      lock_timeout: LOCK_MS,
      query_timeout: QUERY_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    });
    // An idle connection that ends: the next request gets another one.
    pool.on("error", () => {});
    return new PostgresPool(place, pool);
  }

  /**
   * Runs `work` with a connection of its own, and returns its result.
   *
   * @throws {RetrievalError} The error of the database or the connection.
   */
  async use<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    // The timeout of the package's pool would include the wait for a free connection.
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await this.#lend(await this.#connect(), work);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  /** Closes each connection as soon as it is unused. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end();
  }

  async #connect(): Promise<PooledConnection> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw toPostgresError(error, this.place);
    }
  }

  /** Runs `work` with a connection, and releases it, or closes it when it has ended meanwhile. */
  async #lend<Result>(
    connection: PooledConnection,
    work: (connection: PostgresConnection) => Promise<Result>,
  ): Promise<Result> {
    const lent = new LentConnection(connection, this.place);
    const onError = () => void (lent.isEnded = true);
    connection.on("error", onError);
    try {
      return await work(lent);
    } finally {
      connection.off("error", onError);
      connection.release(lent.isEnded);
    }
  }
}
