import type { LineEvidence } from "../query/path_evidence.ts";
import type { FileScores } from "./evidence.ts";
import type { AnalyzedQuery } from "./analyzed_query.ts";
import type { RankedDocument } from "./rank_evidence.ts";

/** Files, chunks and functions that a query points at by paths and lines. */
export interface IndexMentions {
  /** Strength with which it points at each file, at most 1. */
  readonly files: FileScores;
  /**
   * Strength with which the lines in a query point at a chunk, at most 1. Chunks without named
   * lines are absent.
   */
  readonly chunks: ReadonlyMap<number, number>;
  /** Lines that it names, by file. */
  readonly lines: ReadonlyMap<number, LineEvidence>;
  /** Functions that it names without a known file. */
  readonly functions: LineEvidence;
}

/** Lookups in an index for {@link findMentions}. */
interface MentionLookups {
  /** Returns the files with one of some keys of `fileKeys`. */
  readonly listByFileKeys: (
    keys: ReadonlySet<string>,
  ) => readonly { readonly file: number; readonly path: string }[];
  /** Number of the first chunk of each file; the last entry is the number of all chunks. */
  readonly firstChunks: Uint32Array;
  /** Returns the chunks of a file in line order. */
  readonly chunksOf: (file: number) => RankedDocument["chunks"];
}

/**
 * Returns the files, chunks and functions that a query points at by paths and lines; undefined when
 * it names no file.
 */
export function findMentions(
  { pathKeys, matchPaths }: AnalyzedQuery,
  { listByFileKeys, firstChunks, chunksOf }: MentionLookups,
): IndexMentions | undefined {
  if (pathKeys === undefined || matchPaths === undefined) return undefined;
  const called = listByFileKeys(pathKeys);
  const { paths, functions } = matchPaths(called.map(({ path }) => path));
  if (paths.size === 0 && functions.length === 0) return undefined;
  const scores = new Float64Array(firstChunks.length - 1);
  const chunks = new Map<number, number>();
  const lines = new Map<number, LineEvidence>();
  for (const { file, path } of called) {
    const found = paths.get(path);
    if (found === undefined) continue;
    scores[file] = found.strength;
    if (found.lines.length === 0) continue;
    lines.set(file, found.lines);
    for (const [index, weight] of findChunks(chunksOf(file), found.lines)) {
      chunks.set(firstChunks[file]! + index, weight);
    }
  }
  return { files: { scores, highest: 1 }, chunks, lines, functions };
}

/**
 * Returns the indexes of the chunks with some of the lines, and their weights. Lines after the last
 * chunk are in no chunk.
 */
function findChunks(
  chunks: RankedDocument["chunks"],
  lines: LineEvidence,
): Map<number, number> {
  const found = new Map<number, number>();
  // Blank lines between two chunks are in neither of them.
  const findIndex = (line: number) => chunks.findLastIndex(({ startLine }) => startLine <= line);
  for (const { startLine, endLine, weight } of lines) {
    if (startLine > (chunks.at(-1)?.endLine ?? 0)) continue;
    const last = findIndex(endLine);
    for (let index = Math.max(0, findIndex(startLine)); index <= last; index++) {
      found.set(index, Math.max(found.get(index) ?? 0, weight));
    }
  }
  return found;
}
