import { ANALYZER_VERSION } from "@dossier/core/text";
import { type Connection, isDamage } from "../../../machine/mod.ts";

/**
 * Raised when the schema, the chunkers, the capsules, the outlines or the cutting of parts change what an index of a tree
 * holds, and when the default exclusions change: those of a configuration are kept in the index as parsed.
 */
const INDEX_VERSION = 24;

/** The index in its folder. */
export const INDEX_FILE = "index.db";

/** Returns the path of the lock file of an index in a folder, beside which lies that of its vectors. */
export function lockPathOf(folder: string): string {
  return `${folder}/index.lock`;
}

/** Stands for the version of the index; one with another fingerprint is built again. */
export const INDEX_FINGERPRINT = `dossier-index-${INDEX_VERSION}-analyzer-${ANALYZER_VERSION}`;

const FINGERPRINT_REGEXP = /^dossier-index-(\d+)-analyzer-(\d+)$/;

/** Returns whether a newer version of the program than this one writes indexes of a fingerprint that we know the form of. */
export function isNewerFingerprint(other: string, own: string = INDEX_FINGERPRINT): boolean {
  const [theirs, ours] = [other, own].map((text) =>
    FINGERPRINT_REGEXP.exec(text)?.slice(1).map(Number) ?? []
  );
  const [version = NaN, analyzer = NaN] = theirs!;
  const [ownVersion = NaN, ownAnalyzer = NaN] = ours!;
  return version > ownVersion || (version === ownVersion && analyzer > ownAnalyzer);
}

/** Returns where this version keeps its index when a newer one keeps its own at `path`. */
export function versionedPath(path: string): string {
  return path.replace(/(?:\.db)?$/, `-${INDEX_VERSION}.db`);
}

/** Marks a SQLite file as an index of ours: "dsix" in ASCII. */
export const INDEX_APPLICATION_ID = 0x64736978;

/** Tables of every index that was made before there was a mark. */
const FIRST_TABLES = ["meta", "segments", "documents", "skipped", "postings"];

/** Tables that one or another of these had as well. */
const LATER_TABLES = [
  "vectors",
  "name_vectors",
  "history_columns",
  "history_paths",
  "past_names",
  "history_postings",
];

/** Whose a SQLite file is: `earlier` is an index of ours from before there was a mark. */
export type IndexOwner = "ours" | "earlier" | "nobody" | "another";

/**
 * Returns whose a SQLite file is that stands where an index should be.
 *
 * @throws An error of `node:sqlite` for what is no SQLite file.
 */
export function findIndexOwner(connection: Connection): IndexOwner {
  const mark = connection.findValue<number>("PRAGMA application_id")!;
  if (mark === INDEX_APPLICATION_ID) return "ours";
  if (mark !== 0) return "another";
  const tables = listTables(connection);
  if (tables?.length === 0) return "nobody";
  const isEarlier = tables !== undefined &&
    FIRST_TABLES.every((name) => tables.includes(name)) &&
    tables.every((name) => FIRST_TABLES.includes(name) || LATER_TABLES.includes(name));
  return isEarlier ? "earlier" : "another";
}

/** Returns the names of all tables; undefined when they can not be told, and so are not ours to drop. */
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
