import { RetrievalError } from "../../../machine/mod.ts";
import type { VectorRows } from "../store/vector_rows.ts";
import type { ScanKernel } from "./scan_kernel.ts";

/**
 * Copies vectors to the rows of a kernel from `first` on.
 *
 * @throws {RetrievalError} `index-damaged` when they are not of these dimensions.
 */
export function fillKernel(
  { scales, rows, stride }: ScanKernel,
  vectors: VectorRows,
  { dimensions, first = 0 }: { readonly dimensions: number; readonly first?: number },
): void {
  const count = vectors.scales.length;
  if (vectors.numbers.length !== count * dimensions) {
    throw new RetrievalError(
      "index-damaged",
      `Cannot compare vectors as they must have ${dimensions} dimensions: they have ${
        vectors.numbers.length / count
      }`,
    );
  }
  scales.set(vectors.scales, first);
  if (stride === dimensions) {
    rows.set(vectors.numbers, first * stride);
    return;
  }
  for (let row = 0; row < count; row++) {
    const numbers = vectors.numbers.subarray(row * dimensions, (row + 1) * dimensions);
    rows.set(numbers, (first + row) * stride);
  }
}
