import { RetrievalError } from "@dossier/retrieval/machine";
import { toPostgresError } from "./postgres_error.ts";
import type { PostgresPlace } from "./postgres_place.ts";

/** Connections that a process has at most; servers take a hundred by default, from all that use them. */
const MAX_CONNECTIONS = 4;

/** Until then a connection must be there, with its password checked. */
const CONNECT_MS = 2000;

/** How long one waits for what another transaction holds. */
const LOCK_MS = 10_000;

/** How long an answer may take, so that a server that is gone without a word is found to be. */
const ANSWER_MS = 30_000;

/** How long a transaction may do nothing before the server ends it: it holds what others wait for. */
const IDLE_TRANSACTION_MS = 60_000;

/** How long a connection is kept that nobody uses. It does not keep the process alive. */
const IDLE_MS = 30_000;

/** A statement, with what it is prepared under. */
export interface PostgresQuery {
  readonly text: string;
  readonly name?: string;
  readonly values?: readonly unknown[];
  readonly rowMode: "array";
  /** How long the answer may take. @default ANSWER_MS */
  readonly "query_timeout"?: number;
}

/** What a statement gave: rows in the order of the columns, and how many it changed. */
export interface PostgresResult {
  readonly rows: unknown[][];
  readonly fields: readonly { readonly name: string }[];
  readonly rowCount: number | null;
}

/** A connection that somebody uses. */
export interface PostgresConnection {
  /** Whether nothing can be asked any more. */
  readonly isEnded: boolean;
  /**
   * Runs statements without parameters, or one with.
   *
   * @throws {RetrievalError} What is wrong with the database or the connection.
   */
  query(query: string | PostgresQuery): Promise<PostgresResult>;
}

/** What is used of a connection of the package `pg`, which has no types. */
interface PooledConnection {
  query(query: string | PostgresQuery): Promise<PostgresResult>;
  on(event: "error", listener: (error: unknown) => void): void;
  off(event: "error", listener: (error: unknown) => void): void;
  release(isEnded: boolean): void;
}

interface Pool {
  connect(): Promise<PooledConnection>;
  end(): Promise<void>;
}

/** Types whose values come as numbers: of integers, of fractions, and of sums of integers. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1700]);

const BOOLEAN_TYPE = 16;

/** Values as SQLite would give them: numbers, texts, and 1 or 0 for what is true or not. */
const VALUE_TYPES = {
  getTypeParser(type: number): (text: string) => unknown {
    if (NUMBER_TYPES.has(type)) return Number;
    if (type === BOOLEAN_TYPE) return (text) => text === "t" ? 1 : 0;
    return (text) => text;
  },
};

/**
 * Returns how the package `pg` connects to a database.
 *
 * @throws {RetrievalError} `invalid-config` when the file of trusted certificates cannot be read.
 */
export function connectionSettings(place: PostgresPlace): Readonly<Record<string, unknown>> {
  const { host, port, database, user, password } = place;
  return {
    host,
    port,
    database,
    user,
    password,
    ssl: tlsSettings(place),
    application_name: "dossier",
    // Else variables that are meant for other programs would be asked.
    client_encoding: "UTF8",
    sslnegotiation: "postgres",
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    allowExitOnIdle: true,
  };
}

function tlsSettings({ tls, host, authorities }: PostgresPlace): unknown {
  if (tls === "disable") return false;
  if (tls === "require") return { rejectUnauthorized: false };
  // Without the host, that of an address would be taken to be "localhost".
  return authorities === undefined ? { host } : { host, ca: readAuthorities(authorities) };
}

function readAuthorities(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    const state = error instanceof Error ? error.message : String(error);
    const action = `read the certificates "${path}" that sslrootcert= names`;
    throw new RetrievalError("invalid-config", { action, state }, { cause: error });
  }
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

class LentConnection implements PostgresConnection {
  isEnded = false;
  readonly #connection: PooledConnection;
  readonly #place: PostgresPlace;

  constructor(connection: PooledConnection, place: PostgresPlace) {
    this.#connection = connection;
    this.#place = place;
  }

  async query(query: string | PostgresQuery): Promise<PostgresResult> {
    try {
      return await this.#connection.query(query);
    } catch (error) {
      const known = toPostgresError(error, this.#place);
      if (known instanceof RetrievalError && known.code === "state-unreachable") {
        this.isEnded = true;
      }
      throw known;
    }
  }
}
