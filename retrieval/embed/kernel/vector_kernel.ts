/** Size of a page of WebAssembly memory in bytes. */
const PAGE_BYTES = 1 << 16;

/** Alignment of addresses, so that no load crosses a cache line. */
const ALIGNMENT = 64;

/** Functions that `vector_kernel.wat` exports; see there. */
export interface VectorKernel {
  /** Multiplies a query with many vectors. */
  score(
    rows: number,
    scales: number,
    out: number,
    query: number,
    count: number,
    stride: number,
    factor: number,
  ): void;
  /** Adds rows. */
  sum(
    rows: number,
    offsets: number,
    weights: number,
    count: number,
    out: number,
    length: number,
  ): void;
}

/** Path, as creating a URL takes 1.5 ms. */
const KERNEL_PATH = `${import.meta.dirname}/vector_kernel.wasm`;

/** Compiled on first use, in a fraction of a millisecond. */
let compiled: WebAssembly.Module | undefined;

/**
 * Returns the kernel with a memory of at least `bytes`, and that memory.
 *
 * @throws {WebAssembly.CompileError} On a machine without SIMD.
 * @throws {RangeError} When there is not enough memory.
 */
export function openVectorKernel(
  bytes: number,
): { readonly kernel: VectorKernel; readonly buffer: ArrayBuffer } {
  compiled ??= new WebAssembly.Module(Deno.readFileSync(KERNEL_PATH));
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const { exports } = new WebAssembly.Instance(compiled, { kernel: { memory } });
  return { kernel: exports as unknown as VectorKernel, buffer: memory.buffer as ArrayBuffer };
}

/** Returns the next address at which vectors may start. */
export function alignedAddress(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}
