import type { Note } from "@dossier/core";
import { isContextError } from "@dossier/core/errors";
import { INDEX_FINGERPRINT } from "../store/index_identity.ts";
import { writeMeta } from "../store/meta.ts";
import type { Store } from "../store/open_store.ts";
import type { SegmentHead } from "../store/shared_segments.ts";
import { countDocuments } from "../store/documents.ts";
import type { DocumentRow } from "./export_segment.ts";
import { type ImportedSegment, importSegment } from "./import_segment.ts";
import type { RemoteSegmentStore, SharedTree, SharedTreeSegment } from "./remote_segment_store.ts";

const DECODER = new TextDecoder();

/** Code of the note that an index is built from files instead of being imported. */
const TREE_NOT_IMPORTED = "index-made-here";

/**
 * Imports the most similar tree of a remote store into an index without documents. Returns a note
 * when the remote store cannot be used, because the index can be built without it.
 *
 * @param embedder Model of the vectors; undefined without vectors.
 */
export async function importBestTree(
  store: Store,
  embedder: string | undefined,
  remote: RemoteSegmentStore,
): Promise<readonly Note[]> {
  try {
    const tree = await remote.findTree({ fingerprint: INDEX_FINGERPRINT, embedder });
    if (tree !== undefined) await importTree(store, tree, remote);
    return [];
  } catch (error) {
    if (!isContextError(error)) throw error;
    return [{
      code: TREE_NOT_IMPORTED,
      message:
        `All files are indexed on this machine, as the shared index cannot be used: ${error.message}`,
    }];
  }
}

/**
 * Imports a tree of a remote store into an index without documents. Writes the rows of the
 * documents, and the names of the segments from which postings, vectors and details are fetched
 * later. The next refresh compares all files with the documents.
 * @throws {RetrievalError} As {@link RemoteSegmentStore.readBlocks}.
 */
export async function importTree(
  store: Store,
  tree: SharedTree,
  remote: RemoteSegmentStore,
): Promise<void> {
  const segments: ImportedSegment[] = [];
  for (const segment of tree.segments) segments.push(await readSegment(segment, remote));
  store.write(() => {
    if (countDocuments(store) > 0) return;
    for (const segment of segments) importSegment(store, segment);
    writeMeta(store, "rules", tree.rules);
    writeMeta(store, "embedder", tree.embedder);
  });
}

async function readSegment(
  { name, dead: deletedDocuments }: SharedTreeSegment,
  remote: RemoteSegmentStore,
): Promise<ImportedSegment> {
  const locate = (...blocks: string[]) => blocks.map((block) => ({ segment: name, block }));
  const [first, lengths] = await remote.readBlocks(locate("head", "lengths"));
  const head = parseBlock<SegmentHead>(first!);
  const numbers = Array.from({ length: head.rows }, (_, number) => `rows-${number}`);
  const rows = await remote.readBlocks(locate(...numbers));
  return {
    name,
    head,
    lengths: lengths!,
    rows: rows.flatMap((block) => parseBlock<readonly DocumentRow[]>(block)),
    deletedDocuments,
  };
}

function parseBlock<Value>(block: Uint8Array): Value {
  return JSON.parse(DECODER.decode(block)) as Value;
}
