import { BoundedMap, type ColumnValue } from "@dossier/retrieval/machine";
import type { Sql, SqlValue } from "@dossier/retrieval/state";
import { numberParameters } from "./number_parameters.ts";
import type { PostgresConnection, PostgresResult } from "./postgres_connection.ts";

/** Maximum number of cached statements in the notation of PostgreSQL. */
const MAX_STATEMENTS = 2000;

/** Statements as they are sent, and the names of their prepared forms. */
const STATEMENTS = new BoundedMap<string, { readonly text: string; readonly name: string }>({
  limit: MAX_STATEMENTS,
});

let prepared = 0;

function prepareStatement(sql: string) {
  const known = STATEMENTS.get(sql);
  if (known !== undefined) return known;
  const statement = { text: numberParameters(sql), name: `dossier_${++prepared}` };
  STATEMENTS.set(sql, statement);
  return statement;
}

/**
 * The statements of a transaction on a connection, run one after the other in the order of the
 * calls.
 */
export class PostgresSql implements Sql {
  readonly #connection: PostgresConnection;
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;
  #failure: unknown;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  /**
   * The error of the first statement that failed; undefined when none has. PostgreSQL discards the
   * whole transaction after it.
   */
  get failure(): unknown {
    return this.#failure;
  }

  /** Waits for the last statement, and rejects any statement after the transaction. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#last;
  }

  async all<Row extends object>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    const { rows, fields } = await this.#query(sql, values);
    return rows.map((values) => {
      const row: Record<string, unknown> = {};
      values.forEach((value, at) => {
        if (value !== null) row[fields[at]!.name] = value;
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

  async table(sql: string, ...values: readonly SqlValue[]): Promise<readonly ColumnValue[][]> {
    return (await this.#query(sql, values)).rows as ColumnValue[][];
  }

  /** The `added` row number is 0: use `RETURNING` instead. */
  async run(sql: string, ...values: readonly SqlValue[]) {
    const { rowCount } = await this.#query(sql, values);
    return { changes: rowCount ?? 0, added: 0 };
  }

  #query(sql: string, values: readonly SqlValue[]): Promise<PostgresResult> {
    if (this.#isOver) {
      return Promise.reject(new Error("Cannot run a statement as its transaction has ended"));
    }
    const result = this.#last.then(() =>
      this.#connection.query({ ...prepareStatement(sql), values, rowMode: "array" })
    );
    this.#last = result.catch((error) => void (this.#failure ??= error));
    return result;
  }
}
