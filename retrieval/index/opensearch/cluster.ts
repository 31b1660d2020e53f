import type { Client } from "@opensearch-project/opensearch";
import { RetrievalError } from "../../machine/mod.ts";
import {
  findRefusal,
  isDiskFull,
  type NodeRefusal,
  notOpenSearch,
  toClusterError,
  toRefusal,
} from "./cluster_error.ts";
import type { ClusterPlace } from "./cluster_place.ts";

/** A document as it is kept in an index, by its name. */
export interface ClusterDocument {
  readonly id: string;
  readonly source: object;
}

/** Bytes of a request that writes documents, about; nodes take 100 MB by default. */
const MAX_BULK_BYTES = 4 * 1024 * 1024;

/** Documents that are asked for together at most. */
const MAX_READ = 256;

/** Documents that a search returns at most; a node returns no more by default. */
const MAX_FOUND = 10_000;

/** Status of a change of a document that another process has changed at the same time. */
const CONFLICT_STATUS = 409;

/** Documents that are removed by one request at most, so that a node answers in time. */
const MAX_REMOVED = 2000;

/** How often a change of a document is tried anew that another process changes at the same time. */
const MAX_CONFLICTS = 10;

/** How long a node may take to answer, in milliseconds. */
const ANSWER_MS = 30_000;

/**
 * How long a node may take to return documents by their ids, in milliseconds, before another is asked. Nodes do so in
 * milliseconds, and an answer waits for it.
 */
const READ_MS = 10_000;

/** How often a request is sent again that a node had no time for. */
const MAX_TRIES = 10;

/** How often documents are read at most: three seconds in all, in which other nodes take over from one that ended. */
const MAX_READ_TRIES = 6;

/** How long to wait before the first of these, in milliseconds; twice as long before each after it. */
const FIRST_WAIT_MS = 100;

/** What a node says of an index that there is not. */
const NO_INDEX = "index_not_found_exception";

/** What a node says of a document to change that there is not. */
const NO_DOCUMENT = "document_missing_exception";

/** Statuses of what a node had no time for, or no right part of the cluster. */
const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** Options of {@link Cluster}. */
export interface ClusterOptions {
  /** Time before the first repetition of a request that a node had no time for, in milliseconds. @default 100 */
  readonly firstWaitMs?: number;
  /** Time until another node is asked for documents, in milliseconds. @default 10000 */
  readonly readMs?: number;
}

/** A cluster of OpenSearch: its documents by their names, read as they are and written as a whole. */
export class Cluster implements AsyncDisposable {
  readonly place: ClusterPlace;
  readonly #waitMs: number;
  readonly #readMs: number;
  #client: Promise<Client> | undefined;

  /** Connects to nothing yet. */
  constructor(
    place: ClusterPlace,
    { firstWaitMs = FIRST_WAIT_MS, readMs = READ_MS }: ClusterOptions = {},
  ) {
    this.place = place;
    this.#waitMs = firstWaitMs;
    this.#readMs = readMs;
  }

  /**
   * Returns documents in the order of their names, as they were last acknowledged; undefined for those that there are
   * not.
   *
   * @throws {RetrievalError} `index-unreachable`, `index-refused`; also when only some could be read.
   */
  async read(index: string, ids: readonly string[]): Promise<readonly (object | undefined)[]> {
    const documents = await this.#readAll(index, ids, { withSource: true });
    return documents.map(({ found, _source }) => found ? _source : undefined);
  }

  /**
   * Returns those of some names by which there is no document.
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
    for (let at = 0; at < ids.length; at += MAX_READ) {
      found.push(...await this.#readSome(index, ids.slice(at, at + MAX_READ), { withSource }));
    }
    return found;
  }

  /** Reads some documents: again, after a while, when a part of the cluster is being taken over by other nodes. */
  async #readSome(
    index: string,
    ids: readonly string[],
    options: { readonly withSource: boolean },
  ): Promise<readonly ReadDocument[]> {
    let waitMs = this.#waitMs;
    for (let tries = 1;; tries++) {
      const { documents, refusal } = await this.#tryRead(index, ids, options);
      if (documents !== undefined) return documents;
      if (tries === MAX_READ_TRIES) throw this.#refuse(refusal);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      waitMs *= 2;
    }
  }

  /** Reads some documents once, and returns all of them, or why a node had no time or not all. */
  async #tryRead(
    index: string,
    ids: readonly string[],
    { withSource }: { readonly withSource: boolean },
  ): Promise<ReadOutcome> {
    let refusal: NodeRefusal | undefined;
    const answer = await this.#ask<{ docs?: readonly ReadDocument[] } | undefined>(
      (client) =>
        client.mget(
          { index, _source: withSource, body: { ids: [...ids] } },
          { requestTimeout: this.#readMs },
        ),
      {
        isExpected(one) {
          refusal = one;
          return BUSY_STATUSES.has(one.status);
        },
      },
    );
    if (answer === undefined) return { refusal: refusal! };
    const { docs = [] } = answer;
    if (docs.length !== ids.length) {
      return { refusal: { status: 503, type: "", reason: "it answered only in part" } };
    }
    const { error } = docs.find((document) => document.error !== undefined) ?? {};
    // An index that was removed has no document.
    if (error === undefined || error.type === NO_INDEX) return { documents: docs };
    return { refusal: { status: 503, type: error.type ?? "", reason: error.reason ?? "" } };
  }

  /**
   * Writes documents, in place of those of the same names. A cluster that has too much to do is given time.
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
   * Returns some fields of all documents in which a field begins with a text, once for each value of that field and of
   * the first of the fields. Documents are found half a minute after they were written, at the latest.
   *
   * @throws {RetrievalError} As {@link Cluster.read}; also when only some could be searched.
   */
  async listFields(
    index: string,
    { field, prefix, fields }: {
      /** Keyword that tells the documents apart, together with the first of the fields. */
      readonly field: string;
      readonly prefix: string;
      /** The first one is a keyword. */
      readonly fields: readonly [string, ...string[]];
    },
  ): Promise<readonly object[]> {
    const found: object[] = [];
    let after: readonly string[] | undefined;
    for (;;) {
      const body = {
        size: MAX_FOUND,
        query: { prefix: { [field]: prefix } },
        sort: [{ [fields[0]]: "asc" }, { [field]: "asc" }],
        _source: [...fields],
        ...after === undefined ? {} : { search_after: [...after] },
      };
      const { _shards, hits } = await this.#ask<SearchAnswer>((client) =>
        client.search({ index, allow_partial_search_results: false, body }), {
        isExpected: ({ status }) =>
          status === 404,
      }) ?? {};
      if ((_shards?.failed ?? 0) > 0) {
        throw this.#refuse({ status: 503, type: "", reason: "it answered only in part" });
      }
      const some = hits?.hits ?? [];
      found.push(...some.map(({ _source }) =>
        _source
      ));
      if (some.length < MAX_FOUND) return found;
      after = some.at(-1)!.sort;
    }
  }

  /**
   * Sets fields of documents, and returns the ids by which there is none.
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
      const action = { update: { _id: id, retry_on_conflict: MAX_CONFLICTS } };
      return { id, lines: `${JSON.stringify(action)}\n${change}\n` };
    });
    if (batch.length > 0) await this.#writeBatch(index, batch, missing);
    return missing;
  }

  /**
   * Searches all that was acknowledged before the call, and returns the response.
   *
   * @throws {RetrievalError} As {@link Cluster.read}; also when only some could be searched.
   */
  async search<Answer extends object>(index: string, body: object): Promise<Answer> {
    await this.#refreshIndex(index);
    const answer = await this.#ask<Answer & SearchAnswer>((client) =>
      client.search({ index, allow_partial_search_results: false, body })
    );
    if ((answer._shards?.failed ?? 0) > 0) {
      throw this.#refuse({ status: 503, type: "", reason: "it answered only in part" });
    }
    return answer;
  }

  /**
   * Removes documents that match a query, but for those that are written meanwhile. Returns their number.
   *
   * @throws {RetrievalError} As {@link Cluster.write}; some may have been removed then.
   */
  async remove(index: string, query: object): Promise<number> {
    await this.#refreshIndex(index);
    for (let removed = 0;;) {
      const { deleted = 0, total = 0, timed_out: isLate, failures = [] } = await this.#ask<
        RemoveAnswer
      >(
        (client) =>
          client.deleteByQuery({
            index,
            conflicts: "proceed",
            refresh: true,
            max_docs: MAX_REMOVED,
            body: { query },
          }),
      );
      const [{ status = 503, cause } = {}] = failures;
      if (isLate === true || failures.length > 0) {
        const { type = "", reason = "it removed only a part" } = cause ?? {};
        throw this.#refuse({ status, type, reason });
      }
      removed += deleted;
      // Where all that was found was written meanwhile, that stays.
      if (total < MAX_REMOVED || deleted === 0) return removed;
    }
  }

  async #refreshIndex(index: string): Promise<void> {
    const { _shards } = await this.#ask<SearchAnswer>((client) =>
      client.indices.refresh({ index })
    );
    if ((_shards?.failed ?? 0) === 0) return;
    throw this.#refuse({ status: 503, type: "", reason: "it answered only in part" });
  }

  /**
   * Makes an index unless it is there.
   *
   * @param body Its settings and mappings; `mappings._meta` says whose it is.
   * @throws {RetrievalError} `index-refused` when there is one of the name that is another program's, or that another
   * version of this one keeps in another form.
   */
  async makeIndex(index: string, body: IndexBody): Promise<void> {
    if (await this.checkIndex(index, body)) return;
    const { settings = {}, mappings } = body;
    await this.#ask((client) => client.indices.create({ index, body: { settings, mappings } }), {
      isExpected: ({ type }) => type === "resource_already_exists_exception",
    });
    // Another process may have made it meanwhile.
    await this.checkIndex(index, body);
  }

  /**
   * Returns whether there is an index.
   *
   * @throws {RetrievalError} As {@link Cluster.makeIndex}.
   */
  async checkIndex(index: string, { mappings }: IndexBody): Promise<boolean> {
    const known = await this.#ask<Record<string, Partial<IndexBody>> | undefined>(
      (client) => client.indices.getMapping({ index }),
      { isExpected: ({ status }) => status === 404 },
    );
    if (known === undefined) return false;
    for (const [name, { mappings: found }] of Object.entries(known)) {
      const owner = found?._meta?.owner;
      if (owner !== mappings._meta.owner) {
        throw this.#refuseIndex(name, "it belongs to another program", "choose another prefix");
      }
      if (JSON.stringify(sortKeys(found)) !== JSON.stringify(sortKeys(mappings))) {
        throw this.#refuseIndex(
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

  /** Writes some documents: those again, after a while, that the cluster had no time for, and all by halves if need be. */
  async #writeBatch(
    index: string,
    batch: readonly WrittenDocument[],
    missing: Set<string> = new Set(),
  ): Promise<void> {
    let left = batch;
    let waitMs = this.#waitMs;
    for (let tries = 1;; tries++) {
      const outcome = await this.#tryWrite(index, left, missing);
      left = outcome.left;
      if (left.length === 0) return;
      const { refusal } = outcome;
      if (refusal.status === 413 && left.length > 1) {
        const middle = left.length >>> 1;
        await this.#writeBatch(index, left.slice(0, middle), missing);
        await this.#writeBatch(index, left.slice(middle), missing);
        return;
      }
      if (isFinal(refusal) || tries === MAX_TRIES) throw this.#refuse(refusal);
      // Not all of those that were refused together come again together.
      const ownMs = waitMs * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, ownMs));
      waitMs *= 2;
    }
  }

  /**
   * Sends documents once, and returns those that were not taken, and why the first was not. Documents to change that are
   * not there are added to `missing`.
   */
  async #tryWrite(
    index: string,
    batch: readonly WrittenDocument[],
    missing: Set<string>,
  ): Promise<{ readonly left: readonly WrittenDocument[]; readonly refusal: NodeRefusal }> {
    let refusal: NodeRefusal = { status: 0, type: "", reason: "" };
    const answer = await this.#ask<BulkAnswer | undefined>(
      (client) =>
        client.transport.request({
          method: "POST",
          path: `/${index}/_bulk`,
          bulkBody: batch.map(({ lines }) => lines).join(""),
        }),
      {
        isExpected(one) {
          refusal = one;
          return BUSY_STATUSES.has(one.status) || one.status === 413;
        },
      },
    );
    if (answer === undefined) return { left: batch, refusal };
    const items = (answer.items ?? []).map(({ index, update }) => index ?? update);
    batch.forEach(({ id }, i) => {
      if (items[i]?.error?.type === NO_DOCUMENT) missing.add(id);
    });
    const left = batch.filter(({ id }, i) =>
      !missing.has(id) && (items[i] === undefined || items[i].error !== undefined)
    );
    const refused = items.filter((item) =>
      item?.error !== undefined && item.error.type !== NO_DOCUMENT
    );
    // What will never be taken is said first.
    const refusals = refused.map((item): NodeRefusal => {
      const { status, error: { type = "", reason = "" } = {} } = item!;
      return { status, type, reason };
    });
    const worst = refusals.find(isFinal) ?? refusals[0];
    return { left, refusal: worst ?? { status: 503, type: "", reason: "" } };
  }

  /**
   * Returns the body of an answer; undefined for a refusal that is expected.
   *
   * @throws {RetrievalError} For any other.
   */
  async #ask<Body>(
    ask: (client: Client) => PromiseLike<{ readonly body: unknown }>,
    { isExpected }: { readonly isExpected?: (refusal: NodeRefusal) => boolean } = {},
  ): Promise<Body> {
    try {
      const client = await (this.#client ??= this.#connect());
      const { body } = await ask(client);
      if (typeof body !== "object") throw notOpenSearch(this.place);
      return body as Body;
    } catch (error) {
      const refusal = findRefusal(error);
      if (refusal !== undefined && isExpected?.(refusal)) return undefined as Body;
      throw toClusterError(error, this.place);
    }
  }

  #connect(): Promise<Client> {
    return makeClient(this.place).catch((error) => {
      this.#client = undefined;
      throw error;
    });
  }

  #refuse(refusal: NodeRefusal): RetrievalError {
    return toRefusal(refusal, this.place);
  }

  #refuseIndex(name: string, rule: string, fix: string): RetrievalError {
    const action = `use the index "${name}" of the cluster at ${this.place.nodes.join(", ")}`;
    return new RetrievalError("index-refused", { action, rule, fix });
  }
}

/** The settings and mappings of an index. */
export interface IndexBody {
  readonly settings?: object;
  readonly mappings: {
    readonly _meta: { readonly owner: string; readonly form: number };
    readonly [name: string]: unknown;
  };
}

/** A document as it is sent: two lines. */
interface WrittenDocument {
  readonly id: string;
  readonly lines: string;
}

/** What an answer to a reading request has of each document. */
interface ReadDocument {
  readonly found?: boolean;
  readonly _source?: object;
  readonly error?: { readonly type?: string; readonly reason?: string };
}

/** Documents, or why they could not be read just now. */
type ReadOutcome =
  | { readonly documents: readonly ReadDocument[]; readonly refusal?: undefined }
  | { readonly documents?: undefined; readonly refusal: NodeRefusal };

/** What an answer to a search has. */
interface SearchAnswer {
  readonly _shards?: { readonly failed?: number };
  readonly hits?: {
    readonly hits: readonly { readonly _source: object; readonly sort: readonly string[] }[];
  };
}

/** What an answer to a writing request has of each document. */
interface BulkAnswer {
  readonly items?: readonly { readonly index?: BulkItem; readonly update?: BulkItem }[];
}

/** Part of such an answer about one document. */
interface BulkItem {
  readonly status: number;
  readonly error?: { readonly type?: string; readonly reason?: string };
}

/** What an answer to a removing request has. */
interface RemoveAnswer {
  readonly deleted?: number;
  /** Number of documents that were found. */
  readonly total?: number;
  readonly "timed_out"?: boolean;
  readonly failures?: readonly {
    readonly status?: number;
    readonly cause?: { readonly type?: string; readonly reason?: string };
  }[];
}

async function makeClient({ nodes, login, authorities }: ClusterPlace): Promise<Client> {
  const readsSystem = authorities === undefined && nodes.some((node) => /^https:/.test(node));
  // Without it `node:https` of Deno 2.9.6 waits for the certificates of the system forever.
  if (readsSystem && Deno.permissions.querySync({ name: "sys" }).state !== "granted") {
    throw new Deno.errors.NotCapable("Requires sys access");
  }
  // Imported only here: it takes longer to load than an answer takes.
  const { Client } = await import("@opensearch-project/opensearch");
  return new Client({
    // Most processes ask only a few times: the first node must not get all of it, nor delay all when it hangs.
    nodes: shuffle(nodes),
    requestTimeout: ANSWER_MS,
    ...login === undefined ? {} : { auth: login },
    ...authorities === undefined ? {} : { ssl: { ca: readAuthorities(authorities) } },
  });
}

/** Returns true when a request is refused the next time as well. A conflict is with another change of the same time. */
function isFinal(refusal: NodeRefusal): boolean {
  const { status } = refusal;
  return !BUSY_STATUSES.has(status) && status !== CONFLICT_STATUS || isDiskFull(refusal);
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

/** @throws {RetrievalError} `invalid-config`. */
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

/** Returns a value of JSON with the keys of its objects in order. */
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
