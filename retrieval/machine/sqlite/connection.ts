import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { fileCondition } from "../errors.ts";
import { privateFileIdentity } from "../file_info.ts";

/** How long a write waits for another process to finish its own, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/** How long to wait before another try to open the file, in milliseconds. */
const BUSY_RETRY_MS = 5;

/**
 * Returns a connection to the SQLite file at `path`, as all of ours are set up; one that is `readOnly` does not
 * change the file, not even when it is closed.
 *
 * @param options.busyMs How long to wait for another process to finish its own, in milliseconds. @default 5000
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
    // A row as an array takes half the time of one as an object.
    returnArrays: true,
  };
  return new DatabaseSync(path, options);
}

/** How long a copy is answered from before the file is tried again, in milliseconds. */
const COPY_MS = 1000;

/** An open SQLite file: one connection, its statements and its transactions. */
export class Connection implements Disposable {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly path: string;
  readonly #identity: string | undefined;
  readonly #openedAt = performance.now();
  /** What stands in the way of the file when this is a copy of it in memory; what is written there is lost. */
  readonly unwritable: unknown;

  /** Takes over an open connection: to the file at `path` or, with what is in its way, to a copy of it. */
  constructor(database: DatabaseSync, path: string, unwritable?: unknown) {
    this.#database = database;
    this.path = path;
    this.#identity = privateFileIdentity(path);
    this.unwritable = unwritable;
  }

  /** Whether the file is still at its place: what is written to one that was removed is lost. */
  get isInPlace(): boolean {
    const isOver = this.unwritable !== undefined && performance.now() - this.#openedAt > COPY_MS;
    return !isOver && privateFileIdentity(this.path) === this.#identity;
  }

  /** Returns the prepared statement for `sql`, made at the first call. Rows come as arrays. */
  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Returns the rows that a query gives for the values of its parameters. */
  listRows<Row extends readonly unknown[]>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.statement(sql).all(...values) as unknown as Row[];
  }

  /** Returns the first row that a query gives, or undefined. */
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
   * Runs `body` in a write transaction and returns what it returns. What it wrote is kept only when
   * it returns; whatever it throws is thrown again after undoing its writes.
   */
  write<Result>(body: () => Result): Result {
    return this.#transaction("BEGIN IMMEDIATE", body);
  }

  /** Runs `body` in a read transaction: it sees one state of the file throughout. */
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

  /** Undoes what was written since a transaction began, if one still goes on: a full disk has ended it already. */
  rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
  }

  /** Closes the connection. Closing twice does no harm. */
  [Symbol.dispose](): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }
}

/**
 * Returns what `open` returns, which is called again while other connections hold the file.
 *
 * SQLite does not wait by itself when two connections turn a new file to WAL at once.
 *
 * @param busyMs How long it is called again, in milliseconds.
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
