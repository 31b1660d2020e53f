import { RetrievalError } from "../../machine/mod.ts";
import { BulkWriter, type ClusterDocument } from "./bulk_writer.ts";
import type { ClusterConfig } from "./cluster_config.ts";
import { ClusterConnection } from "./cluster_connection.ts";
import { BUSY_STATUSES, type NodeRefusal } from "./cluster_error.ts";

/** Maximum number of documents that one request reads. */
const MAX_READ_DOCUMENTS = 256;

/** Number of hits in one response to a search. */
const PAGE_SIZE = 1000;

/** Maximum number of documents that one request removes, so that a node responds before the timeout. */
const MAX_REMOVED_DOCUMENTS = 2000;

/**
 * Timeout of a request that reads documents by their ids, in milliseconds. Then the request is sent to
 * another node. A node needs only milliseconds, and the user waits for the documents.
 */
const READ_TIMEOUT_MS = 10_000;

/**
 * Maximum number of attempts to read documents. They take three seconds in total. In this time, other
 * nodes replace a node that has failed.
 */
const MAX_READ_ATTEMPTS = 6;

/** Time before the second attempt, in milliseconds. It doubles before each further attempt. */
const FIRST_RETRY_DELAY_MS = 100;

/** Type of the error of a node when an index does not exist. */
const INDEX_NOT_FOUND = "index_not_found_exception";

/** Options of {@link Cluster}. */
export interface ClusterOptions {
  /** Time before the second attempt of a request to an overloaded node, in milliseconds. @default 100 */
  readonly firstRetryDelayMs?: number;
  /** Timeout of reading documents, after which another node is asked, in milliseconds. @default 10000 */
  readonly readTimeoutMs?: number;
}

/** Client of a cluster of OpenSearch. It reads documents by their ids, and writes and replaces whole documents. */
export class Cluster implements AsyncDisposable {
  readonly #connection: ClusterConnection;
  readonly #writer: BulkWriter;
  readonly #firstRetryDelayMs: number;
  readonly #readTimeoutMs: number;

  /** Creates a client. The connection is opened by the first request. */
  constructor(
    config: ClusterConfig,
    { firstRetryDelayMs = FIRST_RETRY_DELAY_MS, readTimeoutMs = READ_TIMEOUT_MS }: ClusterOptions =
      {},
  ) {
    this.#connection = new ClusterConnection(config);
    this.#writer = new BulkWriter(this.#connection, firstRetryDelayMs);
    this.#firstRetryDelayMs = firstRetryDelayMs;
    this.#readTimeoutMs = readTimeoutMs;
  }

  /**
   * Returns documents in the order of their ids. Each document is in the state of its last acknowledged
   * write; it is undefined when it does not exist.
   *
   * @throws {RetrievalError} `index-unreachable`, `index-refused`; also when only some could be read.
   */
  async read(index: string, ids: readonly string[]): Promise<readonly (object | undefined)[]> {
    const documents = await this.#readAll(index, ids, { withSource: true });
    return documents.map(({ found, _source }) => found ? _source : undefined);
  }

  /**
   * Returns the ids, of those passed, for which no document exists.
   *
   * @throws {RetrievalError} As {@link Cluster.read}.
   */
  async listMissing(index: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const documents = await this.#readAll(index, ids, { withSource: false });
    return new Set(ids.filter((_, i) => !documents[i]!.found));
  }

  async #readAll(
    index: string,
    ids: readonly string[],
    { withSource }: { readonly withSource: boolean },
  ): Promise<readonly ReadDocument[]> {
    const found: ReadDocument[] = [];
    for (let at = 0; at < ids.length; at += MAX_READ_DOCUMENTS) {
      found.push(
        ...await this.#readBatch(index, ids.slice(at, at + MAX_READ_DOCUMENTS), { withSource }),
      );
    }
    return found;
  }

  /** Reads documents with one request. Retries with a delay while other nodes replace a failed node. */
  async #readBatch(
    index: string,
    ids: readonly string[],
    options: { readonly withSource: boolean },
  ): Promise<readonly ReadDocument[]> {
    let delayMs = this.#firstRetryDelayMs;
    for (let attempts = 1;; attempts++) {
      const { documents, refusal } = await this.#readOnce(index, ids, options);
      if (documents !== undefined) return documents;
      if (attempts === MAX_READ_ATTEMPTS) throw this.#connection.toError(refusal);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      delayMs *= 2;
    }
  }

  /** Attempts once to read documents. Returns all of them, or the refusal when not all could be read. */
  async #readOnce(
    index: string,
    ids: readonly string[],
    { withSource }: { readonly withSource: boolean },
  ): Promise<ReadOutcome> {
    let refusal: NodeRefusal | undefined;
    const response = await this.#connection.request<{ docs?: readonly ReadDocument[] } | undefined>(
      (client) =>
        client.mget(
          { index, _source: withSource, body: { ids: [...ids] } },
          { requestTimeout: this.#readTimeoutMs },
        ),
      {
        isExpected(refused) {
          refusal = refused;
          return BUSY_STATUSES.has(refused.status);
        },
      },
    );
    if (response === undefined) return { refusal: refusal! };
    const { docs = [] } = response;
    if (docs.length !== ids.length) {
      return { refusal: { status: 503, type: "", reason: "it answered only in part" } };
    }
    const { error } = docs.find((document) => document.error !== undefined) ?? {};
    // A missing index counts as an index without documents.
    if (error === undefined || error.type === INDEX_NOT_FOUND) return { documents: docs };
    return { refusal: { status: 503, type: error.type ?? "", reason: error.reason ?? "" } };
  }

  /**
   * Writes documents. See {@link BulkWriter.write}.
   *
   * @throws {RetrievalError} As {@link BulkWriter.write}.
   */
  write(index: string, documents: Iterable<ClusterDocument>): Promise<void> {
    return this.#writer.write(index, documents);
  }

  /**
   * Sets fields of documents, and returns the ids for which no document exists.
   *
   * @throws {RetrievalError} As {@link BulkWriter.write}.
   */
  update(index: string, ids: readonly string[], fields: object): Promise<ReadonlySet<string>> {
    return this.#writer.update(index, ids, fields);
  }

  /**
   * Makes all documents that were acknowledged before the call visible to searches.
   *
   * @throws {RetrievalError} As {@link Cluster.read}.
   */
  async refresh(index: string): Promise<void> {
    this.#checkShards(
      await this.#connection.request<ShardsResponse>((client) => client.indices.refresh({ index })),
    );
  }

  /**
   * Returns the response to a search.
   *
   * @throws {RetrievalError} As {@link Cluster.read}; also when only some could be searched.
   */
  async search<Response extends object>(index: string, body: object): Promise<Response> {
    const response = await this.#connection.request<Response & ShardsResponse>((client) =>
      client.search({
        index,
        allow_partial_search_results: false,
        // A missing index counts as an index without documents.
        ignore_unavailable: true,
        body,
      })
    );
    this.#checkShards(response);
    return response;
  }

  /**
   * Yields all hits of a search in the order of `sort`, which must differ for any two documents.
   *
   * @param body As of a search, without its size.
   * @throws {RetrievalError} As {@link Cluster.search}.
   */
  async *searchAll<Hit extends ClusterHit>(
    index: string,
    body: { readonly sort: readonly object[]; readonly [name: string]: unknown },
  ): AsyncGenerator<Hit> {
    let after: ClusterHit["sort"] | undefined;
    for (;;) {
      const { hits: { hits } } = await this.search<{ hits: { hits: readonly Hit[] } }>(index, {
        ...body,
        size: PAGE_SIZE,
        ...after === undefined ? {} : { search_after: after },
      });
      yield* hits;
      if (hits.length < PAGE_SIZE) return;
      after = hits.at(-1)!.sort;
    }
  }

  /**
   * Removes the documents that match a query, except those that are written during the call. Returns the
   * number of removed documents.
   *
   * @throws {RetrievalError} As {@link Cluster.write}; some may have been removed then.
   */
  async remove(index: string, query: object): Promise<number> {
    await this.refresh(index);
    for (let removed = 0;;) {
      const { deleted = 0, total = 0, timed_out: isTimedOut, failures = [] } = await this
        .#connection.request<
        RemoveResponse
      >(
        (client) =>
          client.deleteByQuery({
            index,
            conflicts: "proceed",
            refresh: true,
            max_docs: MAX_REMOVED_DOCUMENTS,
            body: { query },
          }),
      );
      const [{ status = 503, cause } = {}] = failures;
      if (isTimedOut === true || failures.length > 0) {
        const { type = "", reason = "it removed only a part" } = cause ?? {};
        throw this.#connection.toError({ status, type, reason });
      }
      removed += deleted;
      // When none was deleted, all documents found were written during the call. They stay.
      if (total < MAX_REMOVED_DOCUMENTS || deleted === 0) return removed;
    }
  }

  /**
   * Creates an index unless it exists.
   * @param body Settings and mappings; `mappings._meta` names the owner.
   * @throws {RetrievalError} `index-refused` when an index with the name belongs to another program, or has
   * the format of another version of this program.
   */
  async createIndex(index: string, body: IndexBody): Promise<void> {
    if (await this.checkIndex(index, body)) return;
    const { settings = {}, mappings } = body;
    await this.#connection.request(
      (client) => client.indices.create({ index, body: { settings, mappings } }),
      {
        isExpected: ({ type }) => type === "resource_already_exists_exception",
      },
    );
    // Another process may have created it at the same time.
    await this.checkIndex(index, body);
  }

  /**
   * Returns true when an index exists.
   *
   * @throws {RetrievalError} As {@link Cluster.createIndex}.
   */
  async checkIndex(index: string, { mappings }: IndexBody): Promise<boolean> {
    const known = await this.#connection.request<Record<string, Partial<IndexBody>> | undefined>(
      (client) => client.indices.getMapping({ index }),
      { isExpected: ({ status }) => status === 404 },
    );
    if (known === undefined) return false;
    for (const [name, { mappings: found }] of Object.entries(known)) {
      const owner = found?._meta?.owner;
      if (owner !== mappings._meta.owner) {
        throw this.#toIndexError(name, "it belongs to another program", "choose another prefix");
      }
      if (JSON.stringify(sortKeys(found)) !== JSON.stringify(sortKeys(mappings))) {
        throw this.#toIndexError(
          name,
          "another version of dossier wrote it in another format",
          "use the same version of dossier everywhere, or choose another prefix",
        );
      }
    }
    return true;
  }

  /** Closes all connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection[Symbol.asyncDispose]();
  }

  #toIndexError(name: string, rule: string, fix: string): RetrievalError {
    const action = `use the index "${name}" of the cluster at ${
      this.#connection.config.nodes.join(", ")
    }`;
    return new RetrievalError("index-refused", { action, rule, fix });
  }

  /** @throws {RetrievalError} `index-unreachable` when some shards did not answer. */
  #checkShards({ _shards }: ShardsResponse): void {
    if ((_shards?.failed ?? 0) === 0) return;
    throw this.#connection.toError({ status: 503, type: "", reason: "it answered only in part" });
  }
}

/** Settings and mappings of an index. */
export interface IndexBody {
  readonly settings?: object;
  readonly mappings: {
    readonly _meta: { readonly owner: string; readonly form: number };
    readonly [name: string]: unknown;
  };
}

/** Part of a response to a read request about one document. */
interface ReadDocument {
  readonly found?: boolean;
  readonly _source?: object;
  readonly error?: { readonly type?: string; readonly reason?: string };
}

/** Documents, or the refusal when they could not be read. */
type ReadOutcome =
  | { readonly documents: readonly ReadDocument[]; readonly refusal?: undefined }
  | { readonly documents?: undefined; readonly refusal: NodeRefusal };

/** Part of a response that counts shards. */
interface ShardsResponse {
  readonly _shards?: { readonly failed?: number };
}

/** Document in the response to a search. */
export interface ClusterHit {
  /** Values by which it is sorted. */
  readonly sort: readonly unknown[];
}

/** Response to a request that removes documents. */
interface RemoveResponse {
  readonly deleted?: number;
  /** Number of documents that were found. */
  readonly total?: number;
  readonly "timed_out"?: boolean;
  readonly failures?: readonly {
    readonly status?: number;
    readonly cause?: { readonly type?: string; readonly reason?: string };
  }[];
}

/** Returns a JSON value with the keys of all objects sorted. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([key, one]) => [
      key,
      sortKeys(one),
    ]),
  );
}
