import type { ChunkSpan } from "@dossier/core/rank";
import type { WantedRows } from "../shared/fetch_rows.ts";
import type { Store } from "../store/open_store.ts";
import type { PostingList } from "../store/postings.ts";
import { listRuns } from "../store/segments.ts";
import {
  listFetchedBlocks,
  listPartialSegments,
  type PartialSegment,
} from "../store/shared_segments.ts";
import { type LexicalSnapshot, listBlocks, type SnapshotSegment } from "./lexical_snapshot.ts";

/** Ends a look that goes by what it could not be told. */
export class LookStopped extends Error {}

/** The sorts of rows that may be missing. */
type RowSort = "terms" | "vectors" | "details";

/** A partial segment, and its place in the snapshot. */
interface PlacedSegment {
  readonly from: PartialSegment;
  readonly place: SnapshotSegment;
}

/**
 * Notes what a look at an index lacks, as some of its segments are kept elsewhere.
 *
 * A look goes on with nothing in the place of what it lacks as long as it asks for the same sort of rows, so that those
 * are fetched together; what it asks for besides may follow from that nothing, and so stops it.
 */
export class MissingRows {
  readonly #store: Store;
  readonly #partial: readonly PlacedSegment[];
  /** Number in its segment of each document of some, by the row number of the segment. */
  readonly #numbers = new Map<number, ReadonlyMap<number, number>>();
  #sort: RowSort | undefined;
  #terms = new Set<string>();
  #blocks = new Map<number, Set<string>>();

  private constructor(store: Store, partial: readonly PlacedSegment[]) {
    this.#store = store;
    this.#partial = partial;
  }

  /** Returns what notes what is missing of an index; undefined where all of it is here. */
  static open(store: Store, { segments }: Pick<LexicalSnapshot, "segments">) {
    const partial = listPartialSegments(store);
    if (partial.length === 0) return undefined;
    return new MissingRows(
      store,
      partial.map((from) => ({ from, place: segments.get(from.segment)! })),
    );
  }

  /**
   * Returns whether it is known where a term occurs.
   *
   * @param lists Those of the term that are here, empty ones included.
   */
  knowsTerm(term: string, lists: readonly PostingList[]): boolean {
    const known = new Set(lists.map(({ segment }) => segment));
    if (this.#partial.every(({ from }) => known.has(from.segment))) return true;
    this.#ask("terms");
    this.#terms.add(term);
    return false;
  }

  /** Returns whether the vectors of some chunks are here; of all without `spans`. */
  hasVectors(spans?: readonly ChunkSpan[]): boolean {
    return this.#hasBlocks("vectors", ({ from: { head }, place }) => {
      const wanted = spans === undefined ? head.vectors : listBlocks(spans, place);
      return wanted.filter((block) => head.vectors.includes(block));
    });
  }

  /** Returns whether the parts of some documents and the vectors of their names are here; of all without `documents`. */
  hasDetails(documents?: readonly number[]): boolean {
    return this.#hasBlocks("details", (one) => {
      const { details } = one.from.head;
      if (documents === undefined) return [...details.keys()];
      const numbers = this.#numberDocuments(one);
      return documents.flatMap((id) => {
        const number = numbers.get(id);
        return number === undefined ? [] : [details.findLastIndex((first) => first <= number)];
      });
    });
  }

  /** Returns what was found missing since the last call; undefined where nothing was. */
  take(): WantedRows | undefined {
    if (this.#sort === undefined) return undefined;
    const wanted = { terms: this.#terms, blocks: this.#blocks };
    this.#sort = undefined;
    this.#terms = new Set();
    this.#blocks = new Map();
    return wanted;
  }

  #hasBlocks(sort: RowSort, listNumbers: (segment: PlacedSegment) => readonly number[]): boolean {
    let isHere = true;
    for (const one of this.#partial) {
      const { segment } = one.from;
      const fetched = listFetchedBlocks(this.#store, segment);
      for (const number of listNumbers(one)) {
        const block = `${sort}-${number}`;
        if (fetched.has(block)) continue;
        if (isHere) this.#ask(sort);
        isHere = false;
        this.#blocks.getOrInsertComputed(segment, () => new Set()).add(block);
      }
    }
    return isHere;
  }

  #numberDocuments({ from, place }: PlacedSegment): ReadonlyMap<number, number> {
    return this.#numbers.getOrInsertComputed(
      from.segment,
      () => new Map(listRuns(place).map(({ document }, number) => [document, number])),
    );
  }

  #ask(sort: RowSort): void {
    if (this.#sort !== undefined && this.#sort !== sort) throw new LookStopped();
    this.#sort = sort;
  }
}
