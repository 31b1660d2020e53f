import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { fileCondition } from "../errors.ts";
import { privateFileIdentity } from "../file_info.ts";

/** Maximum wait of a write for another process, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/** Interval between attempts to open the file, in milliseconds. */
const BUSY_RETRY_MS = 5;

/**
 * Opens a connection to the SQLite file at `path`, with the settings that all our connections have.
 * With `readOnly` the file is not changed, not even on closing.
 *
 * @param options.busyMs Maximum wait for another process, in milliseconds. @default 5000
 */
export function openDatabase(
  path: string,
  { readOnly = false, busyMs = BUSY_TIMEOUT_MS }: {
    readonly readOnly?: boolean;
    readonly busyMs?: number | undefined;
  } = {},
): DatabaseSync {
  const options = {
    readOnly,
    timeout: busyMs,
    enableForeignKeyConstraints: true,
    // A row as an array takes half the time of a row as an object.
    returnArrays: true,
  };
  return new DatabaseSync(path, options);
}

/** Time during which answers come from a copy before the file is tried again, in milliseconds. */
const COPY_MS = 1000;

/** Open SQLite file: a connection with its statements and transactions. */
export class Connection implements Disposable {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly path: string;
  readonly #identity: string | undefined;
  readonly #openedAt = performance.now();
  /**
   * Error that prevents using the file, when this is a copy of it in memory. Changes of the copy
   * are lost.
   */
  readonly readOnlyError: unknown;

  /**
   * Takes ownership of an open connection to the file at `path` or, with the error that prevents
   * using it, to a copy.
   */
  constructor(database: DatabaseSync, path: string, readOnlyError?: unknown) {
    this.#database = database;
    this.path = path;
    this.#identity = privateFileIdentity(path);
    this.readOnlyError = readOnlyError;
  }

  /** True when the file is still at its path. Writes to a removed file would be lost. */
  get isInPlace(): boolean {
    const isOver = this.readOnlyError !== undefined && performance.now() - this.#openedAt > COPY_MS;
    return !isOver && privateFileIdentity(this.path) === this.#identity;
  }

  /** Returns the prepared statement for `sql`, which is cached. Rows are arrays. */
  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Returns the rows of a query with the values of its parameters. */
  listRows<Row extends readonly unknown[]>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.statement(sql).all(...values) as unknown as Row[];
  }

  /** Returns the first row of a query, or undefined. */
  findRow<Row extends readonly unknown[]>(
    sql: string,
    ...values: SQLInputValue[]
  ): Row | undefined {
    return this.statement(sql).get(...values) as unknown as Row | undefined;
  }

  /** Returns the first column of the first row, or undefined without a row. */
  findValue<Value>(sql: string, ...values: SQLInputValue[]): Value | undefined {
    return this.findRow<[Value]>(sql, ...values)?.[0];
  }

  /** Runs statements without parameters and results. */
  execute(sql: string): void {
    this.#database.exec(sql);
  }

  /**
   * Runs `body` in a write transaction and returns its result. When it throws, its writes are
   * rolled back, and the error is thrown again.
   */
  write<Result>(body: () => Result): Result {
    return this.#transaction("BEGIN IMMEDIATE", body);
  }

  /** Runs `body` in a read transaction, so that it reads one state of the file. */
  read<Result>(body: () => Result): Result {
    return this.#transaction("BEGIN", body);
  }

  #transaction<Result>(begin: string, body: () => Result): Result {
    this.#database.exec(begin);
    try {
      const result = body();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  /** Rolls back the current transaction, if there is one: a full disk has ended it already. */
  rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
  }

  /** Closes the connection. Closing it twice does no harm. */
  [Symbol.dispose](): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }
}

/**
 * Returns the result of `open`, which is called again while other connections hold the file.
 *
 * SQLite does not wait when two connections switch a new file to WAL at the same time.
 *
 * @param busyMs Maximum time, in milliseconds.
 */
export function retryWhileBusy<Opened>(open: () => Opened, busyMs = BUSY_TIMEOUT_MS): Opened {
  const deadline = performance.now() + busyMs;
  for (;;) {
    try {
      return open();
    } catch (error) {
      if (fileCondition(error) !== "busy" || performance.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_MS);
    }
  }
}
