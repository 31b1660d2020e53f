import type { DatabaseSync } from "node:sqlite";
import { lstatOrUndefined } from "../file_info.ts";
import { dirname } from "../paths.ts";
import { readPlainFile } from "../plain_file.ts";
import { openDatabase } from "./connection.ts";

/**
 * Offsets in the header of the flags of a write-ahead log; 1 means no log
 * (sqlite.org/fileformat.html).
 */
const JOURNAL_MODE_OFFSETS = [18, 19];

/**
 * Opens a copy of the SQLite file at `path` in memory. It creates no files, while even a read-only
 * connection creates those of the log and needs space for them.
 *
 * Content of a log is not copied, so there must be none.
 *
 * @throws Errors of the system about the file, and errors of `node:sqlite` for a file of another
 * format.
 */
export function copyDatabase(path: string): DatabaseSync {
  const read = readPlainFile(path, { below: dirname(path), maxBytes: Infinity });
  if (read.kind === "refused") {
    throw read.cause ?? new Error(`Cannot read "${path}" as ${read.message}`);
  }
  const content = read.bytes;
  for (const offset of JOURNAL_MODE_OFFSETS) content[offset] = 1;
  const database = openDatabase(":memory:");
  try {
    database.deserialize(content);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns true when there is a non-empty log beside the SQLite file at `path`. */
export function hasLog(path: string): boolean {
  return !isEmptyFile(`${path}-wal`);
}

/** Returns true when a file is empty or missing. */
export function isEmptyFile(path: string): boolean {
  return sizeOf(path) === 0;
}

/** Returns the size of a SQLite file together with its write-ahead log, in bytes. */
export function databaseBytes(path: string): number {
  return sizeOf(path) + sizeOf(`${path}-wal`);
}

function sizeOf(path: string): number {
  return lstatOrUndefined(path)?.size ?? 0;
}
