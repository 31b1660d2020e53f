import { encodeFileName } from "@dossier/core";
import { SegmentBuilder } from "../retrieval/index/local/segment_builder.ts";
import { findDocumentByPath, writeDocument } from "../retrieval/index/local/store/documents.ts";
import { openStore, type Store } from "../retrieval/index/local/store/open_store.ts";
import { insertPostings } from "../retrieval/index/local/store/postings.ts";
import { deleteChunks, insertSegment, writeRuns } from "../retrieval/index/local/store/segments.ts";
import { LocalView } from "../retrieval/index/local/view/local_view.ts";
import { VectorScanner } from "../retrieval/index/local/view/vector_scanner.ts";

/** Document whose lines are its chunks. */
export interface SyntheticDocument {
  /** Path relative to the root. */
  readonly path: string;
  /** Text of each chunk: one non-blank line. */
  readonly lines: readonly string[];
}

/** Returns an empty index in memory. */
export function openMemoryStore(): Store {
  return openStore(":memory:");
}

/** Returns a view of an index in its present state. */
export function openView(store: Store): LocalView {
  return new LocalView(store, () => new VectorScanner(store));
}

/**
 * Writes documents as one new segment, which replaces those at the same paths, and returns its
 * number.
 */
export function writeSegment(store: Store, documents: readonly SyntheticDocument[]): number {
  const builder = new SegmentBuilder();
  const firstChunks = documents.map(({ path, lines }) => {
    const firstChunk = builder.chunkCount;
    const rows = lines.map((line) => `${line}\n`);
    let end = 0;
    const indexed = rows.map(({ length }) => ({ end: end += length, symbols: "", heading: "" }));
    builder.add({ path, text: rows.join(""), indexed });
    return firstChunk;
  });
  const id = insertSegment(store, builder.lengths());
  const runs = documents.map(({ path, lines }, i) => {
    deleteChunksOf(store, path);
    const document = writeDocument(store, {
      path,
      language: "text",
      kind: "document",
      size: 1,
      modified: 1,
      changed: 1,
      inode: 1,
      racy: false,
      hash: "",
      blob: "",
      segment: id,
      firstChunk: firstChunks[i]!,
      chunks: lines.map((_, line) => ({ startLine: line + 1, endLine: line + 1, label: "" })),
      definitions: [],
      nameTerms: encodeFileName(path),
    });
    return { document, chunks: lines.length };
  });
  writeRuns(store, id, runs);
  insertPostings(store, id, builder.postings());
  return id;
}

/** Marks the chunks of the document at `path` as deleted, if there is one. */
export function deleteChunksOf(store: Store, path: string): void {
  const document = findDocumentByPath(store, path);
  if (document === undefined) return;
  const { segment, firstChunk, chunks } = document;
  deleteChunks(store, segment, { first: firstChunk, count: chunks.length });
}
