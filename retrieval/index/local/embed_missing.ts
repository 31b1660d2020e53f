import { chunkDocument, embeddingTexts, groupNames } from "@dossier/core/chunk";
import { outlineSymbols } from "@dossier/core/outline";
import { type Embedder, quantise, quantiseRows } from "../../embed/mod.ts";
import { contentHash } from "../../machine/mod.ts";
import { readDocument } from "../../tree/mod.ts";
import { type EmbeddedRows, type EmbeddingBounds, EmbeddingRun } from "./embedding_run.ts";
import type { EmbedProgress, IndexSource } from "../index_source.ts";
import { findDocument, type StoredDocument } from "./store/documents.ts";
import { findMeta, writeMeta } from "./store/meta.ts";
import { listUnembeddedNames, writeNameVectors } from "./store/name_vectors.ts";
import type { Store } from "./store/open_store.ts";
import { countSegmentChunks, listSegments, locateRuns } from "./store/segments.ts";
import { listPartialSegments } from "./store/shared_segments.ts";
import {
  findVectorBlock,
  listVectorScales,
  VECTOR_BLOCK_ROWS,
  type VectorBlock,
  vectorBlockRows,
  writeVectorBlock,
} from "./store/vectors.ts";

/** Options of {@link embedMissing}. */
interface EmbedSource extends Pick<IndexSource, "root" | "visibility"> {
  readonly embedder: Embedder;
}

/** Texts that are embedded together: the one passage of a chunk, or the names of a document. */
interface UnembeddedTexts {
  readonly document: number;
  /** Hash of the content of the document. */
  readonly hash: string;
  readonly texts: readonly string[];
  /** Number of the chunk in its document, 0-based; undefined for names. */
  readonly chunk?: number;
}

/** Texts with their vectors. */
interface EmbeddedTexts extends UnembeddedTexts {
  readonly rows: readonly Float32Array[];
}

/** Document with chunks that have no vector. */
interface UnembeddedChunks {
  readonly document: number;
  /** Numbers of these chunks in the document, 0-based. */
  readonly chunks: readonly number[];
}

/**
 * Embeds texts without a vector: first the names that documents define, then chunks. Each batch is
 * one transaction, so that a process that is killed loses one batch. Returns the number of texts
 * that still have no vector, how many of them the model refuses, and the reason of the first
 * refusal.
 *
 * No lock is held in the meantime, as a model may take hours and the index must follow the tree.
 * Texts whose document has changed since are skipped.
 *
 * @throws {EmbedderError} When the model fails, or returns nothing at all in the available time.
 * Finished work is kept.
 */
export async function embedMissing(
  store: Store,
  source: EmbedSource,
  { onProgress, ...bounds }: EmbeddingBounds & {
    readonly onProgress?: (progress: EmbedProgress) => void;
  } = {},
) {
  const { chunks, names, total } = store.read(() => ({
    chunks: listUnembeddedChunks(store),
    names: listUnembeddedNames(store),
    total: countUnembedded(store),
  }));
  // When vectors were lost, this value is missing too.
  if (total > 0 && findMeta(store, "unembedded") === undefined) {
    writeMeta(store, "unembedded", "yes");
  }
  const run = new EmbeddingRun(source.embedder, bounds);
  let embedded = 0;
  let refused = 0;
  const embedBatch = async (batch: readonly UnembeddedTexts[]) => {
    const rows = await run.embed(batch.flatMap(({ texts }) => texts));
    if (rows === undefined) return;
    const complete = pairWithRows(batch, rows);
    if (!store.write(() => writeVectors(store, source.embedder, complete))) run.end();
    embedded += batch.length;
    refused += batch.length - complete.length;
    onProgress?.({ embedded, total });
    // Yields to other work of the thread: a table of word vectors never waits for anything.
    await new Promise((resolve) => setTimeout(resolve));
  };
  const embedAll = async (all: Iterable<UnembeddedTexts> | AsyncIterable<UnembeddedTexts>) => {
    let batch: UnembeddedTexts[] = [];
    let texts = 0;
    for await (const missing of all) {
      batch.push(missing);
      texts += missing.texts.length;
      if (texts >= run.batchSize) {
        await embedBatch(batch);
        batch = [];
        texts = 0;
      }
      if (run.isOver) return;
    }
    if (batch.length > 0 && !run.isOver) await embedBatch(batch);
  };
  await embedAll(
    names.map(({ definitions, ...at }) => ({ ...at, texts: groupNames(definitions) })),
  );
  if (!run.isOver) await embedAll(readUnembedded(store, source, chunks));
  return store.write(() => {
    const left = countUnembedded(store);
    if (left === 0) writeMeta(store, "unembedded", undefined);
    return { left, refused, refusal: run.refusal };
  });
}

/**
 * Returns the number of live chunks without a vector, plus the number of documents whose names have
 * none.
 */
export function countUnembedded(store: Store): number {
  const chunks = listUnembeddedChunks(store).reduce((sum, { chunks }) => sum + chunks.length, 0);
  return chunks + listUnembeddedNames(store).length;
}

function listUnembeddedChunks(store: Store): UnembeddedChunks[] {
  // The vectors of remote chunks are stored with them.
  const partial = new Set(listPartialSegments(store).map(({ segment }) => segment));
  const segments = listSegments(store).filter(({ id }) => !partial.has(id));
  const scalesOf = new Map(
    segments.map(({ id, chunkCount }) => [id, listVectorScales(store, id, chunkCount)]),
  );
  return locateRuns(store, segments).flatMap(({ document, segment, first, chunks, isCurrent }) => {
    const scales = isCurrent ? scalesOf.get(segment.id)!.subarray(first, first + chunks) : [];
    const missing = [...scales.keys()].filter((chunk) => Number.isNaN(scales[chunk]));
    return missing.length === 0 ? [] : [{ document, chunks: missing }];
  });
}

/**
 * Yields chunks with their passages. Chunks are omitted when their file differs from the indexed
 * document.
 */
async function* readUnembedded(
  store: Store,
  { root, visibility }: EmbedSource,
  documents: readonly UnembeddedChunks[],
): AsyncGenerator<UnembeddedTexts> {
  for (const { document: id, chunks: missing } of documents) {
    const document = findDocument(store, id);
    if (document === undefined) continue;
    const { path, hash, language } = document;
    const outcome = readDocument(root, path, visibility);
    if (outcome.kind === "skipped" || await contentHash(outcome.bytes) !== hash) continue;
    const { text } = outcome;
    const symbols = outlineSymbols(text, language);
    const chunks = chunkDocument({ info: document, text, symbols });
    const passages = embeddingTexts({ path, text, chunks });
    if (passages.length !== document.chunks.length) continue;
    for (const chunk of missing) {
      const passage = passages[chunk];
      if (passage !== undefined) yield { document: id, hash, texts: [passage], chunk };
    }
  }
}

/** Returns the texts that have a row for each of their passages. */
function pairWithRows(batch: readonly UnembeddedTexts[], rows: EmbeddedRows): EmbeddedTexts[] {
  let next = 0;
  return batch.flatMap((unembedded) => {
    const ownRows = rows.slice(next, next += unembedded.texts.length);
    const presentRows = ownRows.filter((row) => row !== undefined);
    return presentRows.length === ownRows.length ? [{ ...unembedded, rows: presentRows }] : [];
  });
}

/**
 * Writes vectors to the current locations of their chunks, except for documents that have changed
 * since. Returns false when the index uses another model by now.
 */
function writeVectors(
  store: Store,
  embedder: Embedder,
  embeddedTexts: readonly EmbeddedTexts[],
): boolean {
  if (findMeta(store, "embedder") !== embedder.fingerprint) return false;
  // The row of a document lists all of its chunks, so it is read once.
  const documents = new Map<number, StoredDocument | undefined>();
  const blocks = new Map<string, VectorBlock>();
  for (const { document: id, hash, rows, chunk: index } of embeddedTexts) {
    const document = documents.getOrInsertComputed(id, () => findDocument(store, id));
    if (document?.hash !== hash) continue;
    if (index === undefined) {
      writeNameVectors(store, id, quantiseRows(rows));
      continue;
    }
    if (index >= document.chunks.length) continue;
    const chunk = document.firstChunk + index;
    const blockId = { segment: document.segment, block: Math.floor(chunk / VECTOR_BLOCK_ROWS) };
    const key = `${blockId.segment} ${blockId.block}`;
    const found = blocks.get(key) ?? openBlock(store, blockId, embedder.dimensions);
    blocks.set(key, found);
    const at = chunk % VECTOR_BLOCK_ROWS;
    found.scales[at] = quantise(rows[0]!, found.numbers, at * embedder.dimensions);
  }
  for (const block of blocks.values()) writeVectorBlock(store, block);
  return true;
}

function openBlock(
  store: Store,
  blockId: Pick<VectorBlock, "segment" | "block">,
  dimensions: number,
): VectorBlock {
  const chunkCount = countSegmentChunks(store, blockId.segment);
  const rows = vectorBlockRows(blockId.block, chunkCount);
  return findVectorBlock(store, blockId, chunkCount) ?? {
    ...blockId,
    scales: new Float32Array(rows).fill(NaN),
    numbers: new Int8Array(rows * dimensions),
  };
}
