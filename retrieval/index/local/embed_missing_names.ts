import { nameRuns } from "@dossier/core/chunk";
import { type Embedder, quantiseRows } from "../../embed/mod.ts";
import { findDocument } from "./store/documents.ts";
import { findMeta } from "./store/meta.ts";
import {
  listUnembeddedNames,
  type UnembeddedNames,
  writeNameVectors,
} from "./store/name_vectors.ts";
import type { Store } from "./store/open_store.ts";
import type { EmbeddingRun } from "./embedding_run.ts";

/** The texts of a document's names. */
interface NamesToEmbed extends UnembeddedNames {
  readonly runs: readonly string[];
}

/** A document's names with their vectors, undefined for those that are refused. */
interface EmbeddedNames extends NamesToEmbed {
  readonly rows: readonly (Float32Array | undefined)[];
}

/** The outcome of a batch of texts. */
export interface EmbeddedBatch {
  /** How many there were. */
  readonly count: number;
  /** How many of them the model refuses. */
  readonly refused: number;
}

/**
 * Embeds the names of the documents that have no vectors of theirs, a batch at a time, each of them one
 * transaction, until the run is over. Yields after each of how many documents it was, and how many have
 * names that are refused: they get no vectors.
 *
 * @throws {EmbedderError} When the model fails; what was done before is kept.
 */
export async function* embedMissingNames(
  store: Store,
  embedder: Embedder,
  run: EmbeddingRun,
): AsyncGenerator<EmbeddedBatch> {
  let batch: NamesToEmbed[] = [];
  let texts = 0;
  const flush = async () => {
    const done = batch;
    batch = [];
    texts = 0;
    const rows = await run.embed(done.flatMap(({ runs }) => runs));
    if (rows === undefined) return;
    let next = 0;
    const embedded = done.map((names): EmbeddedNames => ({
      ...names,
      rows: rows.slice(next, next += names.runs.length),
    }));
    const whole = embedded.filter(({ rows }) => !rows.includes(undefined));
    if (!store.write(() => writeRows(store, embedder, whole))) run.end();
    return { count: done.length, refused: done.length - whole.length };
  };
  for (const missing of store.read(() => listUnembeddedNames(store))) {
    const runs = nameRuns(missing.definitions);
    batch.push({ ...missing, runs });
    texts += runs.length;
    if (texts < run.batchSize) continue;
    const done = await flush();
    if (done !== undefined) yield done;
    if (run.isOver) return;
  }
  const done = batch.length > 0 ? await flush() : undefined;
  if (done !== undefined) yield done;
}

/**
 * Writes vectors of names, but for documents that have changed since; returns whether the index still is
 * of this model.
 */
function writeRows(store: Store, embedder: Embedder, done: readonly EmbeddedNames[]): boolean {
  if (findMeta(store, "embedder") !== embedder.fingerprint) return false;
  for (const { document, hash, rows } of done) {
    if (findDocument(store, document)?.hash !== hash) continue;
    writeNameVectors(store, document, quantiseRows(rows as readonly Float32Array[]));
  }
  return true;
}
