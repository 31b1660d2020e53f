import { rowStride, type ScanKernel, type ScanQuery } from "./scan_kernel.ts";

/** Bytes of a page of WebAssembly memory. */
const PAGE_BYTES = 1 << 16;

/** Addresses start at multiples of this, so that no load crosses a cache line. */
const ALIGNMENT = 64;

/** The function that `scan_kernel.wat` exports; see there. */
type Score = (
  rows: number,
  scales: number,
  out: number,
  query: number,
  count: number,
  stride: number,
  factor: number,
) => void;

/** The kernel that handles 16 dimensions at once. */
class WasmScanKernel implements ScanKernel {
  readonly capacity: number;
  readonly stride: number;
  readonly scales: Float32Array;
  readonly rows: Int8Array;
  readonly #query: Int16Array;
  readonly #out: Float32Array;
  readonly #score: Score;

  constructor(module: WebAssembly.Module, dimensions: number, capacity: number) {
    this.capacity = capacity;
    this.stride = rowStride(dimensions);
    const scalesAt = aligned(this.stride * 2);
    const outAt = aligned(scalesAt + capacity * 4);
    const rowsAt = aligned(outAt + capacity * 4);
    const bytes = rowsAt + capacity * this.stride;
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    this.#query = new Int16Array(memory.buffer, 0, this.stride);
    this.scales = new Float32Array(memory.buffer, scalesAt, capacity);
    this.#out = new Float32Array(memory.buffer, outAt, capacity);
    this.rows = new Int8Array(memory.buffer, rowsAt, capacity * this.stride);
    const { exports } = new WebAssembly.Instance(module, { scan: { memory } });
    this.#score = exports["score"] as Score;
  }

  score({ numbers, factor }: ScanQuery, count: number): Float32Array {
    this.#query.set(numbers);
    this.#score(
      this.rows.byteOffset,
      this.scales.byteOffset,
      this.#out.byteOffset,
      this.#query.byteOffset,
      count,
      this.stride,
      factor,
    );
    return this.#out.subarray(0, count);
  }
}

function aligned(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}

/** Compiled at the first use, in a fraction of a millisecond. */
let compiled: WebAssembly.Module | undefined;

/**
 * Returns a kernel in WebAssembly with room for `capacity` vectors.
 *
 * @throws {WebAssembly.CompileError} On a machine without SIMD.
 * @throws {RangeError} When there is not enough memory.
 */
export function createWasmScanKernel(dimensions: number, capacity: number): ScanKernel {
  compiled ??= new WebAssembly.Module(
    Deno.readFileSync(new URL("./scan_kernel.wasm", import.meta.url)),
  );
  return new WasmScanKernel(compiled, dimensions, capacity);
}
