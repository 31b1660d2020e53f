import { checkCount, unfit } from "../embedder.ts";

/**
 * Returns the vectors of an answer in OpenAI's format, in the order of the texts.
 *
 * @param options.name The embedder, for messages.
 * @param options.count How many texts were sent.
 * @throws {EmbedderError} `unfit` when the answer is of another form or lacks a vector.
 */
export function parseEmbeddings(
  text: string,
  { name, count }: { readonly name: string; readonly count: number },
): readonly Float32Array[] {
  let data: unknown;
  try {
    data = JSON.parse(text)?.data;
  } catch {
    throw unfit(name, "it must be JSON");
  }
  if (!Array.isArray(data)) throw unfit(name, 'it must have a list "data"');
  checkCount(name, data, count);
  const rows: (Float32Array | undefined)[] = new Array(count).fill(undefined);
  data.forEach((entry: unknown, at) => {
    const { embedding, index = at } = (entry ?? {}) as { embedding?: unknown; index?: number };
    const isVector = Array.isArray(embedding) &&
      embedding.every((value) => typeof value === "number");
    if (!isVector) throw unfit(name, "a vector must be a list of numbers");
    rows[index] = new Float32Array(embedding);
  });
  return Array.from({ length: count }, (_, i) => {
    const row = rows[i];
    if (row === undefined) throw unfit(name, `it has no vector for text ${i}`);
    return row;
  });
}
