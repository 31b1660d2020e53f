import { type Embedder, EmbedderError } from "../../embed/mod.ts";
import { signalAfter } from "../../machine/mod.ts";

/** Number of consecutive refusals after which a model is assumed to refuse all texts. */
const MAX_REFUSALS = 64;

/** Vectors of some texts; undefined for a text that the model refuses. */
export type EmbeddedRows = readonly (Float32Array | undefined)[];

/** Limits of embedding. */
export interface EmbeddingBounds {
  /** Maximum time in milliseconds; no limit when absent. */
  readonly maxMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Embeds passages in batches, within a time limit, and skips passages that the embedder refuses.
 */
export class EmbeddingRun {
  readonly #embedder: Embedder;
  readonly #maxMs: number | undefined;
  readonly #deadline: number;
  readonly #signal: AbortSignal | undefined;
  /** Aborted by the caller's signal, or when the time is up. */
  readonly #stop: AbortSignal;
  /**
   * Recommended number of texts of the next batch. With a time limit it starts at one and grows: a
   * batch that exceeds the time is lost, and a slow model would never make progress.
   */
  batchSize: number;
  /** Reason of the first refusal; undefined when no text was refused. */
  refusal: EmbedderError | undefined;
  #isEnded = false;
  #hasEmbedded = false;
  #refusalsInARow = 0;

  /** Starts the clock. */
  constructor(embedder: Embedder, { maxMs, signal }: EmbeddingBounds = {}) {
    this.#embedder = embedder;
    this.#maxMs = maxMs;
    this.#deadline = performance.now() + (maxMs ?? Infinity);
    this.#signal = signal;
    const clock = maxMs === undefined ? [] : [signalAfter(maxMs)];
    this.#stop = AbortSignal.any(signal === undefined ? clock : [...clock, signal]);
    this.batchSize = maxMs === undefined ? embedder.batchSize : 1;
  }

  /** True when no more work is to be done, as the time is up or the run was stopped. */
  get isOver(): boolean {
    return this.#isEnded || performance.now() >= this.#deadline || this.#signal?.aborted === true;
  }

  end(): void {
    this.#isEnded = true;
  }

  /**
   * Returns a row for each text; undefined when the time is up before the rows arrive.
   *
   * @throws {EmbedderError} When the model fails, refuses all texts, or has returned nothing at all
   * when the time is up.
   */
  async embed(texts: readonly string[]): Promise<EmbeddedRows | undefined> {
    try {
      const rows = await this.#embedAccepted(texts);
      this.#hasEmbedded = true;
      this.batchSize = Math.min(this.batchSize * 2, this.#embedder.batchSize);
      return rows;
    } catch (error) {
      const isLate = this.#stop.aborted && this.#signal?.aborted !== true;
      if (!isLate || error instanceof EmbedderError) throw error;
      if (!this.#hasEmbedded) throw this.#failLate();
      this.end();
      return undefined;
    }
  }

  /** Embeds texts, and splits a refused batch in halves until the refused text is found. */
  async #embedAccepted(texts: readonly string[]): Promise<EmbeddedRows> {
    try {
      const rows = await this.#embedder.embedPassages(texts, { signal: this.#stop });
      this.#refusalsInARow = 0;
      return rows;
    } catch (error) {
      if (!(error instanceof EmbedderError) || error.kind !== "refused") throw error;
      if (texts.length > 1) {
        const half = Math.ceil(texts.length / 2);
        const first = await this.#embedAccepted(texts.slice(0, half));
        return [...first, ...await this.#embedAccepted(texts.slice(half))];
      }
      this.refusal ??= error;
      if (++this.#refusalsInARow === MAX_REFUSALS) throw error;
      return [undefined];
    }
  }

  #failLate(): EmbedderError {
    return new EmbedderError(
      "timeout",
      `Cannot embed with "${this.#embedder.name}" as it took longer than ${this.#maxMs} ms`,
      { fix: 'run the command "index" once, which has no time limit, or raise --max-refresh-ms' },
    );
  }
}
