import type { ChunkSpan } from "@dossier/core/rank";
import type { RequestedRows } from "../shared/fetch_rows.ts";
import type { Store } from "../store/open_store.ts";
import type { PostingList } from "../store/postings.ts";
import { listRuns } from "../store/segments.ts";
import {
  listFetchedBlocks,
  listPartialSegments,
  type PartialSegment,
} from "../store/shared_segments.ts";
import { type LexicalSnapshot, listBlocks, type SnapshotSegment } from "./lexical_snapshot.ts";

/** Stops a body that continued with empty rows in place of missing ones. */
export class ViewStopped extends Error {}

/** Kinds of rows that may be missing. */
type RowKind = "terms" | "vectors" | "details";

/** Partial segment with its position in the snapshot. */
interface LocatedSegment {
  readonly partial: PartialSegment;
  readonly snapshot: SnapshotSegment;
}

/**
 * Recorder of rows that a body lacks, as some segments of the index are stored remotely.
 *
 * A body continues with empty rows in place of missing ones as long as it requests rows of the same
 * kind, so that those are fetched together. Requests of another kind may follow from the empty
 * rows, so they stop the body.
 */
export class MissingRows {
  readonly #store: Store;
  readonly #partial: readonly LocatedSegment[];
  /** Number of each document in its segment, by the row number of the segment. */
  readonly #numbers = new Map<number, ReadonlyMap<number, number>>();
  #kind: RowKind | undefined;
  #terms = new Set<string>();
  #blocks = new Map<number, Set<string>>();

  private constructor(store: Store, partial: readonly LocatedSegment[]) {
    this.#store = store;
    this.#partial = partial;
  }

  /** Returns a recorder for an index; undefined when the whole index is here. */
  static open(store: Store, { segments }: Pick<LexicalSnapshot, "segments">) {
    const partial = listPartialSegments(store);
    if (partial.length === 0) return undefined;
    return new MissingRows(
      store,
      partial.map((one) => ({ partial: one, snapshot: segments.get(one.segment)! })),
    );
  }

  /**
   * Returns true when all occurrences of a term are known.
   *
   * @param lists Lists of the term that are here, including empty ones.
   */
  knowsTerm(term: string, lists: readonly PostingList[]): boolean {
    const known = new Set(lists.map(({ segment }) => segment));
    if (this.#partial.every(({ partial }) => known.has(partial.segment))) return true;
    this.#require("terms");
    this.#terms.add(term);
    return false;
  }

  /** Returns true when the vectors of some chunks are here; of all chunks without `spans`. */
  hasVectors(spans?: readonly ChunkSpan[]): boolean {
    return this.#hasBlocks("vectors", ({ partial: { head }, snapshot }) => {
      const wanted = spans === undefined ? head.vectors : listBlocks(spans, snapshot);
      return wanted.filter((block) => head.vectors.includes(block));
    });
  }

  /**
   * Returns true when the parts and the vectors of the names of some documents are stored here.
   * Without `documents`, all documents are checked.
   */
  hasDetails(documents?: readonly number[]): boolean {
    return this.#hasBlocks("details", (one) => {
      const { details } = one.partial.head;
      if (documents === undefined) return [...details.keys()];
      const numbers = this.#numberDocuments(one);
      return documents.flatMap((id) => {
        const number = numbers.get(id);
        return number === undefined ? [] : [details.findLastIndex((first) => first <= number)];
      });
    });
  }

  /** Returns the rows that were missing since the last call; undefined when there are none. */
  consume(): RequestedRows | undefined {
    if (this.#kind === undefined) return undefined;
    const wanted = { terms: this.#terms, blocks: this.#blocks };
    this.#kind = undefined;
    this.#terms = new Set();
    this.#blocks = new Map();
    return wanted;
  }

  #hasBlocks(sort: RowKind, listNumbers: (segment: LocatedSegment) => readonly number[]): boolean {
    let isHere = true;
    for (const one of this.#partial) {
      const { segment } = one.partial;
      const fetched = listFetchedBlocks(this.#store, segment);
      for (const number of listNumbers(one)) {
        const block = `${sort}-${number}`;
        if (fetched.has(block)) continue;
        if (isHere) this.#require(sort);
        isHere = false;
        this.#blocks.getOrInsertComputed(segment, () => new Set()).add(block);
      }
    }
    return isHere;
  }

  #numberDocuments(
    { partial, snapshot }: LocatedSegment,
  ): ReadonlyMap<number, number> {
    return this.#numbers.getOrInsertComputed(
      partial.segment,
      () => new Map(listRuns(snapshot).map(({ document }, number) => [document, number])),
    );
  }

  #require(sort: RowKind): void {
    if (this.#kind !== undefined && this.#kind !== sort) throw new ViewStopped();
    this.#kind = sort;
  }
}
