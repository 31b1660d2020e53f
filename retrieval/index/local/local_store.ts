import {
  type Connection,
  inspectDatabase,
  RetrievalError,
  toStoreError,
} from "../../machine/mod.ts";
import type { IndexFacts, IndexLocation, IndexStore, OpenIndex } from "../index_store.ts";
import { LocalIndex } from "./local_index.ts";
import type { RemoteStoreOpener } from "./shared/remote_segment_store.ts";
import {
  findIndexOwner,
  INDEX_FILE,
  INDEX_FINGERPRINT,
  versionedPath,
} from "./store/index_identity.ts";
import { NewerIndexError, openStore, removeDamagedIndex } from "./store/open_store.ts";
import { findAltered } from "./store/verify_store.ts";

/** Store that keeps an index in a file of this machine. */
export const LOCAL_STORE: IndexStore = {
  accepts: () => true,
  has(location) {
    try {
      Deno.statSync(pathOf(location));
      return true;
    } catch {
      return false;
    }
  },
  open: (location) => openLocalIndex(location),
  repair: (location, opened) => removeDamagedIndex(opened?.address ?? pathOf(location)),
  explainError: (error, location) => toStoreError(error, pathOf(location)),
  inspect: (location, { isThorough } = {}) =>
    inspectDatabase(pathOf(location), (connection) => {
      const facts = readFacts(connection);
      if (isThorough && facts?.isCurrent) checkValues(connection);
      return facts;
    }, { isThorough }),
  async watch({ root, folder }, options) {
    // Imported only here, as a process that gives one answer watches nothing.
    return (await import("./watch/watched_tree.ts")).watchTree(root, folder, options);
  },
  preload: () => void import("./refresh_index.ts"),
};

/**
 * Opens the index at a location as {@link IndexStore.open} does.
 *
 * @param openRemoteStore Opens the remote store of its segments.
 */
export function openLocalIndex(
  location: IndexLocation,
  openRemoteStore?: RemoteStoreOpener,
): OpenIndex {
  const path = pathOf(location);
  try {
    return new LocalIndex(openStore(path), openRemoteStore);
  } catch (error) {
    if (!(error instanceof NewerIndexError)) throw error;
    return new LocalIndex(openStore(versionedPath(path)), openRemoteStore);
  }
}

function pathOf({ folder }: IndexLocation): string {
  return `${folder}/${INDEX_FILE}`;
}

/**
 * Checks that all values are as they were written.
 *
 * @throws {RetrievalError} `index-damaged` when one is not.
 */
function checkValues(connection: Connection): void {
  const altered = findAltered(connection);
  if (altered === undefined) return;
  throw new RetrievalError("index-damaged", `Cannot trust the index as ${altered} was altered`);
}

/**
 * Checks that there are no views, which are not ours and may never end.
 *
 * @throws {RetrievalError} `index-damaged` when there are views.
 */
function refuseViews(connection: Connection): void {
  const found = connection.findRow("SELECT 1 FROM sqlite_schema WHERE type = 'view' LIMIT 1");
  if (found === undefined) return;
  throw new RetrievalError("index-damaged", "Cannot trust the index as it contains views");
}

/** Returns the facts of an index file; undefined when it belongs to another program. */
function readFacts(connection: Connection): IndexFacts | undefined {
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
