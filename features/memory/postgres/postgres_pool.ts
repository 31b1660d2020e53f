import { connectionSettings } from "./connection_settings.ts";
import {
  LentConnection,
  type PooledConnection,
  type PostgresConnection,
  VALUE_TYPES,
} from "./postgres_connection.ts";
import { toPostgresError } from "./postgres_error.ts";
import type { PostgresPlace } from "./postgres_place.ts";

/** Connections that a process has at most; servers take a hundred by default, from all that use them. */
const MAX_CONNECTIONS = 4;

/** How long one waits for what another transaction holds. */
const LOCK_MS = 10_000;

/** How long an answer may take, so that a server that is gone without a word is found to be. */
const ANSWER_MS = 30_000;

/** How long a transaction may do nothing before the server ends it: it holds what others wait for. */
const IDLE_TRANSACTION_MS = 60_000;

interface Pool {
  connect(): Promise<PooledConnection>;
  end(): Promise<void>;
}

/** The connections of a process to a database, each of which one at a time uses. */
export class PostgresPool implements AsyncDisposable {
  readonly place: PostgresPlace;
  readonly #pool: Pool;
  #free = MAX_CONNECTIONS;
  readonly #waiting: (() => void)[] = [];

  private constructor(place: PostgresPlace, pool: Pool) {
    this.place = place;
    this.#pool = pool;
  }

  /** Returns the connections to a database; none is made yet. */
  static async open(place: PostgresPlace): Promise<PostgresPool> {
    const { default: pg } = await import("pg");
    const pool = new pg.Pool({
      ...connectionSettings(place),
      max: MAX_CONNECTIONS,
      options: `-c search_path=${place.schema}`,
      types: VALUE_TYPES,
      lock_timeout: LOCK_MS,
      query_timeout: ANSWER_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    });
    // One that ended while nobody used it: whoever asks next gets another.
    pool.on("error", () => {});
    return new PostgresPool(place, pool);
  }

  /**
   * Runs `work` with a connection that nobody else uses meanwhile, and returns what it returns.
   *
   * @throws {RetrievalError} What is wrong with the database or the connection.
   */
  async use<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    // The pool itself would count waiting for a turn as waiting for the server.
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

  /** Closes the connections, each when nobody uses it any more. */
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

  /** Lends a connection, and gives it back, to be closed where it has ended meanwhile. */
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
