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
export class ViewStopped extends Error {}

/** The sorts of rows that may be missing. */
type RowKind = "terms" | "vectors" | "details";

/** A partial segment, and its place in the snapshot. */
interface LocatedSegment {
  readonly partial: PartialSegment;
  readonly snapshot: SnapshotSegment;
}

/**
 * Notes what a look at an index lacks, as some of its segments are kept elsewhere.
 *
 * A look goes on with nothing in the place of what it lacks as long as it asks for the same sort of rows, so that those
 * are fetched together; what it asks for besides may follow from that nothing, and so stops it.
 */
export class MissingRows {
  readonly #store: Store;
  readonly #partial: readonly LocatedSegment[];
  /** Number in its segment of each document of some, by the row number of the segment. */
  readonly #numbers = new Map<number, ReadonlyMap<number, number>>();
  #kind: RowKind | undefined;
  #terms = new Set<string>();
  #blocks = new Map<number, Set<string>>();

  private constructor(store: Store, partial: readonly LocatedSegment[]) {
    this.#store = store;
    this.#partial = partial;
  }

  /** Returns what notes what is missing of an index; undefined where all of it is here. */
  static open(store: Store, { segments }: Pick<LexicalSnapshot, "segments">) {
    const partial = listPartialSegments(store);
    if (partial.length === 0) return undefined;
    return new MissingRows(
      store,
      partial.map((one) => ({ partial: one, snapshot: segments.get(one.segment)! })),
    );
  }

  /**
   * Returns whether it is known where a term occurs.
   *
   * @param lists Those of the term that are here, empty ones included.
   */
  knowsTerm(term: string, lists: readonly PostingList[]): boolean {
    const known = new Set(lists.map(({ segment }) => segment));
    if (this.#partial.every(({ partial }) => known.has(partial.segment))) return true;
    this.#require("terms");
    this.#terms.add(term);
    return false;
  }

  /** Returns whether the vectors of some chunks are here; of all without `spans`. */
  hasVectors(spans?: readonly ChunkSpan[]): boolean {
    return this.#hasBlocks("vectors", ({ partial: { head }, snapshot }) => {
      const wanted = spans === undefined ? head.vectors : listBlocks(spans, snapshot);
      return wanted.filter((block) => head.vectors.includes(block));
    });
  }

  /** Returns whether the parts of some documents and the vectors of their names are here; of all without `documents`. */
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

  /** Returns what was found missing since the last call; undefined where nothing was. */
  consume(): WantedRows | undefined {
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
