import type { TimelineEntry } from "@dossier/core/metrics";
import type { ColumnValue } from "../../machine/mod.ts";

/** What a parameter of a statement may be. */
export type SqlValue = string | number | null;

/** The statements of one transaction. Parameters are `?`, or `?1` and so on. */
export interface Sql {
  /** Returns the rows of a query by the names of their columns, without what is NULL. */
  all<Row extends object>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]>;
  /** Returns the first of these rows, or undefined. */
  get<Row extends object>(sql: string, ...values: readonly SqlValue[]): Promise<Row | undefined>;
  /** Returns the first column of the first row; undefined without a row, and for NULL. */
  value<Value extends string | number>(
    sql: string,
    ...values: readonly SqlValue[]
  ): Promise<Value | undefined>;
  /** Returns the rows of a query with all their columns, in the order of the query. */
  table(sql: string, ...values: readonly SqlValue[]): Promise<readonly ColumnValue[][]>;
  /** Runs a statement, and returns how many rows it changed, and the number of the one that it added last. */
  run(
    sql: string,
    ...values: readonly SqlValue[]
  ): Promise<{ readonly changes: number; readonly added: number }>;
}

/** The tables that a feature has in the state. */
export interface FeatureTables {
  /** Its name. */
  readonly name: string;
  /** What makes them of each version from those of the one before, the first from nothing. */
  readonly migrations?: readonly string[] | undefined;
  /** Those of its tables that have to do with sessions. */
  readonly ofSessions?: SessionTables | undefined;
}

/** The tables of a feature whose rows belong to sessions, and go with the last record of theirs. */
export interface SessionTables {
  /** Each has a column `session`. */
  readonly names: readonly string[];
  /** The one of them that has what sessions were given, with its `time` in milliseconds since 1970. */
  readonly given: string;
  /** Returns what they say of a session as lines of time, oldest first. */
  listEntries(state: StateStore, session: string): Promise<readonly TimelineEntry[]>;
}

/**
 * The durable state of a tree: what can not be made again from the tree, so nothing ever deletes or empties it.
 *
 * Transactions that write never overlap within a process, so that work inside of one must not begin another: it would
 * wait for itself. One that reads does not wait for them, and sees what was committed before it began. All SQL of the
 * state is in this folder, and in what features bring with them.
 */
export interface StateStore extends Disposable {
  /** What it is called in sentences for people: the path of its file, where it has one. */
  readonly path: string;
  /** Whether it is still at its place: what is written to one that was removed is lost. */
  readonly isInPlace: boolean;
  /** The features whose tables it has. */
  readonly features: readonly FeatureTables[];
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Runs `work` in a transaction that sees one state throughout, and returns what it returns.
   *
   * @throws {RetrievalError} What is wrong with the state.
   */
  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` in a transaction that may write, and returns what it returns. What it wrote is kept, for good, only when
   * it returns; what it throws is thrown again, and nothing is written.
   *
   * @throws {RetrievalError} What is wrong with the state.
   */
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Returns a time that is in the state as an ISO 8601 instant. */
  instant(milliseconds: number): string;
  /**
   * Returns the value of JSON that is in the state, whose type is taken on trust: only we write there.
   *
   * @throws {RetrievalError} `state-damaged` when it is none.
   */
  parse<Value>(json: string): Value;
  /**
   * Gives the room of what was deleted back, and returns whether it could, so that nothing of it is on the disk any more;
   * if not, what is written next takes it.
   */
  compact(): Promise<boolean>;
}
