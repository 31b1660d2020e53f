import type { FileLines, FragmentForm, LineRange } from "@dossier/core";
import { listGaps, sharesLines, shownRanges } from "@dossier/core/fragment";
import type { StateStore } from "./state_store.ts";
import { checkSessionId } from "./session_id.ts";

/**
 * Lines of a file and what they say. What is no file is taken for a file of one line, with its source for
 * a path and the hash of its text for that of its file.
 */
interface HashedLines extends FileLines {
  /** SHA-256 of the text, in lower-case hexadecimal. */
  readonly contentHash: string;
  /** SHA-256 of the file. */
  readonly fileHash: string;
}

/** A passage that a session was given. */
export interface HeldPassage extends HashedLines {
  readonly form: FragmentForm;
  /** Whether its text is not just its lines: of one line it may be a part. */
  readonly edited: boolean;
  /** Keys of its lines, where it gives just these; see `toLineKeys()`. */
  readonly keys?: string;
  /** The lines that it shows, when not all. */
  readonly ranges?: readonly LineRange[];
  /** Number of the last record that gave it; of a file that was seen whole, half above that of the last before. */
  readonly record: number;
}

/** A passage that might be given. */
export interface HeldCandidate extends HashedLines {
  /** Whether it is the beginning of a document that is cut, for which a part of a line will do. */
  readonly isCut?: boolean;
}

/** When the host of a session last took its history away: what it was given before, it does not hold. */
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

/** A file whose every line the session has seen or written; as new as what it was given before that. */
const SELECT_SEEN = `SELECT value AS path, hash AS fileHash, max(id), (SELECT coalesce(max(id), 0)
    FROM records WHERE session = ?1 AND time <= session_activity.time) + 0.5 AS record
  FROM session_activity WHERE session = ?1 AND kind IN ('read', 'edit') AND hash IS NOT NULL
    AND id > coalesce((SELECT max(id) FROM session_activity
      WHERE session = ?1 AND kind = 'compaction'), 0) GROUP BY value ORDER BY 3 DESC`;

/** Number of the last line of a file that nobody has counted. */
const LAST_LINE = Number.MAX_SAFE_INTEGER;

/**
 * Returns the passages whose text a session was given, each once, newest first; none of those that were
 * only named, or in the end not sent, nor from before the last compaction. Files that it has itself read or
 * written whole are among them.
 */
export async function listHeldPassages(state: StateStore, session: string): Promise<HeldPassage[]> {
  checkSessionId(session);
  type Row = Omit<HeldPassage, "edited" | "ranges"> & {
    readonly edited: 0 | 1;
    readonly ranges?: string;
  };
  const { given, seen } = await state.read(async (sql) => ({
    given: await sql.all<Row>(SELECT, session),
    seen: await sql.all<Pick<HeldPassage, "path" | "fileHash" | "record">>(SELECT_SEEN, session),
  }));
  return [
    ...given.map(({ edited, ranges, ...passage }) => ({
      ...passage,
      edited: edited === 1,
      ...(ranges !== undefined && { ranges: state.parse<readonly LineRange[]>(ranges) }),
    })),
    ...seen.map(({ path, fileHash, record }): HeldPassage => ({
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
 * Returns a function that says whether a passage tells nothing new to those who hold others: the same
 * text of the same path was given, or each of its lines, from a file that has not changed since.
 */
export function createHeldCheck(
  held: readonly HeldPassage[],
): (candidate: HeldCandidate) => boolean {
  const byPath = Map.groupBy(held, ({ path }) => path);
  return (candidate) => {
    const given = withoutReplaced(byPath.get(candidate.path) ?? [], candidate);
    return given.some(({ contentHash }) => contentHash === candidate.contentHash) ||
      coversLines(given, candidate);
  };
}

/**
 * Returns the passages without those that a later one replaced: the same lines with another text, of
 * another state of the file. What was given last of these lines is what the session goes by.
 */
function withoutReplaced(
  given: readonly HeldPassage[],
  { startLine, endLine, contentHash, fileHash }: HeldCandidate,
): readonly HeldPassage[] {
  const replacing = given.filter((passage) =>
    passage.fileHash !== fileHash && passage.contentHash !== contentHash &&
    sharesLines(passage, { startLine, endLine })
  );
  const last = replacing.reduce((newest, { record }) => Math.max(newest, record), 0);
  return given.filter(({ record }) => record > last);
}

/** Returns whether the passages together give each line of the candidate, as its file is now. */
function coversLines(given: readonly HeldPassage[], candidate: HeldCandidate): boolean {
  const ranges = listGivenRanges(given, candidate);
  return ranges.length > 0 && listGaps(candidate, ranges).length === 0;
}

/** Returns the lines that passages of one file give as it is now. */
export function listGivenRanges(
  given: readonly HeldPassage[],
  { fileHash, isCut = false }: Pick<HeldCandidate, "fileHash" | "isCut">,
): readonly LineRange[] {
  return given
    // An outline has some of its lines only, and a reference none.
    .filter((passage) =>
      passage.form !== "outline" && passage.form !== "reference" && passage.fileHash === fileHash
    )
    // A document that is cut inside its first line has a part of that line.
    .filter(({ edited, startLine, endLine }) => isCut || !edited || startLine < endLine)
    .flatMap(shownRanges);
}
