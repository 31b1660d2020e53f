import { findDocument } from "../store/documents.ts";
import { writeEncodedNames } from "../store/name_vectors.ts";
import type { Store } from "../store/open_store.ts";
import { writeParts } from "../store/parts.ts";
import { addPostings, dropAbsentTerms, listKnownTerms } from "../store/postings.ts";
import { type ChunkRun, listRuns, listSegments } from "../store/segments.ts";
import {
  deleteSharedSegment,
  listFetchedBlocks,
  listPartialSegments,
  type PartialSegment,
  type SharedSegment,
  writeFetchedBlock,
} from "../store/shared_segments.ts";
import { writeEncodedBlock } from "../store/vectors.ts";
import type { RemoteSegmentStore } from "./remote_segment_store.ts";
import { BlockReader, findBlockNumber } from "./segment_blocks.ts";

/** Rows of partial segments that a reader of the index needs and that are not in the index yet. */
export interface RequestedRows {
  /** Terms whose postings are not known for all segments. */
  readonly terms: ReadonlySet<string>;
  /** Names of the blocks of vectors and details, by the row number of their segment. */
  readonly blocks: ReadonlyMap<number, ReadonlySet<string>>;
}

/** Block to fetch. */
interface PlannedBlock {
  readonly partialSegment: PartialSegment;
  /** Name of the block; undefined when no block can contain the terms. */
  readonly block: string | undefined;
  /** For a block of postings, the terms to read from it. @default all terms of the block */
  readonly terms?: readonly string[];
}

/** Maximum number of blocks that are read at once when a whole segment is fetched: some megabytes. */
const MAX_BLOCKS_PER_READ = 256;

const EMPTY = new Uint8Array();
const DECODER = new TextDecoder();

/**
 * Fetches rows of partial segments, and writes them into the index.
 *
 * @throws {RetrievalError} As {@link RemoteSegmentStore.readBlocks}.
 */
export async function fetchRows(
  store: Store,
  requested: RequestedRows,
  remote: Pick<RemoteSegmentStore, "readBlocks">,
): Promise<void> {
  const plan = store.read(() => planBlocks(store, requested));
  const blocks = await readPlannedBlocks(plan, remote);
  store.write(() => {
    const partialNames = new Set(listPartialSegments(store).map(({ name }) => name));
    const writer = new RowWriter(store);
    plan.forEach((planned, i) => {
      // The segment may have been deleted in the meantime.
      if (partialNames.has(planned.partialSegment.name)) writer.write(planned, blocks[i]!);
    });
  });
}

/**
 * Fetches all missing rows of a segment. From then on the index treats it as a segment that no
 * remote store has.
 *
 * @throws {RetrievalError} As {@link RemoteSegmentStore.readBlocks}.
 */
export async function makeSegmentLocal(
  store: Store,
  { segment, name, head }: SharedSegment,
  remote: Pick<RemoteSegmentStore, "readBlocks">,
): Promise<void> {
  if (head !== undefined) await fetchAllBlocks(store, { segment, name, head }, remote);
  store.write(() => {
    dropAbsentTerms(store, segment);
    deleteSharedSegment(store, segment);
  });
}

async function fetchAllBlocks(
  store: Store,
  partialSegment: PartialSegment,
  remote: Pick<RemoteSegmentStore, "readBlocks">,
): Promise<void> {
  const { head } = partialSegment;
  const plan: PlannedBlock[] = [
    ...head.terms.map((_, i) => ({ partialSegment, block: `terms-${i}` })),
    ...head.vectors.map((number) => ({ partialSegment, block: `vectors-${number}` })),
    ...head.details.map((_, i) => ({ partialSegment, block: `details-${i}` })),
  ];
  for (let at = 0; at < plan.length; at += MAX_BLOCKS_PER_READ) {
    const some = plan.slice(at, at + MAX_BLOCKS_PER_READ);
    const blocks = await readPlannedBlocks(some, remote);
    store.write(() => {
      const writer = new RowWriter(store);
      some.forEach((planned, i) => writer.write(planned, blocks[i]!));
    });
  }
}

function planBlocks(store: Store, { terms, blocks }: RequestedRows): PlannedBlock[] {
  return listPartialSegments(store).flatMap((partialSegment): PlannedBlock[] => {
    const { segment, head } = partialSegment;
    const known = listKnownTerms(store, segment, [...terms]);
    const byBlock = Map.groupBy(
      [...terms].filter((term) => !known.has(term)),
      (term) => findBlockNumber(head.terms, term),
    );
    const fetched = listFetchedBlocks(store, segment);
    const otherBlocks = [...blocks.get(segment) ?? []].filter((block) => !fetched.has(block));
    return [
      ...[...byBlock].map(([number, terms]) => (
        { partialSegment, block: number < 0 ? undefined : `terms-${number}`, terms }
      )),
      ...otherBlocks.map((block) => ({ partialSegment, block })),
    ];
  });
}

/** Reads the blocks of a plan. An entry without a block gets empty bytes. */
async function readPlannedBlocks(
  plan: readonly PlannedBlock[],
  remote: Pick<RemoteSegmentStore, "readBlocks">,
): Promise<readonly Uint8Array[]> {
  const locations = plan.flatMap(({ partialSegment: { name: segment }, block }) =>
    block === undefined ? [] : [{ segment, block }]
  );
  const read = locations.length === 0 ? [] : await remote.readBlocks(locations);
  let next = 0;
  return plan.map(({ block }) => block === undefined ? EMPTY : read[next++]!);
}

/** Writes the contents of blocks into an index, in the caller's transaction. */
class RowWriter {
  readonly #store: Store;
  readonly #runs = new Map<number, readonly ChunkRun[]>();

  constructor(store: Store) {
    this.#store = store;
  }

  write({ partialSegment, block, terms }: PlannedBlock, bytes: Uint8Array): void {
    const { segment } = partialSegment;
    if (terms !== undefined) addPostings(this.#store, segment, readPostingsOfTerms(bytes, terms));
    if (block === undefined) return;
    const [kind, number] = block.split("-", 2);
    if (kind === "terms") {
      if (terms === undefined) addPostings(this.#store, segment, readPostings(bytes));
      return;
    }
    const location = { segment, block: Number(number) };
    if (kind === "vectors") writeEncodedBlock(this.#store, location, bytes);
    else this.#writeDetails(partialSegment, { number: Number(number), bytes });
    writeFetchedBlock(this.#store, segment, block);
  }

  /**
   * Writes the parts and the name vectors of the documents of a block. Documents that are no longer
   * in the segment are skipped.
   */
  #writeDetails(
    { segment, head }: PartialSegment,
    { number, bytes }: { readonly number: number; readonly bytes: Uint8Array },
  ): void {
    const runs = this.#runs.getOrInsertComputed(
      segment,
      () => listRuns(listSegments(this.#store).find(({ id }) => id === segment)!),
    );
    const reader = new BlockReader(bytes);
    const end = head.details[number + 1] ?? runs.length;
    for (let at = head.details[number]!; at < end; at++) {
      const parts = readOptionalBytes(reader);
      const names = readOptionalBytes(reader);
      const { document } = runs[at]!;
      if (findDocument(this.#store, document)?.segment !== segment) continue;
      if (parts !== undefined) writeParts(this.#store, document, DECODER.decode(parts));
      if (names !== undefined) writeEncodedNames(this.#store, document, names);
    }
  }
}

function* readPostings(bytes: Uint8Array) {
  const reader = new BlockReader(bytes);
  while (!reader.isAtEnd) {
    const term = DECODER.decode(reader.readBytes());
    yield { term, data: reader.readBytes() };
  }
}

/** Yields the postings of some terms. A term that is not in the block gets empty postings. */
function* readPostingsOfTerms(bytes: Uint8Array, terms: readonly string[]) {
  const requested = new Set(terms);
  const found = new Map<string, Uint8Array>();
  for (const { term, data } of readPostings(bytes)) if (requested.has(term)) found.set(term, data);
  for (const term of terms) yield { term, data: found.get(term) ?? EMPTY };
}

function readOptionalBytes(reader: BlockReader): Uint8Array | undefined {
  return reader.readNumber() === 0 ? undefined : reader.readBytes();
}
