import { type Embedder, EmbedderError, type EmbedOptions } from "./embedder.ts";

/**
 * Returns `embedder` with its promises kept: every row it gives has been looked at, and whatever it
 * throws is an {@link EmbedderError}, or the reason of the signal.
 */
export function checkedEmbedder(embedder: Embedder): Embedder {
  const { name, fingerprint, dimensions, isFast, readsSentences, batchSize } = embedder;
  const checked =
    (kind: "embedQueries" | "embedPassages") =>
    async (texts: readonly string[], options: EmbedOptions = {}) => {
      let rows: readonly Float32Array[];
      try {
        rows = await embedder[kind](texts, options);
      } catch (error) {
        // Where the time was up, it may know better what has taken it.
        if (error instanceof EmbedderError) throw error;
        if (options.signal?.aborted) throw options.signal.reason;
        throw new EmbedderError(
          "failed",
          `Cannot embed with "${name}" as it says "${
            error instanceof Error ? error.message : error
          }"`,
          { cause: error },
        );
      }
      checkRows(embedder, texts, rows);
      return rows;
    };
  return {
    name,
    fingerprint,
    dimensions,
    isFast,
    readsSentences,
    batchSize,
    embedQueries: checked("embedQueries"),
    embedPassages: checked("embedPassages"),
    [Symbol.dispose]: () => embedder[Symbol.dispose](),
  };
}

function checkRows(
  { name, dimensions }: Embedder,
  texts: readonly string[],
  rows: readonly Float32Array[],
): void {
  if (rows.length !== texts.length) {
    throw new EmbedderError(
      "unfit",
      `Cannot use what "${name}" gave as there must be ${texts.length} vectors and there are ${rows.length}`,
    );
  }
  for (const row of rows) {
    if (row.length !== dimensions) {
      throw new EmbedderError(
        "unfit",
        `Cannot use what "${name}" gave as vectors must have ${dimensions} dimensions and one has ${row.length}`,
      );
    }
    if (!row.every(Number.isFinite)) {
      throw new EmbedderError(
        "unfit",
        `Cannot use what "${name}" gave as all numbers of a vector must be finite`,
      );
    }
  }
}
