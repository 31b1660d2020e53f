// deno-lint-ignore-file require-await -- the interface is asynchronous, as other stores wait

import { type ColumnValue, Connection, fileCondition, openDatabase } from "../../machine/mod.ts";
import { stateError, toStateError } from "./state_error.ts";
import { INCREMENTAL_VACUUM, readNumber, readVersion } from "./state_schema.ts";
import type { FeatureTables, Sql, SqlValue, StateStore } from "./state_store.ts";

/** Promises by file, resolved when the last requested transaction of a kind is done. */
type Turns = Map<string, Promise<unknown>>;

/** Transactions that may write: a thread must not wait for itself. */
const WRITES: Turns = new Map();

/** Transactions that only read, beside them. */
const READS: Turns = new Map();

/** Runs `work` after all earlier work on the same file and of the same kind. */
function runInTurn<Result>(
  turns: Turns,
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const turn = (turns.get(path) ?? Promise.resolve()).then(work);
  const settled = turn.catch(() => {}).finally(() => {
    if (turns.get(path) === settled) turns.delete(path);
  });
  turns.set(path, settled);
  return turn;
}

/** Options with all defaults. */
interface OpenedStateOptions {
  readonly now: () => number;
  readonly tables: readonly FeatureTables[];
}

/** A state in a SQLite file. */
export class SqliteState implements StateStore {
  readonly now: () => number;
  readonly features: readonly FeatureTables[];
  readonly #connection: Connection;
  /** Read-only connection, opened when a read would have to wait for writers. */
  #reader: Connection | undefined;
  #isClosed = false;

  /** Takes ownership of an open connection; use `openState()`. */
  constructor(connection: Connection, { now, tables }: OpenedStateOptions) {
    this.#connection = connection;
    this.now = now;
    this.features = tables;
  }

  get path(): string {
    return this.#connection.path;
  }

  get isInPlace(): boolean {
    return this.#connection.isInPlace;
  }

  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const { readOnlyError } = this.#connection;
    if (readOnlyError !== undefined) return Promise.reject(toStateError(readOnlyError, this.path));
    return runInTurn(
      WRITES,
      this.path,
      () => this.#transact(this.#connection, "BEGIN IMMEDIATE", work),
    );
  }

  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const isFree = !WRITES.has(this.path) || this.#connection.readOnlyError !== undefined;
    const reader = isFree ? undefined : this.#openReader();
    return runInTurn(
      reader === undefined ? WRITES : READS,
      this.path,
      () => this.#transact(reader ?? this.#connection, "BEGIN", work),
    );
  }

  instant(milliseconds: number): string {
    return this.#trust(() => new Date(milliseconds).toISOString());
  }

  parse<Value>(json: string): Value {
    return this.#trust(() => JSON.parse(json));
  }

  compact(): Promise<boolean> {
    // It waits for all readers, and no reader can finish meanwhile.
    return runInTurn(
      WRITES,
      this.path,
      () => runInTurn(READS, this.path, () => Promise.resolve(compactDatabase(this.#connection))),
    );
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#reader?.[Symbol.dispose]();
    this.#connection[Symbol.dispose]();
  }

  /**
   * Returns the read-only connection, or `undefined` when it cannot be opened, so that the error
   * comes from the other one.
   */
  #openReader(): Connection | undefined {
    if (this.#isClosed) return undefined;
    if (this.#reader !== undefined) return this.#reader;
    try {
      const reader = new Connection(openDatabase(this.path, { readOnly: true }), this.path);
      // Another file may have replaced the file at this path.
      if (this.isInPlace) return this.#reader = reader;
      reader[Symbol.dispose]();
    } catch (error) {
      if (fileCondition(error) === undefined) throw error;
    }
    return undefined;
  }

  async #transact<Result>(
    connection: Connection,
    begin: string,
    work: (sql: Sql) => Promise<Result>,
  ): Promise<Result> {
    try {
      connection.execute(begin);
      try {
        const result = await work(new SqliteSql(connection));
        connection.execute("COMMIT");
        return result;
      } catch (error) {
        connection.rollBack();
        throw error;
      }
    } catch (error) {
      throw toStateError(this.#unlessNewer(error), this.path);
    }
  }

  /** Returns the error, or else the error that a newer version has migrated the file since. */
  #unlessNewer(error: unknown): unknown {
    if (fileCondition(error) !== "damaged") return error;
    try {
      readVersion(this.#connection);
      return error;
    } catch (newer) {
      return newer;
    }
  }

  /** Runs `body`, which fails only when the file has content of another program. */
  #trust<Value>(body: () => Value): Value {
    try {
      return body();
    } catch (error) {
      throw stateError("damaged", this.path, { cause: error });
    }
  }
}

/** The statements of a SQLite connection. */
class SqliteSql implements Sql {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async all<Row extends object>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    const rows = await this.table(sql, ...values);
    const names = this.#connection.statement(sql).columns().map(({ name }) => name);
    return rows.map((values) => {
      const row: Record<string, unknown> = {};
      values.forEach((value, at) => {
        if (value !== null) row[names[at]!] = value;
      });
      return row as Row;
    });
  }

  async get<Row extends object>(sql: string, ...values: readonly SqlValue[]) {
    return (await this.all<Row>(sql, ...values))[0];
  }

  async value<Value extends string | number>(sql: string, ...values: readonly SqlValue[]) {
    return ((await this.table(sql, ...values))[0]?.[0] ?? undefined) as Value | undefined;
  }

  // Asynchronous, so that a thrown error is a rejection.
  async table(sql: string, ...values: readonly SqlValue[]): Promise<readonly ColumnValue[][]> {
    return this.#connection.listRows<ColumnValue[]>(sql, ...values);
  }

  async run(sql: string, ...values: readonly SqlValue[]) {
    const { changes, lastInsertRowid } = this.#connection.statement(sql).run(...values);
    return { changes: Number(changes), added: Number(lastInsertRowid) };
  }
}

/**
 * Number of pages that are returned to the disk at once, in less than a tenth of a second, so that
 * other processes can write in between.
 */
const STEP_PAGES = 2000;

/**
 * Returns the space of deleted data to the disk, and returns true when this succeeded. It fails on
 * a full disk, when another process has the file locked, or when the file was created by a version
 * that did not prepare for it.
 */
function compactDatabase(connection: Connection): boolean {
  try {
    if (readNumber(connection, "PRAGMA auto_vacuum") !== INCREMENTAL_VACUUM) return false;
    while (readNumber(connection, "PRAGMA freelist_count") > 0) {
      // A query, because `exec` of the runtime returns a single page to the disk.
      connection.statement(`PRAGMA incremental_vacuum(${STEP_PAGES})`).all();
    }
    // Only this shrinks the file itself; until then the deleted data is in the log before it.
    return readNumber(connection, "PRAGMA wal_checkpoint(TRUNCATE)") === 0;
  } catch (error) {
    const condition = fileCondition(error);
    if (condition === "busy" || condition === "full") return false;
    throw toStateError(error, connection.path);
  }
}
