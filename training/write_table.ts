import { encodeStaticTable } from "./encode_static_table.ts";

/** Description that `train.py` writes of its rows. */
export interface TrainedTable {
  /** Short name of the model. */
  readonly name: string;
  /** Version of the model. */
  readonly version: string;
  /** Number of dimensions of a row. */
  readonly dimensions: number;
}

/**
 * Writes the table that `train.py` has learned in the format of the product.
 *
 * @param work Folder with `table.json`, `table.words` with one word per line, and `table.vectors`
 *   with a row of 32-bit floats for each.
 * @param file Path of the output.
 */
export async function writeTable(work: string, file: string): Promise<void> {
  const { name, version, dimensions }: TrainedTable = JSON.parse(
    Deno.readTextFileSync(`${work}/table.json`),
  );
  const words = Deno.readTextFileSync(`${work}/table.words`).trimEnd().split("\n");
  const numbers = new Float32Array(Deno.readFileSync(`${work}/table.vectors`).buffer);
  if (numbers.length !== words.length * dimensions) {
    throw new RangeError(
      `Cannot write the table as it must have ${dimensions} numbers for each of ${words.length} ` +
        `words: it has ${numbers.length}`,
    );
  }
  const vectors = new Map(
    words.map((word, row) =>
      [word, numbers.subarray(row * dimensions, (row + 1) * dimensions)] as const
    ),
  );
  Deno.writeFileSync(file, await encodeStaticTable({ name, version, vectors }));
}
