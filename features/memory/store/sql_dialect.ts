/** What the SQL of a database says otherwise than that of another. */
export interface SqlDialect {
  /** Behind a SELECT: holds its rows for the transaction. */
  readonly lockRow: string;
  /** The same, but leaves out rows that another transaction holds. */
  readonly skipLocked: string;
  /** Returns what gives all numbers of a column as one text with commas: many rows take longer to fetch than to read. */
  readonly joinNumbers: (column: string) => string;
}

/** SQLite has one writer at a time, and so nothing to hold. */
export const SQLITE: SqlDialect = {
  lockRow: "",
  skipLocked: "",
  joinNumbers: (column) => `group_concat(${column})`,
};

/** PostgreSQL, where several write at once. */
export const POSTGRES: SqlDialect = {
  lockRow: " FOR UPDATE",
  skipLocked: " FOR UPDATE SKIP LOCKED",
  joinNumbers: (column) => `string_agg(${column}::text, ',')`,
};
