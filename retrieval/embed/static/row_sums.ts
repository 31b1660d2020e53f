import { alignedAddress, openVectorKernel } from "../kernel/vector_kernel.ts";
import type { TableHeader } from "./table_header.ts";

/** Number of dimensions that the kernel processes at once. */
const KERNEL_STEP = 16;

/**
 * Writes the sum of the rows of a table with the given indexes, each times its scale, in their
 * order.
 */
export type RowSums = (rows: readonly number[], target: Float32Array) => void;

/** Source of the rows of a table. */
export interface RowSource {
  readonly header: Pick<TableHeader, "rows" | "dimensions">;
  /** Factor of each row. */
  readonly scales: Float32Array;
  /** Fills memory with the rows, one after another. */
  readonly read: (vectors: Uint8Array<ArrayBuffer>) => void;
}

/**
 * Loads the rows of a table and returns the function that adds them. Tables with other dimensions
 * than the kernel's are added without SIMD.
 */
export function createRowSums(source: RowSource): RowSums {
  if (source.header.dimensions % KERNEL_STEP !== 0) return createPlainRowSums(source);
  try {
    return createWasmRowSums(source);
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    return createPlainRowSums(source);
  }
}

/**
 * Returns the function that adds rows with the kernel, in a tenth of the time.
 *
 * @throws {WebAssembly.CompileError} On a machine without SIMD.
 */
export function createWasmRowSums({ header, scales, read }: RowSource): RowSums {
  const { rows, dimensions } = header;
  const offsetsAt = alignedAddress(dimensions * 4);
  const weightsAt = alignedAddress(offsetsAt + rows * 4);
  const rowsAt = alignedAddress(weightsAt + rows * 4);
  const { kernel, buffer } = openVectorKernel(rowsAt + rows * dimensions);
  const out = new Float32Array(buffer, 0, dimensions);
  const offsets = new Uint32Array(buffer, offsetsAt, rows);
  const weights = new Float32Array(buffer, weightsAt, rows);
  read(new Uint8Array(buffer, rowsAt, rows * dimensions));
  return (list, target) => {
    if (list.length === 0) {
      target.fill(0);
      return;
    }
    for (let i = 0; i < list.length; i++) {
      offsets[i] = list[i]! * dimensions;
      weights[i] = scales[list[i]!]!;
    }
    kernel.sum(rowsAt, offsetsAt, weightsAt, list.length, 0, dimensions);
    target.set(out);
  };
}

/** Returns the function that adds rows in TypeScript, with exactly the same results. */
export function createPlainRowSums({ header, scales, read }: RowSource): RowSums {
  const { rows, dimensions } = header;
  const vectors = new Int8Array(rows * dimensions);
  read(new Uint8Array(vectors.buffer));
  return (list, target) => {
    target.fill(0);
    for (const row of list) {
      addRow(target, vectors.subarray(row * dimensions, (row + 1) * dimensions), scales[row]!);
    }
  };
}

/** Adds a row times its scale to `sum`, rounded where the kernel rounds. */
function addRow(sum: Float32Array, row: Int8Array, scale: number): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += Math.fround(scale * row[i]!);
}
