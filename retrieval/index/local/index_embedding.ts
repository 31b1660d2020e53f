import type { IndexEmbedding } from "../index_source.ts";
import { findMeta, writeMeta } from "./store/meta.ts";
import { detachIndex } from "./shared/detach_index.ts";
import type { Store } from "./store/open_store.ts";
import { countLiveChunks } from "./store/segments.ts";
import { listPartialSegments } from "./store/shared_segments.ts";
import { hasVectors } from "./store/vectors.ts";

/**
 * Returns true when the vectors in the index were made by another embedder than the configured one.
 */
export function isEmbedderChanged(store: Store, embedding: IndexEmbedding | undefined): boolean {
  if (embedding !== undefined && embedding.embedder === undefined) return false;
  return findMeta(store, "embedder") !== embedding?.embedder?.fingerprint;
}

/**
 * Returns true when chunks may lack a vector that they can get: chunks that were noted, or all
 * chunks. Vectors that are missing without a note are not detected: that would require reading each
 * block, and only manual edits cause them.
 */
export function mayLackVectors(store: Store, embedding: IndexEmbedding | undefined): boolean {
  if (embedding?.embedder === undefined) return false;
  return findMeta(store, "unembedded") !== undefined ||
    (!hasVectors(store) && countLiveChunks(store) > 0 && listPartialSegments(store).length === 0);
}

/**
 * Deletes vectors of another model and stores the configured one, so that chunks get its vectors.
 * Runs in the caller's transaction. Returns true when documents were deleted too, so that their
 * files have to be read again.
 */
export function switchEmbedder(store: Store, embedding: IndexEmbedding | undefined): boolean {
  const hasDeleted = detachIndex(store);
  store.empty("vectors", "name_vectors");
  const fingerprint = embedding?.embedder?.fingerprint;
  const isUnembedded = fingerprint !== undefined && countLiveChunks(store) > 0;
  writeMeta(store, "embedder", fingerprint);
  writeMeta(store, "unembedded", isUnembedded ? "yes" : undefined);
  return hasDeleted;
}
