import type { Visibility } from "@dossier/core/exclude";
import { DOCUMENT_BM25 } from "@dossier/core/plan";
import { inverseDocumentFrequency, saturate } from "@dossier/core/rank";
import type { IndexReader, ProseDocument, TermCounts } from "../../index/mod.ts";

/** The design documents that a task may be given, as the index has them. */
export interface Vault {
  /** In code unit order of their paths. */
  readonly documents: readonly ProseDocument[];
  /** Returns how often some terms are in the documents, by their places. */
  readonly countTerms: (terms: readonly string[]) => Promise<TermCounts>;
  /** Returns the documents that go by one of some names as `fileKeys` in core gives them. */
  readonly listCalled: (keys: Iterable<string>) => Promise<readonly ProseDocument[]>;
  /** Returns the document at a path. */
  readonly findAt: (path: string) => ProseDocument | undefined;
}

/** Extension of the texts that are documents although their language is not known. */
const TEXT_EXTENSION = ".txt";

/**
 * Returns the documents below a folder.
 *
 * Text of no known language is a document when its name says so: others are lists of what to ignore,
 * licences and data.
 *
 * @param folder Path relative to the root without a slash at its end; empty for all of the tree.
 */
export async function openVault(
  reader: IndexReader,
  folder: string,
  visibility: Visibility,
): Promise<Vault> {
  const documents = (await reader.listProse(folder)).filter(({ path, language }) =>
    (language !== "text" || path.toLowerCase().endsWith(TEXT_EXTENSION)) && visibility.shows(path)
  );
  const byId = new Map(documents.map((document) => [document.id, document]));
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return {
    documents,
    countTerms: (terms) => reader.countTerms([...byId.keys()], terms),
    listCalled: async (keys) =>
      (await reader.listCalled(keys)).flatMap(({ id }) => byId.get(id) ?? []),
    findAt: (path) => byPath.get(path),
  };
}

/**
 * Returns what `scoreBm25` of core gives each document for some terms; 0 for a document that has none of
 * them. Documents are scored as wholes and among themselves: other documents of the tree say nothing of
 * how rare a term is.
 */
export function scoreCounts({ lengths, terms }: TermCounts): Float64Array {
  const { k1, b } = DOCUMENT_BM25;
  const average = lengths.length === 0
    ? 0
    : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const scales = Float64Array.from(
    lengths,
    (length) => average === 0 ? 1 : 1 - b + b * length / average,
  );
  const scores = new Float64Array(scales.length);
  for (const { places, counts } of terms) {
    const idf = inverseDocumentFrequency(places.length, scales.length);
    places.forEach((place, i) => {
      scores[place]! += idf * saturate(counts[i]! / scales[place]!, k1);
    });
  }
  return scores;
}

/**
 * Orders documents by how near they are to the top of their vault, then by path: where a name fits
 * several, the first is meant.
 */
export function compareNearness(a: ProseDocument, b: ProseDocument): number {
  const byDepth = a.path.split("/").length - b.path.split("/").length;
  return byDepth || (a.path < b.path ? -1 : 1);
}
