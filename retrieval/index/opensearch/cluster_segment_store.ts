import { Buffer } from "node:buffer";
import type { Note } from "@dossier/core";
import { contentHash, RetrievalError } from "../../machine/mod.ts";
import type { RemovedTrees } from "../index_store.ts";
import {
  type BlockLocation,
  MissingBlockError,
  type NamedBlock,
  type RemoteSegmentStore,
  type SharedTree,
  type TreeCriteria,
} from "../local/mod.ts";
import type { ClusterDocument } from "./bulk_writer.ts";
import { Cluster } from "./cluster.ts";
import type { ClusterConfig } from "./cluster_config.ts";
import { BLOCKS_INDEX, formatIndexName, TREES_INDEX } from "./cluster_indexes.ts";
import { GRACE_PERIOD_MS, removeGarbage } from "./remove_garbage.ts";
import { sendCommit } from "./send_commit.ts";
import {
  findExactCommit,
  findRepositoryName,
  isRepositoryRoot,
  listSimilarViews,
  NEWEST_VIEW,
} from "./tree_views.ts";

/** Number of characters of the name of a segment: half of a SHA-256, enough to be unique in a cluster. */
const HASH_LENGTH = 32;

/**
 * Maximum time of sending a segment, in milliseconds. It is half of the age at which blocks without a seal
 * are removed, so that all blocks still exist when the seal is written.
 */
const MAX_SEND_MS = GRACE_PERIOD_MS / 2;

/**
 * Document with a block, or seal of a segment. The seal has no data, and its id is the name of the segment.
 * It is written when the cluster has acknowledged all blocks, and removed before the first block is removed.
 */
interface BlockDocument {
  /** Bytes of the block, compressed with deflate and encoded in Base64; absent in a seal. */
  readonly data?: string;
  readonly segment: string;
  /**
   * Time at which the block was written, or at which the sealed segment was last sent or named by a tree,
   * ISO 8601.
   */
  readonly written: string;
}

/** Document with a tree. */
interface TreeDocument {
  readonly repository: string;
  readonly view: string;
  readonly updated: string;
  readonly tree: SharedTree;
}

/** Remote store of segments and trees in a cluster of OpenSearch. Each block and each tree is a document. */
export class ClusterSegmentStore implements RemoteSegmentStore {
  readonly address: string;
  readonly #root: string;
  readonly #cluster: Cluster;
  readonly #blocksIndex: string;
  readonly #treesIndex: string;
  readonly #sendsCommits: boolean;
  /** Resolves when both indexes exist and are ours; undefined before the first attempt and after a failure. */
  #created: Promise<void> | undefined;

  /** @param root Absolute path of the tree. */
  constructor(root: string, config: ClusterConfig, cluster: Cluster = new Cluster(config)) {
    this.address = config.nodes.join(", ");
    this.#root = root;
    this.#cluster = cluster;
    this.#blocksIndex = formatIndexName(config, BLOCKS_INDEX);
    this.#treesIndex = formatIndexName(config, TREES_INDEX);
    this.#sendsCommits = config.sendsCommits ?? true;
  }

  async readBlocks(locations: readonly BlockLocation[]): Promise<readonly Uint8Array[]> {
    const ids = locations.map(({ segment, block }) => `${segment}-${block}`);
    const [read, { inflateSync }] = await Promise.all([
      this.#cluster.read(this.#blocksIndex, ids),
      import("node:zlib"),
    ]);
    return read.map((document, i) => {
      if (document === undefined) throw new MissingBlockError(this.address, ids[i]!);
      try {
        return new Uint8Array(
          inflateSync(Buffer.from((document as BlockDocument).data!, "base64")),
        );
      } catch (cause) {
        throw new MissingBlockError(this.address, ids[i]!, { cause });
      }
    });
  }

  async writeSegment(blocks: readonly NamedBlock[]): Promise<string> {
    await this.#createIndexes();
    const hashes = await Promise.all(blocks.map(({ bytes }) => contentHash(bytes)));
    const listed = blocks.map(({ name }, i) => `${name} ${hashes[i]}\n`).join("");
    const hash = await contentHash(new TextEncoder().encode(listed));
    const segment = hash.slice(0, HASH_LENGTH);
    const idOf = ({ name }: NamedBlock) => `${segment}-${name}`;
    const start = Date.now();
    const written = new Date(start).toISOString();
    // A segment with a seal has all blocks, except those that the cluster has lost. Without a seal, a block
    // that is found may never have been acknowledged, or may be about to be removed. Then all are sent.
    const isSealed = (await this.touchSegments([segment])).size === 0;
    const ids = blocks.map(idOf);
    const missing = isSealed
      ? await this.#cluster.listMissing(this.#blocksIndex, ids)
      : new Set(ids);
    if (isSealed && missing.size === 0) return segment;
    const { deflateSync } = await import("node:zlib");
    const documents = Iterator.from(blocks).filter((block) => missing.has(idOf(block)))
      .map((block): ClusterDocument => {
        const data = deflateSync(block.bytes).toString("base64");
        const source: BlockDocument = { data, segment, written };
        return { id: idOf(block), source };
      });
    await this.#cluster.write(this.#blocksIndex, documents);
    if (Date.now() - start > MAX_SEND_MS) throw createSendTimeoutError(this.address);
    const seal: BlockDocument = { segment, written: new Date().toISOString() };
    await this.#cluster.write(this.#blocksIndex, [{ id: segment, source: seal }]);
    return segment;
  }

  /**
   * Updates the time of last use of segments, so that they are not removed before a tree names them.
   * Returns the names of segments without a seal.
   */
  touchSegments(segments: readonly string[]): Promise<ReadonlySet<string>> {
    const written = new Date().toISOString();
    return this.#cluster.update(this.#blocksIndex, segments, { written });
  }

  async removeGarbage(maxAgeMs: number): Promise<RemovedTrees> {
    await this.#createIndexes();
    const indexes = { blocks: this.#blocksIndex, trees: this.#treesIndex };
    return await removeGarbage(this.#cluster, indexes, { now: Date.now(), maxAgeMs });
  }

  async findTree(criteria: TreeCriteria): Promise<SharedTree | undefined> {
    if (!await this.#hasIndexes()) return undefined;
    const ids = await this.#listIds(criteria, await listSimilarViews(this.#root));
    const found = (await this.#cluster.read(this.#treesIndex, ids)).find((one) =>
      one !== undefined
    );
    return (found as TreeDocument | undefined)?.tree;
  }

  async writeTree(tree: SharedTree): Promise<readonly Note[]> {
    await this.#createIndexes();
    const [missing] = await this.touchSegments(tree.segments.map((segment) => segment.name));
    if (missing !== undefined) throw new MissingBlockError(this.address, missing);
    const commit = await findExactCommit(this.#root);
    const views = commit === undefined ? [NEWEST_VIEW] : [commit, NEWEST_VIEW];
    const ids = await this.#listIds(tree, views);
    const repository = findRepositoryName(this.#root);
    const updated = new Date().toISOString();
    const documents = views.map((view, i) => {
      const source: TreeDocument = { repository, view, updated, tree };
      return { id: ids[i]!, source };
    });
    await this.#cluster.write(this.#treesIndex, documents);
    if (!this.#sendsCommits) return [];
    if (commit === undefined) return [noteUnsentCommit("the tree is not exactly a commit")];
    if (!isRepositoryRoot(this.#root)) {
      return [noteUnsentCommit("the root is not the top folder of the repository")];
    }
    const target = { cluster: this.#cluster, index: this.#treesIndex, segments: this, repository };
    const isSent = await sendCommit(this.#root, commit, target);
    return isSent ? [] : [noteUnsentCommit("git cannot pack it, or it is too large")];
  }

  /** Closes all connections. */
  [Symbol.dispose](): void {
    void this.#cluster[Symbol.asyncDispose]();
  }

  /** Returns the ids of the documents with some views of the repository, for the version and model of an index. */
  async #listIds(
    { fingerprint, embedder = "" }: TreeCriteria,
    views: readonly string[],
  ): Promise<readonly string[]> {
    const key = [findRepositoryName(this.#root), fingerprint, embedder].join("\n");
    const hash = await contentHash(new TextEncoder().encode(key));
    return views.map((view) => `${hash.slice(0, HASH_LENGTH)}-${view}`);
  }

  async #hasIndexes(): Promise<boolean> {
    const found = await Promise.all([
      this.#cluster.checkIndex(this.#blocksIndex, BLOCKS_INDEX),
      this.#cluster.checkIndex(this.#treesIndex, TREES_INDEX),
    ]);
    return found.every((exists) => exists);
  }

  #createIndexes(): Promise<void> {
    const create = async () => {
      await this.#cluster.createIndex(this.#blocksIndex, BLOCKS_INDEX);
      await this.#cluster.createIndex(this.#treesIndex, TREES_INDEX);
    };
    return this.#created ??= create().catch((error) => {
      this.#created = undefined;
      throw error;
    });
  }
}

function noteUnsentCommit(reason: string): Note {
  return {
    code: "commit-not-sent",
    message: `No commit was sent as ${reason}, so other machines need a clone to use this index`,
  };
}

function createSendTimeoutError(address: string): RetrievalError {
  return new RetrievalError("index-unreachable", {
    action: `send a part of the index to the cluster at ${address}`,
    rule: `it must take no longer than ${MAX_SEND_MS / 3_600_000} hours`,
    fix: "send it again",
  });
}
