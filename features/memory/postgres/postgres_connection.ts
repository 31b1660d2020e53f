import { RetrievalError } from "@dossier/retrieval/machine";
import { toPostgresError } from "./postgres_error.ts";
import type { PostgresPlace } from "./postgres_place.ts";

/** Types whose values become numbers: integers, fractions, and sums of integers. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1700]);

const BOOLEAN_TYPE = 16;

/** Converts values to those of SQLite: numbers, texts, and 1 or 0 for booleans. */
export const VALUE_TYPES = {
  getTypeParser(type: number): (text: string) => unknown {
    if (NUMBER_TYPES.has(type)) return Number;
    if (type === BOOLEAN_TYPE) return (text) => text === "t" ? 1 : 0;
    return (text) => text;
  },
};

/** A statement, with the name of its prepared form. */
export interface PostgresQuery {
  readonly text: string;
  readonly name?: string;
  readonly values?: readonly unknown[];
  readonly rowMode: "array";
  /** Timeout in milliseconds. @default that of the pool */
  readonly "query_timeout"?: number;
}

/** The result of a statement: rows in the order of the columns, and the number of changed rows. */
export interface PostgresResult {
  readonly rows: unknown[][];
  readonly fields: readonly { readonly name: string }[];
  readonly rowCount: number | null;
}

/** A connection in use. */
export interface PostgresConnection {
  /** True when the connection cannot be used any more. */
  readonly isEnded: boolean;
  /**
   * Runs statements without parameters, or one with parameters.
   *
   * @throws {RetrievalError} The error of the database or the connection.
   */
  query(query: string | PostgresQuery): Promise<PostgresResult>;
}

/** The used part of a connection of the package `pg`, which has no types. */
export interface PooledConnection {
  query(query: string | PostgresQuery): Promise<PostgresResult>;
  on(event: "error", listener: (error: unknown) => void): void;
  off(event: "error", listener: (error: unknown) => void): void;
  release(isEnded: boolean): void;
}

/** A connection while it is in use. */
export class LentConnection implements PostgresConnection {
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
