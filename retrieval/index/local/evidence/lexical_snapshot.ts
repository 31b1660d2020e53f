import type { Field } from "@dossier/core";
import { countDocuments } from "../store/documents.ts";
import { BoundedMap } from "../../../machine/mod.ts";
import type { Store } from "../store/open_store.ts";
import { listPostings, type PostingList } from "../store/postings.ts";
import { DOCUMENT_STRIDE, isDead, listSegments, type Segment } from "../store/segments.ts";

/** A segment's place in the snapshot. */
export interface SnapshotSegment {
  /** Number in the snapshot of the segment's first chunk. */
  readonly base: number;
  /** Number of chunks, dead ones included. */
  readonly chunkCount: number;
  /** Bitmap of the segment's dead chunks; undefined while all are alive. */
  readonly dead: Uint8Array | undefined;
}

/**
 * What scoring needs to know of all chunks, for one state of the index: the segments' chunks one
 * after another, numbered from 0, and so their files. A file that was changed has a place in each
 * segment that it was indexed in, and chunks that are alive in one of them only.
 *
 * Reading it walks over no chunk one by one: in a process that answers one question, a loop over all chunks of a
 * large tree would run before it is compiled and take longer than the answer.
 */
export interface LexicalSnapshot {
  /** Segments by row number, in chunk order. */
  readonly segments: ReadonlyMap<number, SnapshotSegment>;
  /** All chunks, dead ones included. */
  readonly chunkCount: number;
  /** Chunks that are alive; N of the idf. */
  readonly liveCount: number;
  /** Terms in each chunk, by field. */
  readonly lengths: Readonly<Record<Field, Uint16Array | Uint8Array>>;
  /** Mean length of each field over the chunks that are alive. */
  readonly averageLengths: Readonly<Record<Field, number>>;
  /** The files in the order of their chunks. */
  readonly files: SnapshotFiles;
  /** Number of the file that each chunk is of. */
  readonly fileOf: Uint32Array;
}

/** What scoring needs to know of all files, as parallel arrays. */
export interface SnapshotFiles {
  /**
   * Row number of each document; 0 for what is left of one that was changed or removed, and for one
   * without chunks, of which no bit says whether it is alive.
   */
  readonly documents: Uint32Array;
  /** Number of the first chunk of each, and behind them the number of chunks. */
  readonly firstChunks: Uint32Array;
  /** Terms in the bodies of all chunks of each. */
  readonly lengths: Uint32Array;
  /** Mean of these over the documents of the index. */
  readonly averageLength: number;
}

/** The last snapshot of each open index. */
const LAST = new WeakMap<
  Store,
  { readonly version: string; readonly snapshot: LexicalSnapshot }
>();

/** Returns what scoring needs in the caller's transaction; it is read once for one state of the index. */
export function readLexicalSnapshot(store: Store): LexicalSnapshot {
  const version = store.dataVersion();
  const last = LAST.get(store);
  if (last?.version === version) return last.snapshot;
  const snapshot = readSnapshot(store);
  LAST.set(store, { version, snapshot });
  return snapshot;
}

function readSnapshot(store: Store): LexicalSnapshot {
  const segments = listSegments(store);
  const places = new Map<number, SnapshotSegment>();
  let chunkCount = 0;
  let liveCount = 0;
  for (const segment of segments) {
    places.set(segment.id, { ...segment, base: chunkCount });
    chunkCount += segment.chunkCount;
    liveCount += segment.chunkCount - segment.deadCount;
  }
  // Sums of whole numbers: exact, so the averages do not depend on how the index was built up.
  const average = (field: Field) =>
    liveCount === 0
      ? 0
      : segments.reduce((sum, segment) => sum + segment.sums[field], 0) / liveCount;
  const files = joinFiles(segments, chunkCount);
  const documents = countDocuments(store);
  const bodyTerms = segments.reduce((sum, segment) => sum + segment.sums.body, 0);
  return {
    segments: places,
    chunkCount,
    liveCount,
    files: { ...files, averageLength: documents === 0 ? 0 : bodyTerms / documents },
    fileOf: numberFiles(files.firstChunks),
    lengths: joinLengths(segments, chunkCount),
    averageLengths: {
      body: average("body"),
      symbols: average("symbols"),
      heading: average("heading"),
      path: average("path"),
    },
  };
}

function joinLengths(segments: readonly Segment[], chunkCount: number): LexicalSnapshot["lengths"] {
  const [first] = segments;
  if (first !== undefined && segments.length === 1) return first.lengths;
  const joined = {
    body: new Uint16Array(chunkCount),
    symbols: new Uint8Array(chunkCount),
    heading: new Uint8Array(chunkCount),
    path: new Uint8Array(chunkCount),
  };
  let base = 0;
  for (const { lengths, chunkCount: count } of segments) {
    joined.body.set(lengths.body, base);
    joined.symbols.set(lengths.symbols, base);
    joined.heading.set(lengths.heading, base);
    joined.path.set(lengths.path, base);
    base += count;
  }
  return joined;
}

function joinFiles(
  segments: readonly Segment[],
  chunkCount: number,
): Omit<SnapshotFiles, "averageLength"> {
  const count = segments.reduce((sum, { documents }) => sum + documents.length, 0) /
    DOCUMENT_STRIDE;
  const documents = new Uint32Array(count);
  const firstChunks = new Uint32Array(count + 1);
  const lengths = new Uint32Array(count);
  let file = 0;
  let base = 0;
  for (const segment of segments) {
    for (let i = 0; i < segment.documents.length; i += DOCUMENT_STRIDE) {
      const first = segment.documents[i + 1]!;
      const end = segment.documents[i + 1 + DOCUMENT_STRIDE] ?? segment.chunkCount;
      const isAlive = first < end && !isDead(segment.dead, first);
      documents[file] = isAlive ? segment.documents[i]! : 0;
      firstChunks[file] = base + first;
      lengths[file] = segment.documents[i + 2]!;
      file++;
    }
    base += segment.chunkCount;
  }
  firstChunks[count] = chunkCount;
  return { documents, firstChunks, lengths };
}

/** Returns the number of each chunk's file. */
function numberFiles(firstChunks: Uint32Array): Uint32Array {
  const count = firstChunks.length - 1;
  const numbers = new Uint32Array(firstChunks[count] ?? 0);
  for (let file = 0; file < count; file++) {
    numbers.fill(file, firstChunks[file]!, firstChunks[file + 1]!);
  }
  return numbers;
}

/** Most that is kept of one state of an index, in about bytes; postings of 20,000 chunks are 2 MiB. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/** About what a term takes beside its postings, in bytes. */
const TERM_BYTES = 200;

type KeptPostings = BoundedMap<string, readonly PostingList[]>;

const KEPT = new WeakMap<LexicalSnapshot, KeptPostings>();

/**
 * Returns where a term occurs, one list for each segment that holds it. Within one state of the index a
 * term is read once: an answer looks up most terms twice, and the next question has some of the same.
 *
 * To be called in a transaction of the state that the snapshot was read in.
 */
export function keptPostings(
  store: Store,
  snapshot: LexicalSnapshot,
  term: string,
): readonly PostingList[] {
  let kept = KEPT.get(snapshot);
  if (kept === undefined) {
    KEPT.set(snapshot, kept = new BoundedMap({ limit: MAX_KEPT_BYTES, weigh }));
  }
  const known = kept.get(term);
  if (known !== undefined) return known;
  const lists = listPostings(store, term);
  kept.set(term, lists);
  return lists;
}

function weigh(lists: readonly PostingList[]): number {
  return lists.reduce((sum, { data }) => sum + data.length, TERM_BYTES);
}
