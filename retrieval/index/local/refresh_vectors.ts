import type { Note, Visibility } from "@dossier/core";
import { EmbedderError, noteEmbedderFailed } from "../../embed/mod.ts";
import { countDocuments } from "./store/documents.ts";
import type { Store } from "./store/open_store.ts";
import { countLiveChunks } from "./store/segments.ts";
import { countMissing, embedMissing, type EmbedOutcome } from "./embed_missing.ts";
import { acquireIndexLock } from "../../machine/mod.ts";
import type { IndexEmbedding } from "./index_embedding.ts";
import type { IndexProgress } from "./apply_refresh.ts";
import { DEFAULT_SYMBOL_SOURCE, type SymbolSource } from "../../config/mod.ts";

/** What {@link refreshVectors} goes by; see `IndexSource`. */
export interface VectorSource {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Path of the lock file of the index, beside which lies that of its vectors. */
  readonly lockPath: string;
  /** The rules on which files may be indexed. */
  readonly visibility: Visibility;
  /** The finder of definitions. */
  readonly symbols?: SymbolSource;
  /** The embedder of chunks. */
  readonly embedding?: IndexEmbedding | undefined;
}

/** Options of {@link refreshVectors}. */
export interface VectorOptions {
  /** How long it may take, in milliseconds; no bound without. */
  readonly maxEmbedMs?: number | undefined;
  /** Stops early; what is done by then is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every batch. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/**
 * Embeds chunks that have no vector as far as time allows, and returns what there is to say of it.
 *
 * Where another process is at it already, this one leaves it to that: both would make the same.
 */
export async function refreshVectors(
  store: Store,
  { root, lockPath, visibility, embedding, symbols = DEFAULT_SYMBOL_SOURCE }: VectorSource,
  { maxEmbedMs, signal, onProgress }: VectorOptions,
): Promise<readonly Note[]> {
  const embedder = embedding?.embedder;
  if (embedder === undefined) return [];
  const lock = await acquireIndexLock(`${lockPath}.vectors`, { waitMs: 0 });
  if (lock === undefined) return notePending(store.read(() => countMissing(store)));
  using _ = lock;
  const files = countDocuments(store);
  const chunks = countLiveChunks(store);
  try {
    const outcome = await embedMissing(store, { root, visibility, symbols, embedder }, {
      maxMs: maxEmbedMs,
      signal,
      onProgress: (embedding) => onProgress?.({ files, totalFiles: files, chunks, embedding }),
    });
    return noteOutcome(outcome);
  } catch (error) {
    if (signal?.aborted) return notePending(store.read(() => countMissing(store)));
    if (error instanceof EmbedderError) return [noteEmbedderFailed(error)];
    throw error;
  }
}

function noteOutcome({ left, refused, refusal }: EmbedOutcome): readonly Note[] {
  const notes = notePending(left - refused);
  if (refusal === undefined) return notes;
  return [...notes, {
    code: "vectors-refused",
    message:
      `${refused} texts get no vector, so they are found by their words alone: ${refusal.message}`,
  }];
}

function notePending(count: number): readonly Note[] {
  if (count === 0) return [];
  return [{
    code: "vectors-pending",
    message: `${count} texts have no vector yet, so they are found by their words alone`,
  }];
}
