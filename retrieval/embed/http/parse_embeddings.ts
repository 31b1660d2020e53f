import { EmbedderError } from "../embedder.ts";

/** What an answer is expected to hold. */
export interface ExpectedEmbeddings {
  /** Name of the embedder, for messages. */
  readonly name: string;
  /** Texts that were sent. */
  readonly count: number;
}

/**
 * Returns the vectors of an answer in OpenAI's format, in the order of the texts.
 *
 * @throws {EmbedderError} `unfit` when the answer is of another form or lacks a vector.
 */
export function parseEmbeddings(
  text: string,
  { name, count }: ExpectedEmbeddings,
): readonly Float32Array[] {
  const fail = (reason: string) =>
    new EmbedderError("unfit", `Cannot use what "${name}" gave as ${reason}`);
  let data: unknown;
  try {
    data = JSON.parse(text)?.data;
  } catch {
    throw fail("it must be JSON");
  }
  if (!Array.isArray(data)) throw fail('it must have a list "data"');
  if (data.length !== count) {
    throw fail(`there must be ${count} vectors and there are ${data.length}`);
  }
  const rows: (Float32Array | undefined)[] = new Array(count).fill(undefined);
  data.forEach((entry: unknown, at) => {
    const { embedding, index = at } = (entry ?? {}) as { embedding?: unknown; index?: number };
    const isVector = Array.isArray(embedding) &&
      embedding.every((value) => typeof value === "number");
    if (!isVector) throw fail("a vector must be a list of numbers");
    rows[index] = new Float32Array(embedding);
  });
  return Array.from({ length: count }, (_, i) => {
    const row = rows[i];
    if (row === undefined) throw fail(`it has no vector for text ${i}`);
    return row;
  });
}
