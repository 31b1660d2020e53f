import type { LineEvidence } from "@dossier/core";
import type { FileScores, QueryReading } from "@dossier/core/rank";
import { listDocumentsCalled } from "../store/document_names.ts";
import type { Store } from "../store/open_store.ts";
import type { DocumentShelf } from "./document_shelf.ts";

/** What a query points at by paths and lines. */
export interface Mention {
  /** How strongly it points at each file, at most 1. */
  readonly files: FileScores;
  /** How strongly it points at a chunk by the lines it names, at most 1; others are left out. */
  readonly chunks: ReadonlyMap<number, number>;
}

/** Returns what a query points at by paths and lines, or undefined when it names no file. */
export function mentionEvidence(
  store: Store,
  shelf: DocumentShelf,
  { pathKeys, matchPaths, matchLines }: QueryReading,
): Mention | undefined {
  if (pathKeys === undefined || matchPaths === undefined) return undefined;
  const { documents, firstChunks } = shelf.snapshot.files;
  const called = listDocumentsCalled(store, pathKeys);
  const evidence = matchPaths(called.map(({ path }) => path));
  if (evidence.size === 0) return undefined;
  const lines = matchLines?.([...evidence.keys()]);
  const scores = new Float64Array(documents.length);
  const chunks = new Map<number, number>();
  for (const { id, path } of called) {
    const strength = evidence.get(path);
    if (strength === undefined) continue;
    const file = documents.indexOf(id);
    if (file === -1) continue;
    scores[file] = strength;
    const named = lines?.get(path);
    if (named === undefined) continue;
    for (const [place, weight] of findChunks(shelf, id, named)) {
      chunks.set(firstChunks[file]! + place, weight);
    }
  }
  return { files: { scores, highest: 1 }, chunks };
}

/** Returns the places of a document's chunks that hold some of the lines; behind the last are none. */
function findChunks(
  shelf: DocumentShelf,
  document: number,
  lines: LineEvidence,
): Map<number, number> {
  const found = new Map<number, number>();
  const chunks = shelf.find(document)?.chunks ?? [];
  // Blank lines between two chunks are in neither of them.
  const findPlace = (line: number) => chunks.findLastIndex(({ startLine }) => startLine <= line);
  for (const { startLine, endLine, weight } of lines) {
    if (startLine > (chunks.at(-1)?.endLine ?? 0)) continue;
    const last = findPlace(endLine);
    for (let place = Math.max(0, findPlace(startLine)); place <= last; place++) {
      found.set(place, Math.max(found.get(place) ?? 0, weight));
    }
  }
  return found;
}
