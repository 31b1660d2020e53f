import { ANALYZER_VERSION } from "@dossier/core/text";
import { type Connection, isDamage } from "../../../machine/mod.ts";

/**
 * Version of the index. Must be raised when the schema, the chunkers, the capsules, the outlines or
 * the cutting of parts change what an index of a tree contains, and when the default exclusions
 * change, as the index stores parsed configurations.
 */
const INDEX_VERSION = 24;

/** Name of the index file in its folder. */
export const INDEX_FILE = "index.db";

/**
 * Returns the path of the lock file of an index in a folder. The lock file of its vectors is beside
 * it.
 */
export function lockPathOf(folder: string): string {
  return `${folder}/index.lock`;
}

/** Fingerprint of the version of the index. An index with another fingerprint is rebuilt. */
export const INDEX_FINGERPRINT = `dossier-index-${INDEX_VERSION}-analyzer-${ANALYZER_VERSION}`;

const FINGERPRINT_REGEXP = /^dossier-index-(\d+)-analyzer-(\d+)$/;

/**
 * Returns true when a fingerprint belongs to a newer version of the program. False for fingerprints
 * of an unknown form.
 */
export function isNewerFingerprint(other: string, current: string = INDEX_FINGERPRINT): boolean {
  const [theirs, ours] = [other, current].map((text) =>
    FINGERPRINT_REGEXP.exec(text)?.slice(1).map(Number) ?? []
  );
  const [version = NaN, analyzer = NaN] = theirs!;
  const [ownVersion = NaN, ownAnalyzer = NaN] = ours!;
  return version > ownVersion || (version === ownVersion && analyzer > ownAnalyzer);
}

/** Returns the path of this version's index when a newer version uses `path`. */
export function versionedPath(path: string): string {
  return path.replace(/(?:\.db)?$/, `-${INDEX_VERSION}.db`);
}

/** Application id of an index in the header of its SQLite file: "dsix" in ASCII. */
export const INDEX_APPLICATION_ID = 0x64736978;

/** Tables of all indexes that were created before there was an application id. */
const FIRST_TABLES = ["meta", "segments", "documents", "skipped", "postings"];

/** Tables that some of these indexes had too. */
const LATER_TABLES = [
  "vectors",
  "name_vectors",
  "history_columns",
  "history_paths",
  "past_names",
  "history_postings",
];

/** Owner of a SQLite file. `earlier` is an index of ours without an application id. */
export type IndexOwner = "ours" | "earlier" | "nobody" | "another";

/**
 * Returns the owner of a SQLite file at the path of an index.
 *
 * @throws An error of `node:sqlite` for a file of another format.
 */
export function findIndexOwner(connection: Connection): IndexOwner {
  const applicationId = connection.findValue<number>("PRAGMA application_id")!;
  if (applicationId === INDEX_APPLICATION_ID) return "ours";
  if (applicationId !== 0) return "another";
  const tables = listTables(connection);
  if (tables?.length === 0) return "nobody";
  const isEarlier = tables !== undefined &&
    FIRST_TABLES.every((name) => tables.includes(name)) &&
    tables.every((name) => FIRST_TABLES.includes(name) || LATER_TABLES.includes(name));
  return isEarlier ? "earlier" : "another";
}

/**
 * Returns the names of all tables; undefined when they cannot be read, so that they are not ours to
 * drop.
 */
function listTables(connection: Connection): readonly string[] | undefined {
  try {
    return connection.listRows<[string]>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    ).map(([name]) => name);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}
