import { RetrievalError } from "../../../machine/mod.ts";
import type { RemovedTrees } from "../../index_store.ts";
import type { NamedBlock } from "./segment_blocks.ts";

/** A block is not where it was written: what is in it has to be made of the files again. */
export class MissingBlockError extends RetrievalError {
  /**
   * @param home Where it should be, as people are told.
   * @param block What it is called there.
   */
  constructor(home: string, block: string, options?: ErrorOptions) {
    super("index-unreachable", {
      action: "answer from the index",
      rule: `the cluster at ${home} no longer has its block "${block}"`,
      fix: "repeat the request, which reads the files instead",
    }, options);
  }
}

/** A block of a segment that is kept elsewhere. */
export interface BlockLocation {
  /** What the segment is called there. */
  readonly segment: string;
  /** As in `segment_blocks.ts`. */
  readonly block: string;
}

/** What of a tree is in which segments, as it is kept elsewhere. */
export interface SharedTree {
  /** The version of the index; what another version has written is not taken over. */
  readonly fingerprint: string;
  /** The model of the vectors; undefined without vectors. */
  readonly embedder: string | undefined;
  /** The exclusion rules by which it was made, as JSON. */
  readonly rules: string | undefined;
  readonly documents: number;
  readonly chunks: number;
  readonly segments: readonly SharedTreeSegment[];
}

/** A segment of a tree. */
export interface SharedTreeSegment {
  readonly name: string;
  /** Numbers in it of the documents that the tree does not have, ascending. */
  readonly dead: readonly number[];
}

/** What a tree that is taken over must be made by. */
export type TreeCriteria = Pick<SharedTree, "fingerprint" | "embedder">;

/** A place beyond this machine where segments of indexes are kept, and what of a tree is in which. */
export interface RemoteSegmentStore extends Disposable {
  /** Where it is, as people are told. */
  readonly address: string;

  /**
   * Returns blocks, in the order of their places.
   *
   * @throws {MissingBlockError} When there is one no more.
   * @throws {RetrievalError} `index-unreachable` when they can not be had just now, `index-refused` when they may not
   * be read.
   */
  readBlocks(places: readonly BlockLocation[]): Promise<readonly Uint8Array[]>;

  /**
   * Keeps a segment, of which only what is missing there is sent, and returns what it is called there.
   *
   * @param blocks All of it.
   */
  writeSegment(blocks: readonly NamedBlock[]): Promise<string>;

  /** Notes that segments are about to be named by a tree, so that they are not removed. Returns those that are not there. */
  touchSegments(segments: readonly string[]): Promise<ReadonlySet<string>>;

  /** Returns the tree there that has most in common with that of this home; undefined when there is none of the kind. */
  findTree(kind: TreeCriteria): Promise<SharedTree | undefined>;

  /** Keeps what of the tree of this home is in which segments, all of which are there. */
  writeTree(tree: SharedTree): Promise<void>;

  /**
   * Removes trees that are older than an age in milliseconds, but for the newest of each repository, and then segments
   * that no tree names.
   */
  removeGarbage(maxAgeMs: number): Promise<RemovedTrees>;
}

/** Opens where segments of an index are kept besides; undefined for nowhere. */
export type RemoteStoreOpener = () => Promise<RemoteSegmentStore | undefined>;
