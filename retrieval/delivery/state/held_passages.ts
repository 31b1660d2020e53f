import type { FileLines, FragmentForm, LineRange } from "@dossier/core";
import { listGaps, overlapsLines, shownRanges } from "@dossier/core/fragment";
import type { StateStore } from "./state_store.ts";
import { checkSessionId } from "./session_id.ts";

/**
 * Lines of a file, with hashes. A source that is not a file counts as a file of one line, with the
 * source as its path and the hash of its text as the hash of the file.
 */
interface HashedLines extends FileLines {
  /** SHA-256 of the text, in lower-case hexadecimal. */
  readonly contentHash: string;
  /** SHA-256 of the file. */
  readonly fileHash: string;
}

/** Passage that a session received. */
export interface HeldPassage extends HashedLines {
  readonly form: FragmentForm;
  /**
   * True when its text is derived and not just its lines. A derived text may show a part of a line.
   */
  readonly edited: boolean;
  /** Keys of its lines, when its text is just these; see `toLineKeys()`. */
  readonly keys?: string;
  /** Shown lines, when not all are shown. */
  readonly ranges?: readonly LineRange[];
  /**
   * Number of the last record that delivered it. For a file that the session read completely, the
   * number of the preceding record plus one half.
   */
  readonly record: number;
}

/** Passage that may be delivered. */
export interface HeldCandidate extends HashedLines {
  /** True when it is the beginning of a cut document, for which a part of a line is enough. */
  readonly isCut?: boolean;
}

/**
 * Time of the last compaction by the host of a session: passages from before are no longer in its
 * context.
 */
const COMPACTED_AT = `coalesce((SELECT max(time) FROM session_activity
  WHERE session = ?1 AND kind = 'compaction'), -1)`;

const SELECT = `SELECT coalesce(path, source) AS path, coalesce(start_line, 1) AS startLine,
  coalesce(end_line, 1) AS endLine, content_hash AS contentHash, file_hash AS fileHash, form,
  fragments.details ->> '$.edited' IS NOT NULL AS edited, fragments.details ->> '$.keys' AS keys,
  fragments.details -> '$.ranges' AS ranges, max(record) AS record
  FROM records JOIN fragments ON record = records.id
  WHERE session = ?1 AND time > ${COMPACTED_AT} AND form <> 'reference'
    AND NOT EXISTS (SELECT 1 FROM withdrawn WHERE withdrawn.record = records.id)
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 10 DESC, rank`;

/** Files that the session has read or written as a whole, each as new as the last record before. */
const SELECT_SEEN = `SELECT value AS path, hash AS fileHash, max(id), (SELECT coalesce(max(id), 0)
    FROM records WHERE session = ?1 AND time <= session_activity.time) + 0.5 AS record
  FROM session_activity WHERE session = ?1 AND kind IN ('read', 'edit') AND hash IS NOT NULL
    AND id > coalesce((SELECT max(id) FROM session_activity
      WHERE session = ?1 AND kind = 'compaction'), 0) GROUP BY value ORDER BY 3 DESC`;

/** Last line of a file with an unknown number of lines. */
const LAST_LINE = Number.MAX_SAFE_INTEGER;

/**
 * Returns the passages whose text a session received, each once, newest first. Passages that were
 * only named, were not sent in the end, or are from before the last compaction are excluded. Files
 * that the session has read or written as a whole are included.
 */
export async function listHeldPassages(state: StateStore, session: string): Promise<HeldPassage[]> {
  checkSessionId(session);
  type Row = Omit<HeldPassage, "edited" | "ranges"> & {
    readonly edited: 0 | 1;
    readonly ranges?: string;
  };
  const { delivered, readFiles } = await state.read(async (sql) => ({
    delivered: await sql.all<Row>(SELECT, session),
    readFiles: await sql.all<Pick<HeldPassage, "path" | "fileHash" | "record">>(
      SELECT_SEEN,
      session,
    ),
  }));
  return [
    ...delivered.map(({ edited, ranges, ...passage }) => ({
      ...passage,
      edited: edited === 1,
      ...(ranges !== undefined && { ranges: state.parse<readonly LineRange[]>(ranges) }),
    })),
    ...readFiles.map(({ path, fileHash, record }): HeldPassage => ({
      path,
      fileHash,
      record,
      startLine: 1,
      endLine: LAST_LINE,
      contentHash: fileHash,
      form: "whole",
      edited: false,
    })),
  ];
}

/**
 * Returns a test for passages without new lines. It returns true when the same text of the same
 * path was delivered, or when each line of the passage was delivered and the file has not changed
 * since.
 */
export function createHeldCheck(
  held: readonly HeldPassage[],
): (candidate: HeldCandidate) => boolean {
  const byPath = Map.groupBy(held, ({ path }) => path);
  return (candidate) => {
    const passages = withoutReplaced(byPath.get(candidate.path) ?? [], candidate);
    return passages.some(({ contentHash }) => contentHash === candidate.contentHash) ||
      coversLines(passages, candidate);
  };
}

/**
 * Returns the passages that were not replaced. A passage is replaced by a later passage with the
 * same line numbers and another text, from another state of the file. The last delivered text of
 * the lines is the valid one.
 */
function withoutReplaced(
  passages: readonly HeldPassage[],
  { startLine, endLine, contentHash, fileHash }: HeldCandidate,
): readonly HeldPassage[] {
  const replacing = passages.filter((passage) =>
    passage.fileHash !== fileHash && passage.contentHash !== contentHash &&
    overlapsLines(passage, { startLine, endLine })
  );
  const last = replacing.reduce((newest, { record }) => Math.max(newest, record), 0);
  return passages.filter(({ record }) => record > last);
}

/**
 * Returns true when the passages together have each line of the candidate, in the current state of
 * its file.
 */
function coversLines(passages: readonly HeldPassage[], candidate: HeldCandidate): boolean {
  const ranges = listHeldRanges(passages, candidate);
  return ranges.length > 0 && listGaps(candidate, ranges).length === 0;
}

/** Returns the line ranges of passages of one file that are valid in its current state. */
export function listHeldRanges(
  passages: readonly HeldPassage[],
  { fileHash, isCut = false }: Pick<HeldCandidate, "fileHash" | "isCut">,
): readonly LineRange[] {
  return passages
    // An outline has only some of its lines, and a reference has none.
    .filter((passage) =>
      passage.form !== "outline" && passage.form !== "reference" && passage.fileHash === fileHash
    )
    // A document that is cut inside its first line has only a part of that line.
    .filter(({ edited, startLine, endLine }) => isCut || !edited || startLine < endLine)
    .flatMap(shownRanges);
}
