import type { Embedder } from "../../embed/mod.ts";
import type { EmbedderSettings } from "../../config/mod.ts";
import { deleteMeta, findMeta, writeMeta } from "./store/meta.ts";
import { deleteAllNameVectors } from "./store/name_vectors.ts";
import type { Store } from "./store/open_store.ts";
import { countLiveChunks } from "./store/segments.ts";
import { deleteAllVectors, hasVectors } from "./store/vectors.ts";

/** The embedder of an index. */
export interface IndexEmbedding {
  /** Undefined when it can not be opened: then the vectors that there are stay. */
  readonly embedder: Embedder | undefined;
  /** The settings that another thread opens it by. */
  readonly settings: EmbedderSettings | undefined;
}

/** Returns whether the vectors in the index are not those that it should have. */
export function isEmbedderOther(store: Store, embedding: IndexEmbedding | undefined): boolean {
  if (embedding !== undefined && embedding.embedder === undefined) return false;
  return findMeta(store, "embedder") !== wantedFingerprint(embedding);
}

/** Returns whether there may be chunks that have no vector and can get one. */
export function isUnembedded(store: Store, embedding: IndexEmbedding | undefined): boolean {
  return embedding?.embedder !== undefined &&
    (findMeta(store, "unembedded") !== undefined || areVectorsLost(store));
}

/**
 * Returns whether all vectors are gone that there should be. Whether some of them are would take a look
 * at each block, and only hands can take out some of them without a trace.
 */
function areVectorsLost(store: Store): boolean {
  return !hasVectors(store) && countLiveChunks(store) > 0;
}

/**
 * Drops vectors of another model and notes down which model is in force, so that chunks without a
 * vector get one of it; in the caller's transaction.
 */
export function settleEmbedder(store: Store, embedding: IndexEmbedding | undefined): void {
  deleteAllVectors(store);
  deleteAllNameVectors(store);
  const wanted = wantedFingerprint(embedding);
  if (wanted === undefined) deleteMeta(store, "embedder");
  else writeMeta(store, "embedder", wanted);
  if (wanted !== undefined && countLiveChunks(store) > 0) writeMeta(store, "unembedded", "yes");
  else deleteMeta(store, "unembedded");
}

function wantedFingerprint(embedding: IndexEmbedding | undefined): string | undefined {
  return embedding?.embedder?.fingerprint;
}
