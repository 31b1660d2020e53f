import { nameRuns } from "@dossier/core/chunk";
import type { Embedder } from "../embed/embedder.ts";
import { quantiseRows } from "../embed/quantise.ts";
import { findDocument } from "../store/documents.ts";
import { findMeta } from "../store/meta.ts";
import {
  listUnembeddedNames,
  type UnembeddedNames,
  writeNameVectors,
} from "../store/name_vectors.ts";
import type { Store } from "../store/open_store.ts";

/** The texts of a document's names. */
interface NamesToEmbed extends UnembeddedNames {
  readonly runs: readonly string[];
}

/**
 * Embeds the names of the documents that have no vectors of theirs, a batch at a time, each of them one
 * transaction. Yields after each how many documents it was of; to be left off when the index has
 * turned to another model meanwhile.
 *
 * @throws {EmbedderError} When the model fails; what was done before is kept.
 */
export async function* embedMissingNames(
  store: Store,
  embedder: Embedder,
  signal?: AbortSignal,
): AsyncGenerator<number> {
  let batch: NamesToEmbed[] = [];
  let texts = 0;
  const flush = async () => {
    const rows = await embedder.embedPassages(batch.flatMap(({ runs }) => runs), { signal });
    const done = batch;
    batch = [];
    texts = 0;
    store.write(() => writeRows(store, { embedder, done, rows }));
    return done.length;
  };
  for (const missing of store.read(() => listUnembeddedNames(store))) {
    const runs = nameRuns(missing.definitions);
    batch.push({ ...missing, runs });
    texts += runs.length;
    if (texts >= embedder.batchSize) yield await flush();
  }
  if (batch.length > 0) yield await flush();
}

/** Writes vectors of names, but for documents that have changed since and when the model is no longer in force. */
function writeRows(
  store: Store,
  { embedder, done, rows }: {
    readonly embedder: Embedder;
    readonly done: readonly NamesToEmbed[];
    readonly rows: readonly Float32Array[];
  },
): void {
  if (findMeta(store, "embedder") !== embedder.fingerprint) return;
  let next = 0;
  for (const { document, hash, runs } of done) {
    const own = rows.slice(next, next += runs.length);
    if (findDocument(store, document)?.hash !== hash) continue;
    writeNameVectors(store, document, quantiseRows(own));
  }
}
