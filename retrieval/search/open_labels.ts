import { findDocument, type StoredDocument } from "../store/documents.ts";
import type { Store } from "../store/open_store.ts";
import type { LexicalSnapshot } from "./lexical_snapshot.ts";

/**
 * Returns what gives the label of a chunk, empty where it has none. A document is read once, when its
 * first label is asked for.
 */
export function openLabels(
  store: Store,
  { fileOf, files: { documents, firstChunks } }: LexicalSnapshot,
): (chunk: number) => string {
  const known = new Map<number, StoredDocument["chunks"]>();
  return (chunk) => {
    const file = fileOf[chunk]!;
    let chunks = known.get(file);
    if (chunks === undefined) {
      chunks = findDocument(store, documents[file]!)?.chunks ?? [];
      known.set(file, chunks);
    }
    return chunks[chunk - firstChunks[file]!]?.label ?? "";
  };
}
