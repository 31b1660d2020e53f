import type { IndexEmbedding } from "../index_source.ts";
import { findMeta, writeMeta } from "./store/meta.ts";
import { forgetShared } from "./shared/forget_shared.ts";
import type { Store } from "./store/open_store.ts";
import { countLiveChunks } from "./store/segments.ts";
import { listPartialSegments } from "./store/shared_segments.ts";
import { hasVectors } from "./store/vectors.ts";

/** Returns whether the vectors in the index are not those that it should have. */
export function isEmbedderChanged(store: Store, embedding: IndexEmbedding | undefined): boolean {
  if (embedding !== undefined && embedding.embedder === undefined) return false;
  return findMeta(store, "embedder") !== embedding?.embedder?.fingerprint;
}

/**
 * Returns whether there may be chunks that have no vector and can get one: those noted, or all. Whether some
 * are lost that were not noted would take a look at each block, and only hands can take out some of them
 * without a trace.
 */
export function mayLackVectors(store: Store, embedding: IndexEmbedding | undefined): boolean {
  if (embedding?.embedder === undefined) return false;
  return findMeta(store, "unembedded") !== undefined ||
    (!hasVectors(store) && countLiveChunks(store) > 0 && listPartialSegments(store).length === 0);
}

/**
 * Drops vectors of another model and notes down which model is in force, so that chunks without a
 * vector get one of it; in the caller's transaction. Returns whether documents were dropped with them, whose
 * files have to be read then.
 */
export function switchEmbedder(store: Store, embedding: IndexEmbedding | undefined): boolean {
  const hasForgotten = forgetShared(store);
  store.empty("vectors", "name_vectors");
  const wanted = embedding?.embedder?.fingerprint;
  const isUnembedded = wanted !== undefined && countLiveChunks(store) > 0;
  writeMeta(store, "embedder", wanted);
  writeMeta(store, "unembedded", isUnembedded ? "yes" : undefined);
  return hasForgotten;
}
