import type { Note } from "@dossier/core";
import { EmbedderError, noteEmbedderFailed } from "../../embed/mod.ts";
import { acquireIndexLock } from "../../machine/mod.ts";
import { countUnembedded, embedMissing } from "./embed_missing.ts";
import type { RefreshOptions } from "../index_source.ts";
import type { LocalSource } from "./plan_refresh.ts";
import { countDocuments } from "./store/documents.ts";
import type { Store } from "./store/open_store.ts";
import { countLiveChunks } from "./store/segments.ts";

/**
 * Embeds chunks without a vector as far as time allows, and returns notes.
 *
 * When another process already computes them, this process does nothing, because the vectors would
 * be the same.
 */
export async function refreshVectors(
  store: Store,
  { root, lockPath, visibility, embedding }: LocalSource,
  { maxEmbedMs, signal, onProgress }: RefreshOptions,
): Promise<readonly Note[]> {
  const embedder = embedding?.embedder;
  if (embedder === undefined) return [];
  const lock = await acquireIndexLock(`${lockPath}.vectors`, { waitMs: 0 });
  if (lock === undefined) return notePending(store.read(() => countUnembedded(store)));
  using _ = lock;
  const files = countDocuments(store);
  const chunks = countLiveChunks(store);
  try {
    const { left, refused, refusal } = await embedMissing(
      store,
      { root, visibility, embedder },
      {
        maxMs: maxEmbedMs,
        signal,
        onProgress: (embedding) => onProgress?.({ files, totalFiles: files, chunks, embedding }),
      },
    );
    const pending = notePending(left - refused);
    if (refusal === undefined) return pending;
    const effect = "so they are found by words only";
    const message = `${refused} texts get no vector, ${effect}: ${refusal.message}`;
    return [...pending, { code: "vectors-refused", message }];
  } catch (error) {
    if (signal?.aborted) return notePending(store.read(() => countUnembedded(store)));
    if (error instanceof EmbedderError) return [noteEmbedderFailed(error)];
    throw error;
  }
}

function notePending(count: number): readonly Note[] {
  if (count === 0) return [];
  const message = `${count} texts have no vector yet, so they are found by words only`;
  return [{ code: "vectors-pending", message }];
}
