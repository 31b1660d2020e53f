import type { ClusterConnection } from "./cluster_connection.ts";
import { BUSY_STATUSES, isDiskFullRefusal, type NodeRefusal } from "./cluster_error.ts";

/** Document of an index, with its id. */
export interface ClusterDocument {
  readonly id: string;
  readonly source: object;
}

/** Approximate maximum size of a request that writes documents, in bytes. Nodes accept 100 MB by default. */
const MAX_BULK_BYTES = 4 * 1024 * 1024;

/** HTTP status of a change to a document that another process has changed at the same time. */
const CONFLICT_STATUS = 409;

/** Maximum number of times that a node retries a change to a document which another process changes too. */
const MAX_CONFLICT_RETRIES = 10;

/** Maximum number of attempts to write documents while a node is overloaded. */
const MAX_WRITE_ATTEMPTS = 10;

/** Type of the error of a node when a document to change does not exist. */
const DOCUMENT_MISSING = "document_missing_exception";

/** Writes documents with bulk requests. */
export class BulkWriter {
  readonly #connection: ClusterConnection;
  readonly #firstRetryDelayMs: number;

  /** @param firstRetryDelayMs Time before the second attempt of a request, in milliseconds. */
  constructor(connection: ClusterConnection, firstRetryDelayMs: number) {
    this.#connection = connection;
    this.#firstRetryDelayMs = firstRetryDelayMs;
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
   * Sets fields of documents, and returns the ids for which no document exists.
   *
   * @throws {RetrievalError} As {@link BulkWriter.write}.
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
      if (isFinal(refusal) || attempts === MAX_WRITE_ATTEMPTS) {
        throw this.#connection.toError(refusal);
      }
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
    const response = await this.#connection.request<BulkResponse | undefined>(
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
}

/**
 * Returns true when a retry of the request would be refused as well. A conflict with a simultaneous change
 * is not final.
 */
function isFinal(refusal: NodeRefusal): boolean {
  const { status } = refusal;
  return !BUSY_STATUSES.has(status) && status !== CONFLICT_STATUS || isDiskFullRefusal(refusal);
}

/** Document in the format of a bulk request: two lines. */
interface WrittenDocument {
  readonly id: string;
  readonly lines: string;
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
