import { listChunkLocations, listDocumentFacts } from "../retrieval/index/local/store/documents.ts";
import type { Store } from "../retrieval/index/local/store/open_store.ts";
import {
  createPostingBuffer,
  decodePostings,
} from "../retrieval/index/local/store/posting_codec.ts";
import { iteratePostings } from "../retrieval/index/local/store/postings.ts";
import { iterateVectorBlocks, VECTOR_BLOCK_ROWS } from "../retrieval/index/local/store/vectors.ts";
import {
  isDeleted,
  listRuns,
  listSegments,
  type Segment,
} from "../retrieval/index/local/store/segments.ts";

/** Content of an index about its live chunks, independent of segments. */
export interface IndexView {
  /** Postings of each term, in code unit order, as `path#chunk=packed frequencies`. */
  readonly postings: Readonly<Record<string, readonly string[]>>;
  /** Lengths of body, symbols, heading and path by `path#chunk`. */
  readonly lengths: Readonly<Record<string, readonly number[]>>;
  /** Scale and numbers of the vector by `path#chunk`, without chunks that have none. */
  readonly vectors: Readonly<Record<string, readonly number[]>>;
  /** Bytes of the vectors of its names by path, without files that have none. */
  readonly nameVectors: Readonly<Record<string, readonly number[]>>;
  /** Stored parts by path. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Returns the content of the index in a form that is equal for equal trees. */
export function viewIndex(store: Store): IndexView {
  const segments = listSegments(store);
  const names = new Map(segments.map((segment) => [segment.id, nameChunks(store, segment)]));
  const postings = new Map<string, string[]>();
  for (const { term, segment, data } of iteratePostings(store, segments.map(({ id }) => id))) {
    const buffer = createPostingBuffer();
    decodePostings(data, buffer, { deleted: segments.find(({ id }) => id === segment)?.deleted });
    for (let i = 0; i < buffer.length; i++) {
      const name = names.get(segment)?.get(buffer.chunks[i]!) ?? "nobody's chunk";
      const list = postings.get(term) ?? [];
      postings.set(term, [...list, `${name}=${buffer.packed[i]}`]);
    }
  }
  const lengths = segments.flatMap((segment) =>
    [...names.get(segment.id)!].map(([chunk, name]) =>
      [name, [
        segment.lengths.body[chunk]!,
        segment.lengths.symbols[chunk]!,
        segment.lengths.heading[chunk]!,
        segment.lengths.path[chunk]!,
      ]] as const
    )
  );
  const vectors = segments.flatMap((segment) => {
    const rows = readVectors(store, segment);
    return [...names.get(segment.id)!].flatMap(([chunk, name]) => {
      const row = rows.get(chunk);
      return row === undefined ? [] : [[name, row] as const];
    });
  });
  return {
    postings: Object.fromEntries(
      [...postings].map(([term, list]) => [term, list.sort()] as const).sort(byName),
    ),
    lengths: Object.fromEntries(lengths.sort(byName)),
    vectors: Object.fromEntries(vectors.sort(byName)),
    nameVectors: Object.fromEntries(readNameVectors(store).sort(byName)),
    parts: Object.fromEntries(readParts(store).sort(byName)),
  };
}

/** Returns scale and numbers of each chunk of a segment that has a vector. */
function readVectors(store: Store, { id, chunkCount }: Segment): Map<number, readonly number[]> {
  const rows = new Map<number, readonly number[]>();
  for (const { block, scales, numbers } of iterateVectorBlocks(store, id, { chunkCount })) {
    const dimensions = numbers.length / scales.length;
    scales.forEach((scale, row) => {
      if (Number.isNaN(scale)) return;
      const own = numbers.subarray(row * dimensions, (row + 1) * dimensions);
      rows.set(block * VECTOR_BLOCK_ROWS + row, [scale, ...own]);
    });
  }
  return rows;
}

/** Returns the paths of the documents whose names have vectors, with the bytes of those. */
function readNameVectors(store: Store): (readonly [string, readonly number[]])[] {
  const rows = store.statement(
    "SELECT path, data FROM name_vectors JOIN documents ON id = document",
  ).all() as unknown as [string, Uint8Array][];
  return rows.map(([path, data]) => [path, [...data]]);
}

/** Returns the paths of the documents that have parts, with their parts. */
function readParts(store: Store): (readonly [string, string])[] {
  return store.listRows<[string, string]>(
    "SELECT path, data FROM parts JOIN documents ON id = document",
  );
}

/**
 * Returns `path#chunk` for each live chunk of a segment, where chunks count from 0 in their file.
 */
function nameChunks(store: Store, segment: Segment): Map<number, string> {
  const places = new Map(listChunkLocations(store).map((place) => [place.id, place]));
  const paths = new Map(listDocumentFacts(store).map(({ id, path }) => [id, path]));
  const names = new Map<number, string>();
  let chunk = 0;
  for (const run of listRuns(segment)) {
    const place = places.get(run.document);
    for (let i = 0; i < run.chunks; i++, chunk++) {
      if (isDeleted(segment.deleted, chunk)) continue;
      const isThere = place?.segment === segment.id && place.firstChunk + i === chunk;
      names.set(chunk, isThere ? `${paths.get(run.document)}#${i}` : `misplaced chunk ${chunk}`);
    }
  }
  return names;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
