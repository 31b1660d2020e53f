import { findAltered, findIndexOwner, INDEX_FINGERPRINT } from "../../index/mod.ts";
import { type Connection, RetrievalError } from "../../machine/mod.ts";
import { type DatabaseHealth, inspectDatabase, type InspectOptions } from "./inspect_database.ts";

/** What an index file says of itself. */
export interface IndexFacts {
  /** Whether this version of the program wrote it; another builds it again. */
  readonly isCurrent: boolean;
  /** When it was last written, ISO 8601; undefined when it never was. */
  readonly updatedAt: string | undefined;
  /** Documents in it. */
  readonly documents: number;
}

/**
 * Returns the health of the index in a state folder, and changes nothing.
 *
 * @param folder Absolute path; it need not exist.
 */
export function inspectIndex(
  folder: string,
  { isDeep }: InspectOptions = {},
): DatabaseHealth<IndexFacts> {
  const read = (connection: Connection) => {
    const facts = readFacts(connection);
    if (isDeep && facts?.isCurrent) checkValues(connection);
    return facts;
  };
  return inspectDatabase(`${folder}/index.db`, read, { isDeep });
}

/** @throws {RetrievalError} `index-damaged` when a value is not what was written. */
function checkValues(connection: Connection): void {
  const altered = findAltered(connection);
  if (altered === undefined) return;
  throw new RetrievalError("index-damaged", `Cannot trust the index as ${altered} was altered`);
}

/** @throws {RetrievalError} `index-damaged` when there are views, which are not ours and may never end. */
function refuseViews(connection: Connection): void {
  const found = connection.statement("SELECT 1 FROM sqlite_schema WHERE type = 'view' LIMIT 1")
    .get();
  if (found === undefined) return;
  throw new RetrievalError("index-damaged", "Cannot trust the index as it holds views");
}

function readFacts(connection: Connection): IndexFacts | undefined {
  if (findIndexOwner(connection) === "another") return undefined;
  refuseViews(connection);
  const meta = (key: string) =>
    (connection.statement("SELECT value FROM meta WHERE key = ?").get(key) as unknown as
      | [string]
      | undefined)?.[0];
  const isCurrent = meta("fingerprint") === INDEX_FINGERPRINT;
  const [documents] = connection.statement("SELECT count(*) FROM documents").get() as unknown as [
    number,
  ];
  return { isCurrent, updatedAt: meta("updated_at"), documents };
}
