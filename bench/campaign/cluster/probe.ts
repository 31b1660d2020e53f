import { Cluster } from "../../../retrieval/index/opensearch/cluster.ts";
import type { ClusterConfig } from "../../../retrieval/index/opensearch/cluster_config.ts";

/** Time between two probes, in milliseconds. */
const PAUSE_MS = 100;

const INDEX_BODY = {
  settings: { "index.number_of_shards": 3, "index.auto_expand_replicas": "0-1" },
  mappings: {
    _meta: { owner: "dossier", form: 1 },
    dynamic: "strict",
    properties: { data: { type: "binary" } },
  },
} as const;

/** Longest times without a success, in milliseconds. */
export interface Gaps {
  readonly writeMs: number;
  readonly readMs: number;
}

/** Writes and reads a small document continuously, and measures how long this is refused. */
export class Probe implements AsyncDisposable {
  readonly #cluster: Cluster;
  readonly #index: string;
  readonly #acknowledged: string[] = [];
  #isStopped = false;
  #lastWrite = performance.now();
  #lastRead = performance.now();
  #gaps = { writeMs: 0, readMs: 0 };
  #loops: readonly Promise<void>[] = [];

  constructor(place: ClusterConfig) {
    this.#cluster = new Cluster(place);
    this.#index = `${place.prefix}-probe`;
  }

  async start(): Promise<void> {
    await this.#cluster.createIndex(this.#index, INDEX_BODY);
    this.#loops = [this.#writeAll(), this.#readAll()];
  }

  /** Restarts the measurement. */
  reset(): void {
    this.#lastWrite = this.#lastRead = performance.now();
    this.#gaps = { writeMs: 0, readMs: 0 };
  }

  get gaps(): Gaps {
    const now = performance.now();
    return {
      writeMs: Math.max(this.#gaps.writeMs, now - this.#lastWrite),
      readMs: Math.max(this.#gaps.readMs, now - this.#lastRead),
    };
  }

  /** Returns the number of acknowledged documents, and those of them that are missing. */
  async check(): Promise<{ readonly count: number; readonly missing: readonly string[] }> {
    const ids = [...this.#acknowledged];
    return { count: ids.length, missing: [...await this.#cluster.listMissing(this.#index, ids)] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#loops);
    await this.#cluster[Symbol.asyncDispose]();
  }

  async #writeAll(): Promise<void> {
    for (let number = 0; !this.#isStopped; number++) {
      const id = `p${number}`;
      const isDone = await this.#try(() =>
        this.#cluster.write(this.#index, [{ id, source: { data: btoa(id) } }])
      );
      if (!isDone) continue;
      this.#acknowledged.push(id);
      const now = performance.now();
      this.#gaps.writeMs = Math.max(this.#gaps.writeMs, now - this.#lastWrite);
      this.#lastWrite = now;
    }
  }

  async #readAll(): Promise<void> {
    while (!this.#isStopped) {
      const id = this.#acknowledged.at(-1) ?? "none";
      if (!await this.#try(() => this.#cluster.read(this.#index, [id]))) continue;
      const now = performance.now();
      this.#gaps.readMs = Math.max(this.#gaps.readMs, now - this.#lastRead);
      this.#lastRead = now;
    }
  }

  /** Returns true when it succeeded. */
  async #try(body: () => Promise<unknown>): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    try {
      await body();
      return true;
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
      return false;
    }
  }
}
