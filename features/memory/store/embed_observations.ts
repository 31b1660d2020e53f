import { type Embedder, EmbedderError, quantise } from "@dossier/retrieval/embed";
import { hashText } from "../hash_text.ts";
import { findObservations } from "./find_observation.ts";
import type { MemoryPlace } from "./memory_place.ts";
import { parseObservationId } from "./observation_row.ts";
import { addVector } from "./vector_rows.ts";

/** Digits of the hash that identifies a model. */
const MODEL_DIGITS = 16;

/** Returns the id of a model, which its vectors are stored with. */
export function toModelId({ fingerprint }: Pick<Embedder, "fingerprint">): string {
  return hashText(fingerprint).slice(0, MODEL_DIGITS);
}

/**
 * Creates the missing vectors of a project's active observations, oldest first, until all exist or
 * the time is up, but at least one batch. Vectors of another model are replaced.
 *
 * @param options.maxMs Time limit in milliseconds.
 * @throws {EmbedderError} When the model fails.
 */
export async function embedObservations(
  place: MemoryPlace,
  embedder: Embedder,
  { maxMs }: { readonly maxMs: number },
): Promise<void> {
  const end = performance.now() + maxMs;
  do {
    const missing = await listMissing(place, embedder);
    if (missing.size === 0) return;
    await embedBatch(place, embedder, missing);
  } while (performance.now() < end);
}

/**
 * Returns the numbers of observations whose vector is missing or of another model, with the ids of
 * their rows.
 */
async function listMissing(
  { state, number }: MemoryPlace,
  embedder: Embedder,
): Promise<ReadonlyMap<number, number>> {
  return await state.read(async (sql) => {
    for (const other of ["<", ">"]) {
      const rows = await sql.table(
        `SELECT observation, id FROM memory_vectors WHERE project = ? AND model ${other} ?
        ORDER BY model, id LIMIT ?`,
        number,
        toModelId(embedder),
        embedder.batchSize,
      );
      if (rows.length > 0) return new Map(rows as [number, number][]);
    }
    return new Map();
  });
}

async function embedBatch(
  place: MemoryPlace,
  embedder: Embedder,
  missing: ReadonlyMap<number, number>,
): Promise<void> {
  const { state, number: project, dialect } = place;
  const model = toModelId(embedder);
  const observations = await findObservations(place, [...missing.keys()].map((id) => `o${id}`));
  // Words find its citations; a path adds less to the meaning than the sentence.
  const texts = observations.map(({ content, reason = "" }) => `${content}\n${reason}`);
  const vectors = await embedTexts(embedder, texts);
  await state.write(async (sql) => {
    // In sequence, so that a reader of a row number does not miss a lower one.
    await sql.value(`SELECT id FROM memory_projects WHERE id = ?${dialect.lockRow}`, project);
    const rows = [...missing.values()];
    const removed = await sql.table(
      `DELETE FROM memory_vectors WHERE id IN (${rows.map(() => "?").join(", ")})
      RETURNING observation`,
      ...rows,
    );
    // Others were changed since, or have their vector.
    const isFree = new Set(removed.map(([observation]) => observation));
    for (const [at, { id }] of observations.entries()) {
      const observation = parseObservationId(id)!;
      if (!isFree.has(observation)) continue;
      await addVector(sql, { project, observation, model, numbers: vectors[at]! });
    }
  });
}

/**
 * Returns the vectors of texts in their stored form; a text that the model rejects has an empty
 * one.
 */
async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
): Promise<readonly string[]> {
  try {
    return (await embedder.embedPassages(texts)).map(encodeVector);
  } catch (error) {
    if (!(error instanceof EmbedderError) || error.kind !== "refused") throw error;
    if (texts.length === 1) return [""];
    const each: string[] = [];
    for (const text of texts) each.push(...await embedTexts(embedder, [text]));
    return each;
  }
}

function encodeVector(row: Float32Array): string {
  const numbers = new Int8Array(row.length);
  return quantise(row, numbers, 0) === 0 ? "" : new Uint8Array(numbers.buffer).toBase64();
}
