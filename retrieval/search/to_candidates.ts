import type { Candidate, Explanation } from "@dossier/core";
import type { DocumentShelf } from "./document_shelf.ts";
import type { RankedChunk } from "./rank_chunks.ts";

/** Returns ranked chunks as what they are in their documents. */
export function toCandidates(
  shelf: DocumentShelf,
  chunks: readonly RankedChunk[],
  { explanations, isByMeaning, holders }: {
    readonly explanations: ReadonlyMap<number, Explanation> | undefined;
    /** Whether they are proposed for their meaning alone. */
    readonly isByMeaning: boolean;
    /** Chunks that have all words of a phrase. */
    readonly holders?: ReadonlySet<number> | undefined;
  },
): Candidate[] {
  const { fileOf, files } = shelf.snapshot;
  return chunks.flatMap(({ chunk, score }) => {
    const file = fileOf[chunk]!;
    const document = shelf.find(files.documents[file]!);
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
