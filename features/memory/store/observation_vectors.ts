import {
  createScanKernel,
  type Embedder,
  type ScanKernel,
  toScanQuery,
} from "@dossier/retrieval/embed";
import type { StateStore } from "@dossier/retrieval/state";
import type { MemoryPlace } from "./memory_place.ts";
import { modelOf } from "./embed_observations.ts";

/** Rows that are read at once. */
const PAGE = 5000;

/** Vectors that there is room for at first. */
const MIN_CAPACITY = 512;

const SELECT_NEW = `SELECT id, observation, numbers FROM memory_vectors
  WHERE project = ? AND model = ? AND id > ? ORDER BY id LIMIT ${PAGE}`;

/** The vectors of projects, by their numbers, which stay as long as their state is open. */
const OPENED = new WeakMap<StateStore, Map<number, ObservationVectors>>();

/** Returns the vectors of a model that the observations of a project have, with those made since they were last asked for. */
export async function readVectors(
  place: MemoryPlace,
  embedder: Embedder,
): Promise<ObservationVectors> {
  const projects = OPENED.get(place.state) ?? new Map<number, ObservationVectors>();
  OPENED.set(place.state, projects);
  const known = projects.get(place.number);
  const vectors = known?.model === modelOf(embedder) ? known : new ObservationVectors(embedder);
  projects.set(place.number, vectors);
  await vectors.update(place);
  return vectors;
}

/** How near a query is to observations. */
export interface ComparedVectors {
  /** Returns the cosine with an observation by its number; undefined for one without a vector. */
  cosineOf(observation: number): number | undefined;
  /** Returns the numbers of the observations whose cosine is as high. */
  listFrom(cosine: number): readonly number[];
}

/**
 * The vectors of a project's observations, all of them in memory: 100,000 with 256 dimensions take 26 MB, and 2 ms to be
 * compared one by one. One that was forgotten meanwhile is among them until it is removed.
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
    this.model = modelOf(embedder);
    this.#dimensions = embedder.dimensions;
    this.#kernel = createScanKernel(this.#dimensions, MIN_CAPACITY);
  }

  /** Reads what was made since. */
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

  /** Takes an observation out, by its number. */
  remove(observation: number): void {
    const row = this.#rowOf.get(observation);
    if (row !== undefined) this.#kernel.scales[row] = NaN;
  }

  /** Compares a query, of the same model, with all observations. */
  compare(query: Float32Array): ComparedVectors {
    const count = this.#observations.length;
    const cosines = this.#kernel.score(toScanQuery(query), count).slice();
    return {
      cosineOf: (observation) => {
        const cosine = cosines[this.#rowOf.get(observation) ?? count];
        return Number.isNaN(cosine) ? undefined : cosine;
      },
      listFrom: (least) => {
        const found: number[] = [];
        for (let row = 0; row < count; row++) {
          if (cosines[row]! >= least) found.push(this.#observations[row]!);
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
    this.#kernel.scales[row] = isWhole ? 1 / lengthOf(numbers) : NaN;
  }

  #grow(): void {
    const { capacity, rows, scales } = this.#kernel;
    this.#kernel = createScanKernel(this.#dimensions, 2 * capacity);
    this.#kernel.rows.set(rows);
    this.#kernel.scales.set(scales);
  }
}

function lengthOf(numbers: Int8Array): number {
  let squares = 0;
  for (let i = 0; i < numbers.length; i++) squares += numbers[i]! * numbers[i]!;
  return Math.sqrt(squares);
}
