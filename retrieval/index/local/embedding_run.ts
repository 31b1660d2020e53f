import { type Embedder, EmbedderError } from "../../embed/mod.ts";
import { signalAfter } from "../../machine/mod.ts";

/** Texts refused one after another from which on a model is taken to refuse all of them. */
const MAX_REFUSALS = 64;

/** A vector for each of some texts, undefined for one that the model refuses. */
export type EmbeddedRows = readonly (Float32Array | undefined)[];

/** How long embedding may take. */
export interface EmbeddingBounds {
  /** In milliseconds; no bound without. */
  readonly maxMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Has an embedder embed passages a batch at a time, within bounds of time, and around those it refuses. */
export class EmbeddingRun {
  readonly #embedder: Embedder;
  readonly #maxMs: number | undefined;
  readonly #deadline: number;
  readonly #signal: AbortSignal | undefined;
  /** Aborted by the signal, or when the time is up. */
  readonly #stop: AbortSignal;
  /**
   * How many texts the next batch had best have. Within a time bound they grow from a single one: a batch
   * that time cuts off is lost, and a slow model would never get anywhere.
   */
  batchSize: number;
  /** Why the first of the texts was refused that were; undefined when none was. */
  refusal: EmbedderError | undefined;
  #isEnded = false;
  #hasEmbedded = false;
  #refusalsInARow = 0;

  /** Starts to count the time. */
  constructor(embedder: Embedder, { maxMs, signal }: EmbeddingBounds = {}) {
    this.#embedder = embedder;
    this.#maxMs = maxMs;
    this.#deadline = performance.now() + (maxMs ?? Infinity);
    this.#signal = signal;
    const clock = maxMs === undefined ? [] : [signalAfter(maxMs)];
    this.#stop = AbortSignal.any(signal === undefined ? clock : [...clock, signal]);
    this.batchSize = maxMs === undefined ? embedder.batchSize : 1;
  }

  /** Whether there is no more to do: time is up, or it was stopped. */
  get isOver(): boolean {
    return this.#isEnded || performance.now() >= this.#deadline || this.#signal?.aborted === true;
  }

  end(): void {
    this.#isEnded = true;
  }

  /**
   * Returns a row for each text; nothing when the time is up before they have come.
   *
   * @throws {EmbedderError} When the model fails, refuses everything, or has given nothing at all when
   * the time is up.
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

  /** Embeds what is refused as a whole by halves, which finds the text that it is refused for. */
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
