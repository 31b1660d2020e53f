import { type Connection, RetrievalError } from "../../machine/mod.ts";
import { findIndexOwner, INDEX_FINGERPRINT } from "./store/index_mark.ts";
import { findAltered } from "./store/verify_store.ts";

/** Facts that an index file has about itself. */
export interface IndexFacts {
  /** Whether this version of the program wrote it; another builds it again. */
  readonly isCurrent: boolean;
  /** When it was last written, ISO 8601; undefined when it never was. */
  readonly updatedAt: string | undefined;
  readonly documents: number;
}

/** @throws {RetrievalError} `index-damaged` when a value is not what was written. */
export function checkIndexValues(connection: Connection): void {
  const altered = findAltered(connection);
  if (altered === undefined) return;
  throw new RetrievalError("index-damaged", `Cannot trust the index as ${altered} was altered`);
}

/** @throws {RetrievalError} `index-damaged` when there are views, which are not ours and may never end. */
function refuseViews(connection: Connection): void {
  const found = connection.findRow("SELECT 1 FROM sqlite_schema WHERE type = 'view' LIMIT 1");
  if (found === undefined) return;
  throw new RetrievalError("index-damaged", "Cannot trust the index as it holds views");
}

/** Returns what an index file says of itself; undefined when it is another program's. */
export function readIndexFacts(connection: Connection): IndexFacts | undefined {
  if (findIndexOwner(connection) === "another") return undefined;
  refuseViews(connection);
  const meta = (key: string) =>
    connection.findValue<string>("SELECT value FROM meta WHERE key = ?", key);
  return {
    isCurrent: meta("fingerprint") === INDEX_FINGERPRINT,
    updatedAt: meta("updated_at"),
    documents: connection.findValue<number>("SELECT count(*) FROM documents")!,
  };
}
