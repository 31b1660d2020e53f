import type { Connection } from "../../../machine/mod.ts";
import { checksum, type ColumnValue } from "../../../machine/mod.ts";
import { listChunkLocations } from "./documents.ts";
import { sumPostings } from "./postings.ts";
import { isDeleted, listSegments, locateRuns, type Segment, sumLive } from "./segments.ts";

/** Columns that the checksum of a row covers, by table. */
const CHECKED_COLUMNS: readonly (readonly [table: string, columns: string])[] = [
  ["meta", "key, value"],
  ["documents", "path, stem, folder, language, kind, hash, blob, chunks, definitions, name_terms"],
  ["vectors", "segment, block, data"],
  ["name_vectors", "document, data"],
  ["parts", "document, data"],
  ["shared_segments", "segment, name, head"],
  ["history_columns", "name, data"],
  ["history_paths", "path, file"],
  ["history_postings", "term, data"],
  ["past_names", '"commit", name, change, files'],
];

const SELECT_SUMS = "SELECT id, runs, runs_sum, postings_sum FROM segments ORDER BY id";

/**
 * Returns a description of the first part of an index that has changed since it was written;
 * undefined when there is none.
 *
 * The consistency of the tables (order of rows, no lost rows, equal indexes) is checked by `PRAGMA
 * integrity_check`. A change of `skipped`, or of the size or time of a document, only causes its
 * file to be checked again. `changed_paths` are stored in an index of the table too, with which
 * they are compared.
 *
 * @throws {RetrievalError} `index-damaged` when something cannot be read at all.
 */
export function findAltered(connection: Connection): string | undefined {
  for (const [table, columns] of CHECKED_COLUMNS) {
    const rows = connection.statement(`SELECT sum, ${columns} FROM ${table}`).iterate();
    for (const row of rows as unknown as Iterable<[number, ...ColumnValue[]]>) {
      if (checksum(...row.slice(1)) !== row[0]) return `a row of "${table}"`;
    }
  }
  return findAlteredSegment(connection);
}

function findAlteredSegment(connection: Connection): string | undefined {
  const rows = connection.listRows<[number, Uint8Array, number, number]>(SELECT_SUMS);
  for (const [id, runs, runsSum, postingsSum] of rows) {
    if (checksum(runs) !== runsSum) return `the files of segment ${id}`;
    if (sumPostings(connection, id) !== postingsSum) return `the postings of segment ${id}`;
  }
  const segments = listSegments(connection);
  for (const segment of segments) {
    if (!hasCorrectSums(segment)) return `the lengths of segment ${segment.id}`;
  }
  return areLocationsCorrect(connection, segments) ? undefined : "the place of a document's chunks";
}

/** Returns true when the lengths and the deleted chunks have the sums that were written. */
function hasCorrectSums({ chunkCount, lengths, deleted, deletedCount, sums }: Segment): boolean {
  let count = 0;
  for (let chunk = 0; chunk < chunkCount; chunk++) if (isDeleted(deleted, chunk)) count++;
  return count === deletedCount &&
    JSON.stringify(sumLive(lengths, deleted)) === JSON.stringify(sums);
}

/** Returns true when the documents with chunks are where the segments say that they are. */
function areLocationsCorrect(connection: Connection, segments: readonly Segment[]): boolean {
  const runs = locateRuns(connection, segments);
  const current = new Set(runs.filter(({ isCurrent }) => isCurrent).map((run) => run.document));
  return listChunkLocations(connection).every(({ id }) => current.has(id)) &&
    runs.every(({ segment, first, chunks, isCurrent }) =>
      chunks === 0 || isCurrent !== isDeleted(segment.deleted, first)
    );
}
