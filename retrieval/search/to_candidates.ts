import type { Candidate, Explanation } from "@dossier/core";
import { findDocument, type StoredDocument } from "../store/documents.ts";
import type { Store } from "../store/open_store.ts";
import type { LexicalSnapshot } from "./lexical_snapshot.ts";
import type { RankedChunk } from "./rank_chunks.ts";

/** Returns ranked chunks as what they are in their documents, each of which is looked up once. */
export function toCandidates(
  store: Store,
  chunks: readonly RankedChunk[],
  { snapshot: { fileOf, files }, explanations, isByMeaning, holders }: {
    readonly snapshot: LexicalSnapshot;
    readonly explanations: ReadonlyMap<number, Explanation> | undefined;
    /** Whether they are proposed for their meaning alone. */
    readonly isByMeaning: boolean;
    /** Chunks that have all words of a phrase. */
    readonly holders?: ReadonlySet<number> | undefined;
  },
): Candidate[] {
  const documents = new Map<number, StoredDocument | undefined>();
  return chunks.flatMap(({ chunk, score }) => {
    const file = fileOf[chunk]!;
    if (!documents.has(file)) documents.set(file, findDocument(store, files.documents[file]!));
    const document = documents.get(file);
    const place = document?.chunks[chunk - files.firstChunks[file]!];
    if (document === undefined || place === undefined) return [];
    const { path, language, kind, hash: documentHash } = document;
    const { startLine, endLine, label } = place;
    const explanation = explanations?.get(chunk);
    return [{
      path,
      language,
      kind,
      documentHash,
      startLine,
      endLine,
      ...(label === "" ? {} : { symbol: label }),
      score,
      ...(isByMeaning ? { byMeaning: true } : {}),
      ...(holders?.has(chunk) ? { hasPhraseWords: true } : {}),
      ...(explanation === undefined ? {} : { explanation }),
    }];
  });
}
