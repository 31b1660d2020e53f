import { RetrievalError } from "../../errors.ts";
import type { VectorBlock } from "../../store/vectors.ts";
import type { ScanKernel } from "./scan_kernel.ts";

/**
 * Copies a block's vectors to the rows of a kernel from `first` on.
 *
 * @throws {RetrievalError} `index-damaged` when they are not of these dimensions.
 */
export function fillKernel(
  { scales, rows, stride }: ScanKernel,
  block: VectorBlock,
  { dimensions, first = 0 }: { readonly dimensions: number; readonly first?: number },
): void {
  const count = block.scales.length;
  if (block.numbers.length !== count * dimensions) {
    throw new RetrievalError(
      "index-damaged",
      `Cannot compare vectors as they must have ${dimensions} dimensions: they have ${
        block.numbers.length / count
      }`,
    );
  }
  scales.set(block.scales, first);
  if (stride === dimensions) {
    rows.set(block.numbers, first * stride);
    return;
  }
  for (let row = 0; row < count; row++) {
    const numbers = block.numbers.subarray(row * dimensions, (row + 1) * dimensions);
    rows.set(numbers, (first + row) * stride);
  }
}
