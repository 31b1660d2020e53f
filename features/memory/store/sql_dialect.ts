/** What the SQL of a database says otherwise than that of another. */
export interface SqlDialect {
  /** Behind a SELECT: holds its rows for the transaction. */
  readonly lockRow: string;
  /** The same, but leaves out rows that another transaction holds. */
  readonly skipLocked: string;
}

/** SQLite has one writer at a time, and so nothing to hold. */
export const SQLITE: SqlDialect = { lockRow: "", skipLocked: "" };

/** PostgreSQL, where several write at once. */
export const POSTGRES: SqlDialect = {
  lockRow: " FOR UPDATE",
  skipLocked: " FOR UPDATE SKIP LOCKED",
};
