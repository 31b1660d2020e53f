/**
 * Largest absolute value of a number of a query. A query has 13 bits where stored vectors have 8, as
 * that costs nothing; with them, 32-bit sums hold 4,096 dimensions (`4095 * 127 * 4096 < 2 ** 31`).
 */
const MAX_QUERY_NUMBER = 4095;

/** Rows have a multiple of this many dimensions in memory; those beyond a vector's own are 0. */
const DIMENSION_STEP = 64;

/** A query as the kernels take it. */
export interface ScanQuery {
  /** One number for each dimension of a row in memory. */
  readonly numbers: Int16Array;
  /** What makes them the query's numbers again. */
  readonly factor: number;
}

/** Room for vectors, and the loop that multiplies a query with all of them. */
export interface ScanKernel {
  /** How many vectors there is room for. */
  readonly capacity: number;
  /** Dimensions of a row in memory; see {@link rowStride}. */
  readonly stride: number;
  /** What each vector's numbers are multiplied with; NaN for a row without a vector. */
  readonly scales: Float32Array;
  /** The vectors, one row after another. */
  readonly rows: Int8Array;
  /**
   * Returns the scalar product of the query with each of `count` vectors, NaN for a row without one;
   * valid until the next call.
   *
   * @param first The row that they begin with. @default 0
   */
  score(query: ScanQuery, count: number, first?: number): Float32Array;
}

/** Returns how many numbers a row of `dimensions` takes in memory. */
export function rowStride(dimensions: number): number {
  return Math.ceil(dimensions / DIMENSION_STEP) * DIMENSION_STEP;
}

/** Returns a query as the kernels take it, its numbers rounded to 13 bits. */
export function toScanQuery(query: Float32Array): ScanQuery {
  let largest = 0;
  for (let i = 0; i < query.length; i++) largest = Math.max(largest, Math.abs(query[i]!));
  const factor = Math.fround(largest / MAX_QUERY_NUMBER);
  const numbers = new Int16Array(rowStride(query.length));
  for (let i = 0; i < query.length && factor > 0; i++) {
    const value = Math.round(query[i]! / factor);
    numbers[i] = Math.max(-MAX_QUERY_NUMBER, Math.min(MAX_QUERY_NUMBER, value));
  }
  return { numbers, factor };
}
