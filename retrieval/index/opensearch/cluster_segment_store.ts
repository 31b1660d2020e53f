import { Buffer } from "node:buffer";
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
import { Cluster, type ClusterDocument } from "./cluster.ts";
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

/** Characters of the name of a segment: half of a SHA-256, as it has to tell segments of one cluster apart. */
const HASH_LENGTH = 32;

/**
 * Maximum time in which a segment is sent, in milliseconds: half of the age from which on blocks without a seal are
 * removed, so that none is missing when the seal is written.
 */
const MAX_SEND_MS = GRACE_PERIOD_MS / 2;

/**
 * Document with a block. The seal of a segment is one without a block whose id is the segment: it is written when all
 * blocks are acknowledged, and removed before any block is.
 */
interface BlockDocument {
  /** Deflated, in Base64. */
  readonly data?: string;
  readonly segment: string;
  /** Time at which a block was written, or a segment was last sent or named by a tree, ISO 8601. */
  readonly written: string;
}

/** A document with a tree. */
interface TreeDocument {
  readonly repository: string;
  readonly view: string;
  readonly updated: string;
  readonly tree: SharedTree;
}

/** The segments of a tree in a cluster of OpenSearch. Each block is a document, and so is what a tree consists of. */
export class ClusterSegmentStore implements RemoteSegmentStore {
  readonly address: string;
  readonly #root: string;
  readonly #cluster: Cluster;
  readonly #blocks: string;
  readonly #trees: string;
  readonly #sendsCommits: boolean;
  /** Settled when the indexes are known to be ours; anew when that failed. */
  #checked: Promise<void> | undefined;

  /** @param root Absolute path of the tree. */
  constructor(root: string, place: ClusterConfig, cluster: Cluster = new Cluster(place)) {
    this.address = place.nodes.join(", ");
    this.#root = root;
    this.#cluster = cluster;
    this.#blocks = formatIndexName(place, BLOCKS_INDEX);
    this.#trees = formatIndexName(place, TREES_INDEX);
    this.#sendsCommits = place.sendsCommits ?? true;
  }

  async readBlocks(places: readonly BlockLocation[]): Promise<readonly Uint8Array[]> {
    const ids = places.map(({ segment, block }) => `${segment}-${block}`);
    const [read, { inflateSync }] = await Promise.all([
      this.#cluster.read(this.#blocks, ids),
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
    await this.#makeIndexes();
    const hashes = await Promise.all(blocks.map(({ bytes }) => contentHash(bytes)));
    const listed = blocks.map(({ name }, i) => `${name} ${hashes[i]}\n`).join("");
    const hash = await contentHash(new TextEncoder().encode(listed));
    const segment = hash.slice(0, HASH_LENGTH);
    const idOf = ({ name }: NamedBlock) => `${segment}-${name}`;
    const start = Date.now();
    const written = new Date(start).toISOString();
    // A segment with a seal has all blocks, but for those that the cluster has lost. Of one without, a block that is seen
    // may be one that was never acknowledged, or one that is about to be removed: all are sent.
    const isSealed = (await this.touchSegments([segment])).size === 0;
    const ids = blocks.map(idOf);
    const missing = isSealed ? await this.#cluster.listMissing(this.#blocks, ids) : new Set(ids);
    if (isSealed && missing.size === 0) return segment;
    const { deflateSync } = await import("node:zlib");
    const documents = Iterator.from(blocks).filter((block) => missing.has(idOf(block)))
      .map((block): ClusterDocument => {
        const data = deflateSync(block.bytes).toString("base64");
        const source: BlockDocument = { data, segment, written };
        return { id: idOf(block), source };
      });
    await this.#cluster.write(this.#blocks, documents);
    if (Date.now() - start > MAX_SEND_MS) throw createSendTimeoutError(this.address);
    const seal: BlockDocument = { segment, written: new Date().toISOString() };
    await this.#cluster.write(this.#blocks, [{ id: segment, source: seal }]);
    return segment;
  }

  /** Notes that segments are about to be named by a tree, so that they are not removed. Returns those that are not there. */
  touchSegments(segments: readonly string[]): Promise<ReadonlySet<string>> {
    const written = new Date().toISOString();
    return this.#cluster.update(this.#blocks, segments, { written });
  }

  async removeGarbage(maxAgeMs: number): Promise<RemovedTrees> {
    await this.#makeIndexes();
    const indexes = { blocks: this.#blocks, trees: this.#trees };
    return await removeGarbage(this.#cluster, indexes, { now: Date.now(), maxAgeMs });
  }

  async findTree(kind: TreeCriteria): Promise<SharedTree | undefined> {
    if (!await this.#checkIndexes()) return undefined;
    const ids = await this.#listIds(kind, await listSimilarViews(this.#root));
    const found = (await this.#cluster.read(this.#trees, ids)).find((one) => one !== undefined);
    return (found as TreeDocument | undefined)?.tree;
  }

  async writeTree(tree: SharedTree): Promise<void> {
    await this.#makeIndexes();
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
    await this.#cluster.write(this.#trees, documents);
    if (commit === undefined || !this.#sendsCommits || !isRepositoryRoot(this.#root)) return;
    const target = { cluster: this.#cluster, index: this.#trees, segments: this, repository };
    await sendCommit(this.#root, commit, target);
  }

  /** Closes all connections. */
  [Symbol.dispose](): void {
    void this.#cluster[Symbol.asyncDispose]();
  }

  /** Returns the names of the documents with some views of the repository, as an index of a kind has them. */
  async #listIds(
    { fingerprint, embedder = "" }: TreeCriteria,
    views: readonly string[],
  ): Promise<readonly string[]> {
    const said = [findRepositoryName(this.#root), fingerprint, embedder].join("\n");
    const hash = await contentHash(new TextEncoder().encode(said));
    return views.map((view) => `${hash.slice(0, HASH_LENGTH)}-${view}`);
  }

  async #checkIndexes(): Promise<boolean> {
    const found = await Promise.all([
      this.#cluster.checkIndex(this.#blocks, BLOCKS_INDEX),
      this.#cluster.checkIndex(this.#trees, TREES_INDEX),
    ]);
    return found.every((isThere) => isThere);
  }

  #makeIndexes(): Promise<void> {
    const make = async () => {
      await this.#cluster.createIndex(this.#blocks, BLOCKS_INDEX);
      await this.#cluster.createIndex(this.#trees, TREES_INDEX);
    };
    return this.#checked ??= make().catch((error) => {
      this.#checked = undefined;
      throw error;
    });
  }
}

function createSendTimeoutError(name: string): RetrievalError {
  return new RetrievalError("index-unreachable", {
    action: `send a part of the index to the cluster at ${name}`,
    rule: `it must take no longer than ${MAX_SEND_MS / 3_600_000} hours`,
    fix: "send it again",
  });
}
