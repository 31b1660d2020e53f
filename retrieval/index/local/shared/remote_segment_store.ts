import type { Note } from "@dossier/core";
import { RetrievalError } from "../../../machine/mod.ts";
import type { RemovedTrees } from "../../index_store.ts";
import type { NamedBlock } from "./segment_blocks.ts";

/** Error when a remote store no longer has a block. Its contents must be built from the files again. */
export class MissingBlockError extends RetrievalError {
  /**
   * @param address Address of the remote store, as shown to people.
   * @param block Name of the block in the store.
   */
  constructor(address: string, block: string, options?: ErrorOptions) {
    super("index-unreachable", {
      action: "answer from the index",
      rule: `the cluster at ${address} no longer has its block "${block}"`,
      fix: "repeat the request, which reads the files instead",
    }, options);
  }
}

/** Location of a block in a remote store. */
export interface BlockLocation {
  /** Name of the segment. */
  readonly segment: string;
  /** Name of the block within the segment; see `segment_blocks.ts`. */
  readonly block: string;
}

/** Tree in a remote store: the segments that contain its documents. It is stored as JSON. */
export interface SharedTree {
  /** Version of the format of the index. Trees of another version are not imported. */
  readonly fingerprint: string;
  /** Model of the vectors; undefined without vectors. */
  readonly embedder: string | undefined;
  /** Exclusion rules with which the tree was indexed, as JSON. */
  readonly rules: string | undefined;
  readonly documents: number;
  readonly chunks: number;
  readonly segments: readonly SharedTreeSegment[];
}

/** Segment of a tree. */
export interface SharedTreeSegment {
  readonly name: string;
  /** Numbers, within the segment, of documents that the tree does not contain, in ascending order. */
  readonly dead: readonly number[];
}

/** Properties that a tree must have to be imported. */
export type TreeCriteria = Pick<SharedTree, "fingerprint" | "embedder">;

/** Store of segments and trees on other machines. */
export interface RemoteSegmentStore extends Disposable {
  /** Address of the store, as shown to people. */
  readonly address: string;

  /**
   * Returns blocks, in the order of their locations.
   *
   * @throws {MissingBlockError} When the store no longer has one of them.
   * @throws {RetrievalError} `index-unreachable` when they cannot be read at the moment, `index-refused`
   * when the user may not read them.
   */
  readBlocks(locations: readonly BlockLocation[]): Promise<readonly Uint8Array[]>;

  /**
   * Writes a segment, and returns its name in the store. Blocks that the store has already are not
   * sent again.
   *
   * @param blocks All blocks of the segment.
   */
  writeSegment(blocks: readonly NamedBlock[]): Promise<string>;

  /**
   * Updates the time of last use of segments, so that they are not removed before a tree names them.
   * Returns the names of segments that the store does not have.
   */
  touchSegments(segments: readonly string[]): Promise<ReadonlySet<string>>;

  /**
   * Returns the tree that is probably most similar to the tree of this machine; undefined when no
   * tree meets the criteria.
   */
  findTree(criteria: TreeCriteria): Promise<SharedTree | undefined>;

  /**
   * Writes the tree of this machine, and its files where the store keeps them. The store must have all
   * segments of the tree. Returns notes about what was not written.
   */
  writeTree(tree: SharedTree): Promise<readonly Note[]>;

  /**
   * Removes trees that are older than an age in milliseconds, except the newest tree of each
   * repository. Then removes segments that no tree names. Returns the numbers of both.
   */
  removeGarbage(maxAgeMs: number): Promise<RemovedTrees>;
}

/** Opens the remote store of an index; returns undefined when none is configured. */
export type RemoteStoreOpener = () => Promise<RemoteSegmentStore | undefined>;
