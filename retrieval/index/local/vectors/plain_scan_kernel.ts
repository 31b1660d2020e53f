import { rowStride, type ScanKernel, type ScanQuery } from "./scan_kernel.ts";

/** The kernel for machines without SIMD: the same sums, number for number, in four to six times the time. */
class PlainScanKernel implements ScanKernel {
  readonly capacity: number;
  readonly stride: number;
  readonly scales: Float32Array;
  readonly rows: Int8Array;
  readonly #out: Float32Array;

  constructor(dimensions: number, capacity: number) {
    this.capacity = capacity;
    this.stride = rowStride(dimensions);
    this.scales = new Float32Array(capacity);
    this.rows = new Int8Array(capacity * this.stride);
    this.#out = new Float32Array(capacity);
  }

  score({ numbers, factor }: ScanQuery, count: number, first = 0): Float32Array {
    const { rows, scales, stride } = this;
    const out = this.#out;
    const round = Math.fround;
    let at = first * stride;
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let j = 0; j < stride; j++) sum += numbers[j]! * rows[at++]!;
      // The sum is a whole number; what follows is rounded where the other kernel rounds.
      out[i] = round(round(sum) * scales[first + i]!) * factor;
    }
    return out.subarray(0, count);
  }
}

/** Returns a kernel in plain TypeScript with room for `capacity` vectors. */
export function createPlainScanKernel(dimensions: number, capacity: number): ScanKernel {
  return new PlainScanKernel(dimensions, capacity);
}
