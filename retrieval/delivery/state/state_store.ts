import type { TimelineEntry } from "@dossier/core/metrics";
import type { ColumnValue } from "../../machine/mod.ts";

/** Value of a parameter of a statement. */
export type SqlValue = string | number | null;

/** Statements of one transaction. Parameters are `?`, or `?1` and so on. */
export interface Sql {
  /** Returns the rows of a query by the names of their columns, without NULL values. */
  all<Row extends object>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]>;
  /** Returns the first row of a query, or `undefined`. */
  get<Row extends object>(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined>;
  /** Returns the first column of the first row, or `undefined` without a row, and for NULL. */
  value<Value extends string | number>(
    sql: string,
    ...values: readonly SqlValue[]
  ): Promise<Value | undefined>;
  /** Returns the rows of a query with all their columns, in the order of the query. */
  table(sql: string, ...values: readonly SqlValue[]): Promise<readonly ColumnValue[][]>;
  /**
   * Runs a statement, and returns the number of changed rows and the id of the last inserted row.
   */
  run(
    sql: string,
    ...values: readonly SqlValue[]
  ): Promise<{ readonly changes: number; readonly added: number }>;
}

/** Tables of a feature in the state. */
export interface FeatureTables {
  /** Name of the feature. */
  readonly name: string;
  /** SQL of the migrations, one for each version; the first one creates the tables. */
  readonly migrations?: readonly string[] | undefined;
  /** Tables with rows of sessions. */
  readonly sessionTables?: SessionTables | undefined;
}

/**
 * Tables of a feature with rows of sessions, which are deleted with the last record of a session.
 */
export interface SessionTables {
  /** Names of the tables. Each has a column `session`. */
  readonly names: readonly string[];
  /**
   * Name of the table with the texts that sessions received, with the column `time` in milliseconds
   * since 1970.
   */
  readonly textsTable: string;
  /** Returns the rows of a session as timeline entries, oldest first. */
  listEntries(state: StateStore, session: string): Promise<readonly TimelineEntry[]>;
}

/**
 * Durable state of a tree. It cannot be rebuilt from the tree, so nothing ever deletes or empties
 * it.
 *
 * Writing transactions never overlap within a process, so the work in one must not begin another:
 * it would wait for itself. A reading transaction does not wait for them, and sees what was
 * committed before it began. All SQL of the state is in this folder and in features.
 */
export interface StateStore extends Disposable {
  /** Name in messages: the path of its file, if it has one. */
  readonly path: string;
  /** True when its file is still in place. Data that is written to a removed file is lost. */
  readonly isInPlace: boolean;
  /** Features with tables in the state. */
  readonly features: readonly FeatureTables[];
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Runs `work` in a transaction with one consistent snapshot, and returns its result.
   *
   * @throws {RetrievalError} Errors of the state.
   */
  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` in a transaction that may write, and returns its result. The transaction is
   * committed durably only when `work` returns. An error is thrown again, and nothing is written.
   *
   * @throws {RetrievalError} Errors of the state.
   */
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Returns a stored time as an ISO 8601 instant. */
  instant(milliseconds: number): string;
  /**
   * Returns the value of stored JSON. Its type is not checked, because only this program writes
   * there.
   *
   * @throws {RetrievalError} `state-damaged` when it is not JSON.
   */
  parse<Value>(json: string): Value;
  /**
   * Releases the space of deleted data to the file system. Returns true when this succeeded and the
   * data is no longer on the disk. Otherwise later writes reuse the space.
   */
  compact(): Promise<boolean>;
}
