import { isContextError } from "@dossier/core/errors";
import {
  acquireIndexLock,
  basename,
  contentHash,
  lstatOrUndefined,
  RetrievalError,
} from "../../machine/mod.ts";
import type { BlockLocation } from "../local/mod.ts";
import { Cluster, type ClusterHit } from "./cluster.ts";
import { ClusterSegmentStore } from "./cluster_segment_store.ts";
import { formatIndexName, TREES_INDEX } from "./cluster_indexes.ts";
import type { ClusterConfig } from "./cluster_config.ts";
import {
  BRANCH_PREFIX,
  type CloneDocument,
  listCloneIds,
  NEWEST_CLONE,
  type SharedPack,
} from "./clone_document.ts";
import { checkOutCommit, createClone, importPack } from "./clone_with_git.ts";
import { type CloneRecord, readCloneRecord, writeCloneRecord } from "./clone_record.ts";
import { listPackBlocks } from "./commit_pack.ts";
import { COMMIT_REGEXP } from "./tree_views.ts";
import { findUserCluster } from "./find_user_cluster.ts";

/** Number of blocks of a pack that one request reads: 16 MB, and a third more in Base64. */
const BLOCKS_PER_READ = 16;

/** Maximum time to wait for another process that updates the same clone, in milliseconds. */
const LOCK_WAIT_MS = 600_000;

/** Number of characters of the hash in the path of a clone. */
const HASH_LENGTH = 16;

/** Maximum number of names of repositories or branches in a message. */
const MAX_LISTED = 10;

/** Repository in a cluster. */
export interface ClusterRepository {
  readonly name: string;
  /** Names of the branches that can be cloned, and `newest`. */
  readonly views: readonly string[];
  /** Time at which the newest commit was sent, ISO 8601. */
  readonly updated: string;
}

/** Clone on this machine of a repository in a cluster. */
export interface ClusterClone {
  /** Absolute path of the work tree. */
  readonly path: string;
  readonly record: CloneRecord;
  /** Reason why the cluster could not be asked for newer commits; absent when it was asked. */
  readonly problem?: string;
}

/** View of a repository, without its commit. */
type ListedView = Omit<CloneDocument, "tree">;

/** Repositories in a cluster, with their clones on this machine. */
export class ClusterClones implements AsyncDisposable {
  readonly #config: ClusterConfig;
  readonly #cluster: Cluster;
  readonly #store: ClusterSegmentStore;
  readonly #index: string;
  readonly #folder: string;
  /** Full names of repositories, by the suffixes that the caller named them with. */
  readonly #fullNames = new Map<string, string>();

  /** @param cache Absolute path of the user's cache folder, in which clones are kept. */
  constructor(config: ClusterConfig, cache: string) {
    this.#config = config;
    this.#cluster = new Cluster(config);
    this.#index = formatIndexName(config, TREES_INDEX);
    this.#folder = `${cache}/dossier/clones`;
    this.#store = new ClusterSegmentStore(this.#folder, config, this.#cluster);
  }

  /**
   * Returns the repositories that can be cloned, in the order of their names.
   *
   * @throws {RetrievalError} `index-unreachable`, `index-refused`.
   */
  async list(): Promise<readonly ClusterRepository[]> {
    const found: ListedView[] = [];
    const hits = this.#cluster.searchAll<ClusterHit & { readonly _source: ListedView }>(
      this.#index,
      {
        query: { prefix: { view: BRANCH_PREFIX } },
        sort: [{ repository: "asc" }, { view: "asc" }],
        _source: ["repository", "view", "updated"],
      },
    );
    for await (const { _source } of hits) found.push(_source);
    const byName = Map.groupBy(found, ({ repository }) => repository);
    return [...byName].map(([name, documents]) => ({
      name,
      views: documents.map(({ view }) => view.slice(BRANCH_PREFIX.length)),
      updated: documents.map(({ updated }) => updated).sort().at(-1)!,
    }));
  }

  /**
   * Returns a clone of a repository, updated to the commit in the cluster. When the cluster cannot be reached,
   * returns an existing clone without updating it.
   * @param reference Name of a repository, or a unique suffix of it, optionally followed by `@` and a branch
   * or a commit id.
   * @throws {RetrievalError} `root-not-found` when the cluster has no such repository or view; `index-unreachable`,
   * `index-refused`.
   */
  async open(reference: string): Promise<ClusterClone> {
    const at = reference.lastIndexOf("@");
    const name = at < 0 ? reference : reference.slice(0, at);
    const view = at < 0 ? NEWEST_CLONE : reference.slice(at + 1);
    const path = await this.#locate(name, view);
    const existing = readCloneRecord(`${path}/.git`);
    let document: CloneDocument;
    try {
      document = await this.#find(name, view);
    } catch (error) {
      const isUnreachable = isContextError(error) && error.code === "index-unreachable";
      if (!isUnreachable || existing === undefined) throw error;
      return { path, record: existing, problem: error.message };
    }
    if (existing !== undefined && isCurrent(existing, document)) return { path, record: existing };
    Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
    const lock = await acquireIndexLock(`${path}.lock`, { waitMs: LOCK_WAIT_MS });
    using _ = lock;
    const record = await this.#update(path, { view, document });
    return { path, record };
  }

  /** Closes all connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cluster[Symbol.asyncDispose]();
  }

  /** Returns the document of a view of the repository with a name, or with a name that ends in it. */
  async #find(name: string, view: string): Promise<CloneDocument> {
    const exact = await this.#read(this.#fullNames.get(name) ?? name, view);
    if (exact !== undefined) return exact;
    const all = await this.list();
    const matches = all.filter((one) => one.name === name || one.name.endsWith(`/${name}`));
    if (matches.length > 1) {
      throw this.#toNotFoundError(
        name,
        `several repositories of the cluster have that ending: ${formatNames(matches)}`,
      );
    }
    const [match] = matches;
    if (match === undefined) {
      const available = all.length === 0
        ? 'it contains none: send one with "index --store opensearch"'
        : `it has ${formatNames(all)}`;
      throw this.#toNotFoundError(name, `the cluster has no repository "${name}": ${available}`);
    }
    this.#fullNames.set(name, match.name);
    const document = await this.#read(match.name, view);
    if (document !== undefined) return document;
    const listed = match.views.slice(0, MAX_LISTED).map((branch) => `"${branch}"`).join(", ");
    throw this.#toNotFoundError(
      match.name,
      `the cluster has no branch or full commit id "${view}" of it: it has ${listed}`,
    );
  }

  async #read(repository: string, view: string): Promise<CloneDocument | undefined> {
    const ids = await listCloneIds(repository, [view]);
    const [document] = await this.#cluster.read(this.#index, ids);
    return document as CloneDocument | undefined;
  }

  /** Returns the path of the clone of a view. Its last component is that of the repository's name. */
  async #locate(name: string, view: string): Promise<string> {
    const { nodes, prefix } = this.#config;
    const key = JSON.stringify([nodes[0], prefix, name, view]);
    const hash = await contentHash(new TextEncoder().encode(key));
    const folderName = basename(name).replaceAll(/[^\w.-]+/g, "-").replace(/^\.+/, "") || "root";
    return `${this.#folder}/${hash.slice(0, HASH_LENGTH)}/${folderName}`;
  }

  /** Updates a clone to a commit, and returns its record. The caller holds the lock of the clone. */
  async #update(
    path: string,
    { view, document }: { readonly view: string; readonly document: CloneDocument },
  ): Promise<CloneRecord> {
    const { repository, updated, tree } = document;
    // git must not take what others have written to the cluster for an option.
    if (![tree.commit, ...tree.shallow].every((id) => COMMIT_REGEXP.test(id))) {
      throw this.#toNotFoundError(repository, "its commit in the cluster has an invalid id");
    }
    const git = `${path}/.git`;
    const known = readCloneRecord(git);
    // Another process may have updated it before the lock was acquired.
    if (known !== undefined && isCurrent(known, document)) return known;
    if (known?.commit !== tree.commit) {
      if (lstatOrUndefined(git) === undefined) await createClone(path);
      const knownPacks = new Set(known?.segments);
      for (const pack of tree.packs) {
        if (!knownPacks.has(pack.segment)) await importPack(path, this.#readPack(pack));
      }
      await checkOutCommit(path, tree);
    }
    const segments = tree.packs.map(({ segment }) => segment);
    const record = { repository, view, commit: tree.commit, updated, segments };
    writeCloneRecord(git, record);
    return record;
  }

  /** Yields the bytes of a pack. */
  async *#readPack({ segment, blocks }: SharedPack): AsyncGenerator<Uint8Array> {
    const locations = listPackBlocks(blocks).map((block): BlockLocation => ({ segment, block }));
    for (let first = 0; first < locations.length; first += BLOCKS_PER_READ) {
      yield* await this.#store.readBlocks(locations.slice(first, first + BLOCKS_PER_READ));
    }
  }

  #toNotFoundError(name: string, reason: string): RetrievalError {
    const addresses = this.#config.nodes.join(", ");
    return new RetrievalError(
      "root-not-found",
      `Cannot open "cluster:${name}" in the cluster at ${addresses} as ${reason}`,
    );
  }
}

/** True when a clone has the commit of a document, and when it was last sent. */
function isCurrent(record: CloneRecord, { updated, tree }: CloneDocument): boolean {
  return record.commit === tree.commit && record.updated === updated;
}

function formatNames(repositories: readonly ClusterRepository[]): string {
  const names = repositories.map(({ name }) => `"${name}"`);
  const more = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : "";
  return `${names.slice(0, MAX_LISTED).join(", ")}${more}`;
}

/**
 * Returns the repositories and clones of the cluster that the user has configured.
 * @param folder Current folder of the user.
 * @param cache Absolute path of the user's cache folder.
 * @throws {RetrievalError} `invalid-config` when no cluster is configured.
 */
export async function openUserClones(folder: string, cache: string): Promise<ClusterClones> {
  const config = await findUserCluster(folder);
  if (config !== undefined) return new ClusterClones(config, cache);
  throw new RetrievalError("invalid-config", {
    action: "open a repository in the cluster",
    rule: "no cluster is configured",
    fix: 'set DOSSIER_OPENSEARCH, or "index" in your own settings',
  });
}
