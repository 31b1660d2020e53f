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

/** What a look at an index lacked of its partial segments. */
export interface RequestedRows {
  /** Terms of which it was not known where they occur in all segments. */
  readonly terms: ReadonlySet<string>;
  /** Names of blocks of vectors and details, by the row number of their segment. */
  readonly blocks: ReadonlyMap<number, ReadonlySet<string>>;
}

/** A block to fetch. */
interface PlannedBlock {
  readonly partialSegment: PartialSegment;
  /** Undefined where no block can have the terms. */
  readonly block: string | undefined;
  /** For postings: the terms that are looked for in it; all without. */
  readonly terms?: readonly string[];
}

/** Blocks that are fetched together at most when a whole segment is: some megabytes. */
const MAX_BLOCKS_PER_READ = 256;

const EMPTY = new Uint8Array();
const DECODER = new TextDecoder();

/**
 * Fetches rows that a look at an index lacked, and writes them into it.
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
    const there = new Set(listPartialSegments(store).map(({ name }) => name));
    const writer = new RowWriter(store);
    plan.forEach((planned, i) => {
      // The segment may have been dropped meanwhile.
      if (there.has(planned.partialSegment.name)) writer.write(planned, blocks[i]!);
    });
  });
}

/**
 * Fetches all that is missing of a segment, which from then on is kept nowhere else as far as the index knows.
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
    const others = [...blocks.get(segment) ?? []].filter((block) => !fetched.has(block));
    return [
      ...[...byBlock].map(([number, terms]) => (
        { partialSegment, block: number < 0 ? undefined : `terms-${number}`, terms }
      )),
      ...others.map((block) => ({ partialSegment, block })),
    ];
  });
}

/** Reads the blocks of a plan; one that there is not is empty. */
async function readPlannedBlocks(
  plan: readonly PlannedBlock[],
  remote: Pick<RemoteSegmentStore, "readBlocks">,
): Promise<readonly Uint8Array[]> {
  const places = plan.flatMap(({ partialSegment: { name: segment }, block }) =>
    block === undefined ? [] : [{ segment, block }]
  );
  const read = places.length === 0 ? [] : await remote.readBlocks(places);
  let next = 0;
  return plan.map(({ block }) => block === undefined ? EMPTY : read[next++]!);
}

/** Writes what is in blocks into an index, in one transaction. */
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
    const place = { segment, block: Number(number) };
    if (kind === "vectors") writeEncodedBlock(this.#store, place, bytes);
    else this.#writeDetails(partialSegment, { number: Number(number), bytes });
    writeFetchedBlock(this.#store, segment, block);
  }

  /** Writes parts and vectors of names of those documents of a block that are still what the segment has. */
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

/** Yields the postings of some terms; empty ones of those that are not there. */
function* readPostingsOfTerms(bytes: Uint8Array, terms: readonly string[]) {
  const requested = new Set(terms);
  const found = new Map<string, Uint8Array>();
  for (const { term, data } of readPostings(bytes)) if (requested.has(term)) found.set(term, data);
  for (const term of terms) yield { term, data: found.get(term) ?? EMPTY };
}

function readOptionalBytes(reader: BlockReader): Uint8Array | undefined {
  return reader.readNumber() === 0 ? undefined : reader.readBytes();
}
