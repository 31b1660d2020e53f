import type { DocumentKind } from "@dossier/core";
import type { Store } from "../store/open_store.ts";
import {
  DOCUMENT_STRIDE,
  isDeleted,
  listRuns,
  listSegments,
  type Segment,
} from "../store/segments.ts";
import type { SegmentHead } from "../store/shared_segments.ts";
import { BLOCK_BYTES, BlockWriter, type NamedBlock, ROWS_PER_BLOCK } from "./segment_blocks.ts";

/** Document in a block of rows. A deleted document has only its number of chunks. */
export type DocumentRow =
  | readonly [chunks: number]
  | readonly [
    ...[chunks: number, path: string, language: string, kind: DocumentKind, size: number],
    ...[hash: string, blob: string, ranges: string, definitions: string, nameTerms: string],
  ];

const SELECT_LENGTHS = "SELECT lengths FROM segments WHERE id = ?";
const SELECT_DOCUMENT =
  `SELECT path, language, kind, size, hash, blob, chunks, definitions, name_terms
  FROM documents WHERE id = ?`;
const SELECT_POSTINGS = "SELECT term, data FROM postings WHERE segment = ? ORDER BY term";
const SELECT_VECTORS = "SELECT block, data FROM vectors WHERE segment = ? ORDER BY block";
const SELECT_PARTS = "SELECT data FROM parts WHERE document = ?";
const SELECT_NAMES = "SELECT data FROM name_vectors WHERE document = ?";

const ENCODER = new TextEncoder();

/** Returns all blocks of a segment whose data are all in this index. The head is the last block. */
export function exportSegment(store: Store, id: number): NamedBlock[] {
  const segment = listSegments(store).find((one) => one.id === id)!;
  const documents = listSegmentDocuments(store, segment);
  const blocks: NamedBlock[] = [];
  const lengths = store.findValue<Uint8Array>(SELECT_LENGTHS, id)!;
  blocks.push({ name: "lengths", bytes: lengths.slice() });
  const rows = exportRows(store, documents, blocks);
  const terms = exportPostings(store, id, blocks);
  const vectors = exportVectors(store, id, blocks);
  const details = exportDetails(store, documents, blocks);
  const head: SegmentHead = { chunks: segment.chunkCount, rows, terms, vectors, details };
  blocks.push({ name: "head", bytes: ENCODER.encode(JSON.stringify(head)) });
  return blocks;
}

/** Document of a segment. */
interface ExportedDocument {
  /** Row number; undefined for a deleted document. */
  readonly id: number | undefined;
  readonly chunks: number;
}

/** Returns the documents of a segment in their order, with those that were deleted. */
function listSegmentDocuments(store: Store, segment: Segment): ExportedDocument[] {
  const { documents, deleted } = segment;
  return listRuns(segment).map(({ document, chunks }, i) => {
    const first = documents[i * DOCUMENT_STRIDE + 1]!;
    const isLive = chunks > 0
      ? !isDeleted(deleted, first)
      // The bits of deleted chunks say nothing about a document without chunks.
      : store.findRow("SELECT 1 FROM documents WHERE id = ? AND segment = ?", document, segment.id);
    return { id: isLive ? document : undefined, chunks };
  });
}

/** Adds the blocks of rows, and returns their number. */
function exportRows(
  store: Store,
  documents: readonly ExportedDocument[],
  blocks: NamedBlock[],
): number {
  let count = 0;
  for (let first = 0; first < documents.length; first += ROWS_PER_BLOCK) {
    const rows = documents.slice(first, first + ROWS_PER_BLOCK).map(({ id, chunks }) =>
      id === undefined ? [chunks] : [chunks, ...store.findRow(SELECT_DOCUMENT, id)!]
    );
    blocks.push({ name: `rows-${count++}`, bytes: ENCODER.encode(JSON.stringify(rows)) });
  }
  return count;
}

/** Adds the blocks of postings, and returns the first term of each. */
function exportPostings(store: Store, id: number, blocks: NamedBlock[]): string[] {
  const firstTerms: string[] = [];
  const writer = new BlockWriter();
  const finishBlock = () =>
    blocks.push({ name: `terms-${firstTerms.length - 1}`, bytes: writer.flush() });
  const rows = store.statement(SELECT_POSTINGS).iterate(id);
  for (const [term, data] of rows as unknown as Iterable<[string, Uint8Array]>) {
    if (writer.length === 0) firstTerms.push(term);
    writer.addBytes(ENCODER.encode(term));
    writer.addBytes(data);
    if (writer.length >= BLOCK_BYTES) finishBlock();
  }
  if (writer.length > 0) finishBlock();
  return firstTerms;
}

/** Adds the blocks of vectors, and returns their numbers. */
function exportVectors(store: Store, id: number, blocks: NamedBlock[]): number[] {
  return store.listRows<[number, Uint8Array]>(SELECT_VECTORS, id).map(([block, data]) => {
    blocks.push({ name: `vectors-${block}`, bytes: data.slice() });
    return block;
  });
}

/** Adds the blocks of details, and returns the number of the first document of each. */
function exportDetails(
  store: Store,
  documents: readonly ExportedDocument[],
  blocks: NamedBlock[],
): number[] {
  const firstDocuments: number[] = [];
  const writer = new BlockWriter();
  const finishBlock = () =>
    blocks.push({ name: `details-${firstDocuments.length - 1}`, bytes: writer.flush() });
  documents.forEach(({ id }, number) => {
    if (writer.length === 0) firstDocuments.push(number);
    const find = <Value>(sql: string) =>
      id === undefined ? undefined : store.findValue<Value>(sql, id);
    const parts = find<string>(SELECT_PARTS);
    const names = find<Uint8Array>(SELECT_NAMES);
    addOptionalBytes(writer, parts === undefined ? undefined : ENCODER.encode(parts));
    addOptionalBytes(writer, names);
    if (writer.length >= BLOCK_BYTES) finishBlock();
  });
  if (writer.length > 0) finishBlock();
  return firstDocuments;
}

/** Adds bytes or their absence. Empty bytes are different from absent ones. */
function addOptionalBytes(writer: BlockWriter, bytes: Uint8Array | undefined): void {
  writer.addNumber(bytes === undefined ? 0 : 1);
  if (bytes !== undefined) writer.addBytes(bytes);
}
