import type { Visibility } from "@dossier/core";
import { chunkDocument, passageTexts } from "@dossier/core/chunk";
import { type Embedder, type EmbedderError, quantise } from "../../embed/mod.ts";
import { contentHash } from "../../machine/mod.ts";
import { readDocument } from "../../tree/mod.ts";
import { findDocument, listChunkPlaces, type StoredDocument } from "./store/documents.ts";
import { deleteMeta, findMeta, writeMeta } from "./store/meta.ts";
import { listUnembeddedNames } from "./store/name_vectors.ts";
import type { Store } from "./store/open_store.ts";
import { countSegmentChunks, listRuns, listSegments } from "./store/segments.ts";
import {
  findVectorBlock,
  listVectorScales,
  VECTOR_BLOCK_ROWS,
  type VectorBlock,
  vectorBlockRows,
  writeVectorBlock,
} from "./store/vectors.ts";
import { type EmbeddedBatch, embedMissingNames } from "./embed_missing_names.ts";
import { type EmbeddingBounds, EmbeddingRun } from "./embedding_run.ts";
import { openSymbolFinder } from "../open_symbol_finder.ts";
import type { SymbolSource } from "../../config/mod.ts";

/** What {@link embedMissing} goes by. */
export interface MissingSource {
  /** Absolute path of the tree. */
  readonly root: string;
  /** The rules on which files may be indexed. */
  readonly visibility: Visibility;
  /** The finder of definitions. */
  readonly symbols: SymbolSource;
  /** Makes the vectors. */
  readonly embedder: Embedder;
}

/** How far embedding has come, in texts: chunks, and the names that a document defines. */
export interface EmbedProgress {
  /** Texts embedded so far. */
  readonly embedded: number;
  /** Texts that had no vector at the start. */
  readonly total: number;
}

/** Options of {@link embedMissing}. */
export interface EmbedMissingOptions extends EmbeddingBounds {
  /** Called after every batch. */
  readonly onProgress?: ((progress: EmbedProgress) => void) | undefined;
}

/** What {@link embedMissing} leaves, in texts as {@link EmbedProgress} counts them. */
export interface EmbedOutcome {
  /** Texts that still have no vector. */
  readonly left: number;
  /** How many of them the model was asked for and refuses. */
  readonly refused: number;
  /** Why it refuses the first of those. */
  readonly refusal: EmbedderError | undefined;
}

/** A chunk without a vector. */
interface MissingChunk {
  readonly document: number;
  readonly hash: string;
  /** Number of the chunk in its document, 0-based. */
  readonly index: number;
  readonly passage: string;
}

/** A document of which some chunks have no vector. */
interface MissingDocument {
  readonly document: number;
  /** Numbers of those chunks in the document, 0-based. */
  readonly indexes: readonly number[];
}

/**
 * Embeds what has no vector, first the names that documents define, then chunks, a batch at a time: each
 * is one transaction, so that whatever ends the process costs one batch. Returns what is left.
 *
 * No lock is held meanwhile, as a model may take hours and the index must follow the tree. A chunk
 * that has changed since its passage was made is passed over.
 *
 * @throws {EmbedderError} When the model fails, or gives nothing at all in the time there is; what was
 * done before is kept.
 */
export async function embedMissing(
  store: Store,
  source: MissingSource,
  { onProgress, ...bounds }: EmbedMissingOptions = {},
): Promise<EmbedOutcome> {
  const { embedder } = source;
  const { missing, total } = store.read(() => ({
    missing: listMissing(store),
    total: countMissing(store),
  }));
  // Where vectors were lost, the mark is missing as well.
  if (total > 0 && findMeta(store, "unembedded") === undefined) {
    writeMeta(store, "unembedded", "yes");
  }
  const run = new EmbeddingRun(embedder, bounds);
  let embedded = 0;
  let refused = 0;
  let batch: MissingChunk[] = [];
  const advance = async (done: EmbeddedBatch) => {
    embedded += done.count;
    refused += done.refused;
    onProgress?.({ embedded, total });
    // Lets the thread do something else in between: a table of word vectors never waits for anything.
    await new Promise((resolve) => setTimeout(resolve));
  };
  const flush = async () => {
    const chunks = batch;
    batch = [];
    const rows = await run.embed(chunks.map(({ passage }) => passage));
    if (rows === undefined) return;
    if (!store.write(() => writeRows(store, { embedder, chunks, rows }))) run.end();
    await advance({
      count: chunks.length,
      refused: rows.filter((row) => row === undefined).length,
    });
  };
  for await (const done of embedMissingNames(store, embedder, run)) await advance(done);
  for (const document of missing) {
    if (run.isOver) break;
    for (const chunk of await readMissing(store, source, document)) {
      batch.push(chunk);
      if (batch.length >= run.batchSize) await flush();
      if (run.isOver) break;
    }
  }
  if (batch.length > 0 && !run.isOver) await flush();
  return store.write(() => {
    const left = countMissing(store);
    if (left === 0) deleteMeta(store, "unembedded");
    return { left, refused, refusal: run.refusal };
  });
}

/** Returns how many living chunks have no vector, and documents whose names have none. */
export function countMissing(store: Store): number {
  const chunks = listMissing(store).reduce((sum, { indexes }) => sum + indexes.length, 0);
  return chunks + listUnembeddedNames(store).length;
}

function listMissing(store: Store): MissingDocument[] {
  const places = new Map(listChunkPlaces(store).map((place) => [place.id, place]));
  const missing: MissingDocument[] = [];
  for (const segment of listSegments(store)) {
    const scales = listVectorScales(store, segment.id, segment.chunkCount);
    let first = 0;
    for (const { document, chunks } of listRuns(segment)) {
      const place = places.get(document);
      if (place?.segment === segment.id && place.firstChunk === first) {
        const own = scales.subarray(first, first + chunks);
        const indexes = [...own.keys()].filter((index) => Number.isNaN(own[index]));
        if (indexes.length > 0) missing.push({ document, indexes });
      }
      first += chunks;
    }
  }
  return missing;
}

/** Returns the passages of a document's chunks, none when the file is no longer what is indexed. */
async function readMissing(
  store: Store,
  { root, visibility, symbols }: MissingSource,
  { document: id, indexes }: MissingDocument,
): Promise<readonly MissingChunk[]> {
  const document = findDocument(store, id);
  if (document === undefined) return [];
  const { path, hash, language } = document;
  const outcome = readDocument(root, path, visibility);
  if (outcome.kind === "skipped" || await contentHash(outcome.bytes) !== hash) return [];
  const { text } = outcome;
  using finder = await openSymbolFinder(symbols, [language]);
  const chunks = chunkDocument({ info: document, text, symbols: finder.find(text, language) });
  const passages = passageTexts({ path, text, chunks });
  if (passages.length !== document.chunks.length) return [];
  return indexes.flatMap((index) => {
    const passage = passages[index];
    return passage === undefined ? [] : [{ document: id, hash, index, passage }];
  });
}

/**
 * Writes vectors to where their chunks are now, but for those refused; returns whether the index still
 * is of this model.
 */
function writeRows(
  store: Store,
  { embedder, chunks, rows }: {
    readonly embedder: Embedder;
    readonly chunks: readonly MissingChunk[];
    readonly rows: readonly (Float32Array | undefined)[];
  },
): boolean {
  if (findMeta(store, "embedder") !== embedder.fingerprint) return false;
  const documents = new Map<number, StoredDocument | undefined>();
  const blocks = new Map<string, VectorBlock>();
  for (const [i, { document: id, hash, index }] of chunks.entries()) {
    const row = rows[i];
    if (row === undefined) continue;
    if (!documents.has(id)) documents.set(id, findDocument(store, id));
    const document = documents.get(id);
    if (document?.hash !== hash || index >= document.chunks.length) continue;
    const chunk = document.firstChunk + index;
    const block = Math.floor(chunk / VECTOR_BLOCK_ROWS);
    const key = `${document.segment} ${block}`;
    const found = blocks.get(key) ??
      openBlock(store, { segment: document.segment, block }, embedder.dimensions);
    blocks.set(key, found);
    const at = chunk % VECTOR_BLOCK_ROWS;
    found.scales[at] = quantise(row, found.numbers, at * embedder.dimensions);
  }
  for (const block of blocks.values()) writeVectorBlock(store, block);
  return true;
}

function openBlock(
  store: Store,
  place: { readonly segment: number; readonly block: number },
  dimensions: number,
): VectorBlock {
  const chunkCount = countSegmentChunks(store, place.segment);
  const rows = vectorBlockRows(place.block, chunkCount);
  return findVectorBlock(store, place, chunkCount) ?? {
    ...place,
    scales: new Float32Array(rows).fill(NaN),
    numbers: new Int8Array(rows * dimensions),
  };
}
