import { RetrievalError } from "@dossier/retrieval/machine";
import { toPostgresError } from "./postgres_error.ts";
import type { PostgresPlace } from "./postgres_place.ts";

/** Types whose values come as numbers: of integers, of fractions, and of sums of integers. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1700]);

const BOOLEAN_TYPE = 16;

/** Values as SQLite would give them: numbers, texts, and 1 or 0 for what is true or not. */
export const VALUE_TYPES = {
  getTypeParser(type: number): (text: string) => unknown {
    if (NUMBER_TYPES.has(type)) return Number;
    if (type === BOOLEAN_TYPE) return (text) => text === "t" ? 1 : 0;
    return (text) => text;
  },
};

/** A statement, with what it is prepared under. */
export interface PostgresQuery {
  readonly text: string;
  readonly name?: string;
  readonly values?: readonly unknown[];
  readonly rowMode: "array";
  /** How long the answer may take, in milliseconds. @default what the pool says */
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
export interface PooledConnection {
  query(query: string | PostgresQuery): Promise<PostgresResult>;
  on(event: "error", listener: (error: unknown) => void): void;
  off(event: "error", listener: (error: unknown) => void): void;
  release(isEnded: boolean): void;
}

/** A connection for as long as somebody uses it. */
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
