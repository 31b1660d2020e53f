import type { DocumentShelf } from "./document_shelf.ts";

/** Returns what gives the label of a chunk, empty where it has none. */
export function openLabels(shelf: DocumentShelf): (chunk: number) => string {
  const { fileOf, files: { documents, firstChunks } } = shelf.snapshot;
  return (chunk) => {
    const file = fileOf[chunk]!;
    return shelf.find(documents[file]!)?.chunks[chunk - firstChunks[file]!]?.label ?? "";
  };
}
