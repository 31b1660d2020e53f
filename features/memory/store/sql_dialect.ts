/** What a statement has to say in one database and not in another. */
export interface SqlDialect {
  /** Ends a query whose rows nobody else is to change, or to lock, before the end of the transaction. */
  readonly lockRow: string;
  /** The same, leaving out the rows that somebody else has locked. */
  readonly skipLocked: string;
}

/** SQLite: whoever writes has the whole file. */
export const SQLITE: SqlDialect = { lockRow: "", skipLocked: "" };

/** PostgreSQL: transactions of several machines run at once. */
export const POSTGRES: SqlDialect = {
  lockRow: " FOR UPDATE",
  skipLocked: " FOR UPDATE SKIP LOCKED",
};
