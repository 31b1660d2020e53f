import type { Client } from "@opensearch-project/opensearch";
import { RetrievalError } from "../../machine/mod.ts";
import {
  createNotOpenSearchError,
  findRefusal,
  isDiskFullRefusal,
  type NodeRefusal,
  toClusterError,
  toRefusalError,
} from "./cluster_error.ts";
import type { ClusterConfig } from "./cluster_config.ts";

/** Document of an index, with its id. */
export interface ClusterDocument {
  readonly id: string;
  readonly source: object;
}

/** Approximate maximum size of a request that writes documents, in bytes. Nodes accept 100 MB by default. */
const MAX_BULK_BYTES = 4 * 1024 * 1024;

/** Maximum number of documents that one request reads. */
const MAX_READ_DOCUMENTS = 256;

/** Maximum number of documents that a search returns. A node returns no more by default. */
const MAX_SEARCH_HITS = 10_000;

/** HTTP status of a change to a document that another process has changed at the same time. */
const CONFLICT_STATUS = 409;

/** Maximum number of documents that one request removes, so that a node responds before the timeout. */
const MAX_REMOVED_DOCUMENTS = 2000;

/** Maximum number of times that a node retries a change to a document which another process changes too. */
const MAX_CONFLICT_RETRIES = 10;

/** Timeout of a request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Timeout of a request that reads documents by their ids, in milliseconds. Then the request is sent to
 * another node. A node needs only milliseconds, and the user waits for the documents.
 */
const READ_TIMEOUT_MS = 10_000;

/** Maximum number of attempts to write documents while a node is overloaded. */
const MAX_WRITE_ATTEMPTS = 10;

/**
 * Maximum number of attempts to read documents. They take three seconds in total. In this time, other
 * nodes replace a node that has failed.
 */
const MAX_READ_ATTEMPTS = 6;

/** Time before the second attempt, in milliseconds. It doubles before each further attempt. */
const FIRST_RETRY_DELAY_MS = 100;

/** Type of the error of a node when an index does not exist. */
const INDEX_NOT_FOUND = "index_not_found_exception";

/** Type of the error of a node when a document to change does not exist. */
const DOCUMENT_MISSING = "document_missing_exception";

/** HTTP statuses of a node that is overloaded, or that cannot reach a necessary part of the cluster. */
const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** Options of {@link Cluster}. */
export interface ClusterOptions {
  /** Time before the second attempt of a request to an overloaded node, in milliseconds. @default 100 */
  readonly firstRetryDelayMs?: number;
  /** Timeout of reading documents, after which another node is asked, in milliseconds. @default 10000 */
  readonly readTimeoutMs?: number;
}

/** Client of a cluster of OpenSearch. It reads documents by their ids, and writes and replaces whole documents. */
export class Cluster implements AsyncDisposable {
  readonly config: ClusterConfig;
  readonly #firstRetryDelayMs: number;
  readonly #readTimeoutMs: number;
  #client: Promise<Client> | undefined;

  /** Creates a client. The connection is opened by the first request. */
  constructor(
    config: ClusterConfig,
    { firstRetryDelayMs = FIRST_RETRY_DELAY_MS, readTimeoutMs = READ_TIMEOUT_MS }: ClusterOptions =
      {},
  ) {
    this.config = config;
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
      if (attempts === MAX_READ_ATTEMPTS) throw this.#toError(refusal);
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
    const response = await this.#request<{ docs?: readonly ReadDocument[] } | undefined>(
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
   * Writes documents, and replaces those with the same ids. Retries with delays while the cluster is
   * overloaded.
   *
   * @throws {RetrievalError} `index-unreachable`, `index-refused`, `disk-full`; some may have been written then.
   */
  async write(index: string, documents: Iterable<ClusterDocument>): Promise<void> {
    let batch: WrittenDocument[] = [];
    let bytes = 0;
    for (const { id, source } of documents) {
      const lines = `${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify(source)}\n`;
      if (batch.length > 0 && bytes + lines.length > MAX_BULK_BYTES) {
        await this.#writeBatch(index, batch);
        batch = [];
        bytes = 0;
      }
      batch.push({ id, lines });
      bytes += lines.length;
    }
    if (batch.length > 0) await this.#writeBatch(index, batch);
  }

  /**
   * Returns some fields of all documents in which a field has a prefix. The documents must differ in this
   * field or in the first of the returned fields. A document is found at most 30 seconds after it was
   * written.
   *
   * @throws {RetrievalError} As {@link Cluster.read}; also when only some could be searched.
   */
  async listFields(
    index: string,
    { field, prefix, fields }: {
      /** Keyword field that has the prefix. Together with the first of `fields`, it identifies a document. */
      readonly field: string;
      readonly prefix: string;
      /** Fields to return. The first one must be a keyword field. */
      readonly fields: readonly [string, ...string[]];
    },
  ): Promise<readonly object[]> {
    const found: object[] = [];
    let after: readonly string[] | undefined;
    for (;;) {
      const body = {
        size: MAX_SEARCH_HITS,
        query: { prefix: { [field]: prefix } },
        sort: [{ [fields[0]]: "asc" }, { [field]: "asc" }],
        _source: [...fields],
        ...after === undefined ? {} : { search_after: [...after] },
      };
      const { _shards, hits } = await this.#request<SearchResponse>((client) =>
        client.search({ index, allow_partial_search_results: false, body }), {
        isExpected: ({ status }) =>
          status === 404,
      }) ?? {};
      if ((_shards?.failed ?? 0) > 0) {
        throw this.#toError({ status: 503, type: "", reason: "it answered only in part" });
      }
      const page = hits?.hits ?? [];
      found.push(...page.map(({ _source }) =>
        _source
      ));
      if (page.length < MAX_SEARCH_HITS) return found;
      after = page.at(-1)!.sort;
    }
  }

  /**
   * Sets fields of documents, and returns the ids for which no document exists.
   *
   * @throws {RetrievalError} As {@link Cluster.write}.
   */
  async update(
    index: string,
    ids: readonly string[],
    fields: object,
  ): Promise<ReadonlySet<string>> {
    const missing = new Set<string>();
    const change = JSON.stringify({ doc: fields });
    const batch = ids.map((id) => {
      const action = { update: { _id: id, retry_on_conflict: MAX_CONFLICT_RETRIES } };
      return { id, lines: `${JSON.stringify(action)}\n${change}\n` };
    });
    if (batch.length > 0) await this.#writeBatch(index, batch, missing);
    return missing;
  }

  /**
   * Searches all documents that were acknowledged before the call, and returns the response.
   *
   * @throws {RetrievalError} As {@link Cluster.read}; also when only some could be searched.
   */
  async search<Response extends object>(index: string, body: object): Promise<Response> {
    await this.#refreshIndex(index);
    const response = await this.#request<Response & SearchResponse>((client) =>
      client.search({ index, allow_partial_search_results: false, body })
    );
    if ((response._shards?.failed ?? 0) > 0) {
      throw this.#toError({ status: 503, type: "", reason: "it answered only in part" });
    }
    return response;
  }

  /**
   * Removes the documents that match a query, except those that are written during the call. Returns the
   * number of removed documents.
   *
   * @throws {RetrievalError} As {@link Cluster.write}; some may have been removed then.
   */
  async remove(index: string, query: object): Promise<number> {
    await this.#refreshIndex(index);
    for (let removed = 0;;) {
      const { deleted = 0, total = 0, timed_out: isTimedOut, failures = [] } = await this.#request<
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
        throw this.#toError({ status, type, reason });
      }
      removed += deleted;
      // When none was deleted, all documents found were written during the call. They stay.
      if (total < MAX_REMOVED_DOCUMENTS || deleted === 0) return removed;
    }
  }

  async #refreshIndex(index: string): Promise<void> {
    const { _shards } = await this.#request<SearchResponse>((client) =>
      client.indices.refresh({ index })
    );
    if ((_shards?.failed ?? 0) === 0) return;
    throw this.#toError({ status: 503, type: "", reason: "it answered only in part" });
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
    await this.#request(
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
    const known = await this.#request<Record<string, Partial<IndexBody>> | undefined>(
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
    await (await this.#client)?.close();
  }

  /**
   * Writes documents with one request. Retries those that an overloaded cluster refused, with delays. Sends
   * them in two halves when the request is too large.
   */
  async #writeBatch(
    index: string,
    batch: readonly WrittenDocument[],
    missing: Set<string> = new Set(),
  ): Promise<void> {
    let remaining = batch;
    let delayMs = this.#firstRetryDelayMs;
    for (let attempts = 1;; attempts++) {
      const outcome = await this.#writeOnce(index, remaining, missing);
      remaining = outcome.remaining;
      if (remaining.length === 0) return;
      const { refusal } = outcome;
      if (refusal.status === 413 && remaining.length > 1) {
        const middle = remaining.length >>> 1;
        await this.#writeBatch(index, remaining.slice(0, middle), missing);
        await this.#writeBatch(index, remaining.slice(middle), missing);
        return;
      }
      if (isFinal(refusal) || attempts === MAX_WRITE_ATTEMPTS) throw this.#toError(refusal);
      // A random delay, so that processes refused at the same time do not retry at the same time.
      const jitteredMs = delayMs * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, jitteredMs));
      delayMs *= 2;
    }
  }

  /**
   * Attempts once to write documents. Returns the documents that were refused, with the most severe refusal.
   * Ids of documents to change that do not exist are added to `missing`.
   */
  async #writeOnce(
    index: string,
    batch: readonly WrittenDocument[],
    missing: Set<string>,
  ): Promise<{ readonly remaining: readonly WrittenDocument[]; readonly refusal: NodeRefusal }> {
    let refusal: NodeRefusal = { status: 0, type: "", reason: "" };
    const response = await this.#request<BulkResponse | undefined>(
      (client) =>
        client.transport.request({
          method: "POST",
          path: `/${index}/_bulk`,
          bulkBody: batch.map(({ lines }) => lines).join(""),
        }),
      {
        isExpected(refused) {
          refusal = refused;
          return BUSY_STATUSES.has(refused.status) || refused.status === 413;
        },
      },
    );
    if (response === undefined) return { remaining: batch, refusal };
    const items = (response.items ?? []).map(({ index, update }) => index ?? update);
    batch.forEach(({ id }, i) => {
      if (items[i]?.error?.type === DOCUMENT_MISSING) missing.add(id);
    });
    const remaining = batch.filter(({ id }, i) =>
      !missing.has(id) && (items[i] === undefined || items[i].error !== undefined)
    );
    const refused = items.filter((item) =>
      item?.error !== undefined && item.error.type !== DOCUMENT_MISSING
    );
    // A refusal that a retry does not resolve is reported before others.
    const refusals = refused.map((item): NodeRefusal => {
      const { status, error: { type = "", reason = "" } = {} } = item!;
      return { status, type, reason };
    });
    const mostSevere = refusals.find(isFinal) ?? refusals[0];
    return { remaining, refusal: mostSevere ?? { status: 503, type: "", reason: "" } };
  }

  /**
   * Returns the body of a response; undefined for an expected refusal.
   * @throws {RetrievalError} For any other refusal, and when the cluster cannot be reached.
   */
  async #request<Body>(
    request: (client: Client) => PromiseLike<{ readonly body: unknown }>,
    { isExpected }: { readonly isExpected?: (refusal: NodeRefusal) => boolean } = {},
  ): Promise<Body> {
    try {
      const client = await (this.#client ??= this.#connect());
      const { body } = await request(client);
      if (typeof body !== "object") throw createNotOpenSearchError(this.config);
      return body as Body;
    } catch (error) {
      const refusal = findRefusal(error);
      if (refusal !== undefined && isExpected?.(refusal)) return undefined as Body;
      throw toClusterError(error, this.config);
    }
  }

  #connect(): Promise<Client> {
    return createClient(this.config).catch((error) => {
      this.#client = undefined;
      throw error;
    });
  }

  #toError(refusal: NodeRefusal): RetrievalError {
    return toRefusalError(refusal, this.config);
  }

  #toIndexError(name: string, rule: string, fix: string): RetrievalError {
    const action = `use the index "${name}" of the cluster at ${this.config.nodes.join(", ")}`;
    return new RetrievalError("index-refused", { action, rule, fix });
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

/** Document in the format of a bulk request: two lines. */
interface WrittenDocument {
  readonly id: string;
  readonly lines: string;
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

/** Response to a search. */
interface SearchResponse {
  readonly _shards?: { readonly failed?: number };
  readonly hits?: {
    readonly hits: readonly { readonly _source: object; readonly sort: readonly string[] }[];
  };
}

/** Response to a bulk request, with one item for each document. */
interface BulkResponse {
  readonly items?: readonly { readonly index?: BulkItem; readonly update?: BulkItem }[];
}

/** Part of a response to a bulk request about one document. */
interface BulkItem {
  readonly status: number;
  readonly error?: { readonly type?: string; readonly reason?: string };
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

async function createClient({ nodes, login, authoritiesPath }: ClusterConfig): Promise<Client> {
  const readsSystem = authoritiesPath === undefined && nodes.some((node) => /^https:/.test(node));
  // Without this permission, `node:https` of Deno 2.9.6 waits forever for the certificates of the system.
  if (readsSystem && Deno.permissions.querySync({ name: "sys" }).state !== "granted") {
    throw new Deno.errors.NotCapable("Requires sys access");
  }
  // Imported only when needed, because loading takes longer than an answer.
  const { Client } = await import("@opensearch-project/opensearch");
  return new Client({
    // Most processes send only a few requests. In random order, the first node does not get all of them, and
    // does not delay all of them when it hangs.
    nodes: shuffle(nodes),
    requestTimeout: REQUEST_TIMEOUT_MS,
    ...login === undefined ? {} : { auth: login },
    ...authoritiesPath === undefined ? {} : { ssl: { ca: readAuthorities(authoritiesPath) } },
  });
}

/**
 * Returns true when a retry of the request would be refused as well. A conflict with a simultaneous change
 * is not final.
 */
function isFinal(refusal: NodeRefusal): boolean {
  const { status } = refusal;
  return !BUSY_STATUSES.has(status) && status !== CONFLICT_STATUS || isDiskFullRefusal(refusal);
}

/** Returns items in a random order (Fisher and Yates). */
function shuffle<Item>(items: readonly Item[]): Item[] {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    [shuffled[i], shuffled[other]] = [shuffled[other]!, shuffled[i]!];
  }
  return shuffled;
}

/** @throws {RetrievalError} `invalid-config` when the file cannot be read. */
function readAuthorities(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (cause) {
    throw new RetrievalError("invalid-config", {
      action: `trust the certificates in "${path}"`,
      rule: "it cannot be read",
      fix: "correct DOSSIER_OPENSEARCH_CA",
    }, { cause });
  }
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
