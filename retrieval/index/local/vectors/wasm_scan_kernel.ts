import { alignedAddress, openVectorKernel, type VectorKernel } from "../../../embed/mod.ts";
import { rowStride, type ScanKernel, type ScanQuery } from "./scan_kernel.ts";

/** The kernel that handles 64 dimensions in a turn of its loop. */
class WasmScanKernel implements ScanKernel {
  readonly capacity: number;
  readonly stride: number;
  readonly scales: Float32Array;
  readonly rows: Int8Array;
  readonly #query: Int16Array;
  readonly #out: Float32Array;
  readonly #kernel: VectorKernel;

  constructor(dimensions: number, capacity: number) {
    this.capacity = capacity;
    this.stride = rowStride(dimensions);
    const scalesAt = alignedAddress(this.stride * 2);
    const outAt = alignedAddress(scalesAt + capacity * 4);
    const rowsAt = alignedAddress(outAt + capacity * 4);
    const { kernel, buffer } = openVectorKernel(rowsAt + capacity * this.stride);
    this.#query = new Int16Array(buffer, 0, this.stride);
    this.scales = new Float32Array(buffer, scalesAt, capacity);
    this.#out = new Float32Array(buffer, outAt, capacity);
    this.rows = new Int8Array(buffer, rowsAt, capacity * this.stride);
    this.#kernel = kernel;
  }

  score({ numbers, factor }: ScanQuery, count: number, first = 0): Float32Array {
    this.#query.set(numbers);
    this.#kernel.score(
      this.rows.byteOffset + first * this.stride,
      this.scales.byteOffset + first * this.scales.BYTES_PER_ELEMENT,
      this.#out.byteOffset,
      this.#query.byteOffset,
      count,
      this.stride,
      factor,
    );
    return this.#out.subarray(0, count);
  }
}

/**
 * Returns a kernel in WebAssembly with room for `capacity` vectors.
 *
 * @throws {WebAssembly.CompileError} On a machine without SIMD.
 * @throws {RangeError} When there is not enough memory.
 */
export function createWasmScanKernel(dimensions: number, capacity: number): ScanKernel {
  return new WasmScanKernel(dimensions, capacity);
}
