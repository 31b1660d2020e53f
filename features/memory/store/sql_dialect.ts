/** The differences between the SQL of databases. */
export interface SqlDialect {
  /** Suffix of a SELECT that locks its rows for the transaction. */
  readonly lockRow: string;
  /** The same, but skips rows that another transaction has locked. */
  readonly skipLocked: string;
  /**
   * Returns an expression for all numbers of a column as one text with commas: many rows take
   * longer to fetch than to parse.
   */
  readonly joinNumbers: (column: string) => string;
}

/** SQLite has one writer at a time, and so nothing to lock. */
export const SQLITE: SqlDialect = {
  lockRow: "",
  skipLocked: "",
  joinNumbers: (column) => `group_concat(${column})`,
};

/** PostgreSQL has several writers at once. */
export const POSTGRES: SqlDialect = {
  lockRow: " FOR UPDATE",
  skipLocked: " FOR UPDATE SKIP LOCKED",
  joinNumbers: (column) => `string_agg(${column}::text, ',')`,
};
