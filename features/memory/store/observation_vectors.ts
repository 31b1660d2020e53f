import {
  createScanKernel,
  type Embedder,
  type ScanKernel,
  toScanQuery,
} from "@dossier/retrieval/embed";
import type { StateStore } from "@dossier/retrieval/state";
import type { MemoryPlace } from "./memory_place.ts";
import { toModelId } from "./embed_observations.ts";

/** Rows per query. */
const PAGE = 5000;

/** Initial capacity in vectors. */
const MIN_CAPACITY = 512;

/**
 * Maximum number of vectors that are scanned, the newest ones: a scan of 100,000 took twice the
 * processor time of the word search. The others are compared when words have found them.
 */
const MAX_SCANNED = 1 << 15;

const SELECT_NEW = `SELECT id, observation, numbers FROM memory_vectors
  WHERE project = ? AND model = ? AND id > ? ORDER BY id LIMIT ${PAGE}`;

/** The vectors of projects, by their numbers, while their state is open. */
const LOADED_VECTORS = new WeakMap<StateStore, Map<number, ObservationVectors>>();

/**
 * Returns the vectors of a model for the observations of a project, including those made since the
 * last call.
 */
export async function readVectors(
  place: MemoryPlace,
  embedder: Embedder,
): Promise<ObservationVectors> {
  const projects = LOADED_VECTORS.get(place.state) ?? new Map<number, ObservationVectors>();
  LOADED_VECTORS.set(place.state, projects);
  const known = projects.get(place.number);
  const vectors = known?.model === toModelId(embedder) ? known : new ObservationVectors(embedder);
  projects.set(place.number, vectors);
  await vectors.update(place);
  return vectors;
}

/** The similarity of observations to a query. */
export interface ComparedVectors {
  /** Returns the cosine for an observation by its number; undefined without a vector. */
  findCosine(observation: number): number | undefined;
  /**
   * Returns the numbers of the observations with the highest cosines, at least `least`, in no
   * order.
   */
  listBest(options: { readonly least: number; readonly limit: number }): readonly number[];
}

/**
 * The vectors of a project's observations, all in memory: 100,000 with 256 dimensions take 26 MB.
 * Those of erased observations stay until they are removed.
 */
export class ObservationVectors {
  readonly model: string;
  readonly #dimensions: number;
  #kernel: ScanKernel;
  readonly #observations: number[] = [];
  readonly #rowOf = new Map<number, number>();
  /** Number of the last row that was read. */
  #last = 0;

  constructor(embedder: Embedder) {
    this.model = toModelId(embedder);
    this.#dimensions = embedder.dimensions;
    this.#kernel = createScanKernel(this.#dimensions, MIN_CAPACITY);
  }

  /** Reads the vectors made since the last call. */
  async update({ state, number }: MemoryPlace): Promise<void> {
    for (;;) {
      const rows = await state.read((sql) => sql.table(SELECT_NEW, number, this.model, this.#last));
      for (const [id, observation, numbers] of rows) {
        this.#set(Number(observation), String(numbers));
        this.#last = Math.max(this.#last, Number(id));
      }
      if (rows.length < PAGE) return;
    }
  }

  /** Removes an observation, by its number. */
  remove(observation: number): void {
    const row = this.#rowOf.get(observation);
    if (row !== undefined) this.#kernel.scales[row] = NaN;
  }

  /** Compares a query, of the same model, with all observations. */
  compare(query: Float32Array): ComparedVectors {
    const queryVector = toScanQuery(query);
    const count = this.#observations.length;
    const first = Math.max(0, count - MAX_SCANNED);
    const cosines = this.#kernel.score(queryVector, count - first, first).slice();
    return {
      findCosine: (observation) => {
        const row = this.#rowOf.get(observation);
        if (row === undefined) return undefined;
        const cosine = row < first
          ? this.#kernel.score(queryVector, 1, row)[0]
          : cosines[row - first];
        return Number.isNaN(cosine) ? undefined : cosine;
      },
      listBest: ({ least, limit }) => {
        const lowest = Math.max(least, findLowestCosine(cosines, limit));
        const found: number[] = [];
        for (let at = 0; at < cosines.length; at++) {
          if (cosines[at]! >= lowest) found.push(this.#observations[first + at]!);
        }
        return found;
      },
    };
  }

  #set(observation: number, text: string): void {
    let row = this.#rowOf.get(observation);
    if (row === undefined) {
      row = this.#observations.push(observation) - 1;
      this.#rowOf.set(observation, row);
      if (row === this.#kernel.capacity) this.#grow();
    }
    const numbers = new Int8Array(Uint8Array.fromBase64(text).buffer);
    const isWhole = numbers.length === this.#dimensions;
    if (isWhole) this.#kernel.rows.set(numbers, row * this.#kernel.stride);
    this.#kernel.scales[row] = isWhole ? 1 / measureLength(numbers) : NaN;
  }

  #grow(): void {
    const { capacity, rows, scales } = this.#kernel;
    this.#kernel = createScanKernel(this.#dimensions, 2 * capacity);
    this.#kernel.rows.set(rows);
    this.#kernel.scales.set(scales);
  }
}

/** Steps of the histogram of cosines. */
const STEPS = 1000;

/**
 * Returns a cosine that at least about `limit` of the cosines reach: a sort of all would take
 * longer than their comparison.
 */
function findLowestCosine(cosines: Float32Array, limit: number): number {
  const counts = new Uint32Array(STEPS + 1);
  for (let i = 0; i < cosines.length; i++) {
    const cosine = cosines[i]!;
    if (cosine > 0) counts[Math.min(STEPS, Math.ceil(cosine * STEPS))]!++;
  }
  let step = STEPS;
  for (let count = counts[step]!; step > 0 && count < limit; count += counts[step]!) step--;
  return (step - 1) / STEPS;
}

function measureLength(numbers: Int8Array): number {
  let squares = 0;
  for (let i = 0; i < numbers.length; i++) squares += numbers[i]! * numbers[i]!;
  return Math.sqrt(squares);
}
