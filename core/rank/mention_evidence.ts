import type { LineEvidence } from "../query/path_evidence.ts";
import type { FileScores } from "./evidence.ts";
import type { QueryReading } from "./query_reading.ts";
import type { RankedDocument } from "./rank_evidence.ts";

/** What a query points at by paths and lines. */
export interface Mention {
  /** How strongly it points at each file, at most 1. */
  readonly files: FileScores;
  /** How strongly it points at a chunk by the lines it names, at most 1; others are left out. */
  readonly chunks: ReadonlyMap<number, number>;
  /** The lines that it names, by file. */
  readonly lines: ReadonlyMap<number, LineEvidence>;
  /** Functions that it names of whatever file. */
  readonly functions: LineEvidence;
}

/** What {@link mentionEvidence} asks of an index. */
interface MentionLookups {
  /** Returns the files that go by one of some names as `fileKeys` gives them. */
  readonly listCalled: (
    keys: ReadonlySet<string>,
  ) => readonly { readonly file: number; readonly path: string }[];
  /** Number of the first chunk of each file, and behind them the number of chunks. */
  readonly firstChunks: Uint32Array;
  /** Returns the chunks of a file in line order. */
  readonly chunksOf: (file: number) => RankedDocument["chunks"];
}

/** Returns what a query points at by paths and lines, or undefined when it names no file. */
export function mentionEvidence(
  { pathKeys, matchPaths }: QueryReading,
  { listCalled, firstChunks, chunksOf }: MentionLookups,
): Mention | undefined {
  if (pathKeys === undefined || matchPaths === undefined) return undefined;
  const called = listCalled(pathKeys);
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
    for (const [place, weight] of findChunks(chunksOf(file), found.lines)) {
      chunks.set(firstChunks[file]! + place, weight);
    }
  }
  return { files: { scores, highest: 1 }, chunks, lines, functions };
}

/** Returns the places of chunks that hold some of the lines; behind the last are none. */
function findChunks(
  chunks: RankedDocument["chunks"],
  lines: LineEvidence,
): Map<number, number> {
  const found = new Map<number, number>();
  // Blank lines between two chunks are in neither of them.
  const findPlace = (line: number) => chunks.findLastIndex(({ startLine }) => startLine <= line);
  for (const { startLine, endLine, weight } of lines) {
    if (startLine > (chunks.at(-1)?.endLine ?? 0)) continue;
    const last = findPlace(endLine);
    for (let place = Math.max(0, findPlace(startLine)); place <= last; place++) {
      found.set(place, Math.max(found.get(place) ?? 0, weight));
    }
  }
  return found;
}
