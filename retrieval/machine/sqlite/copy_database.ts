import type { DatabaseSync } from "node:sqlite";
import { lstatOrUndefined } from "../file_info.ts";
import { dirname } from "../paths.ts";
import { readPlainFile } from "../plain_file.ts";
import { openDatabase } from "./connection.ts";

/** Where the header says that a log is kept; 1 stands for none (sqlite.org/fileformat.html). */
const JOURNAL_MODE_OFFSETS = [18, 19];

/**
 * Returns a connection to a copy in memory of the SQLite file at `path`. It makes no file, where even a
 * connection that only reads makes those of the log and needs room for them.
 *
 * What is in a log is not in the copy, so there must be none.
 *
 * @throws What the system says of the file, and errors of `node:sqlite` for what is none.
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

/** Returns whether there is a log with something in it beside the SQLite file at `path`. */
export function hasLog(path: string): boolean {
  return !isEmptyFile(`${path}-wal`);
}

/** Returns whether there is nothing in a file, or none at all. */
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
