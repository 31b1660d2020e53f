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

/** An index is made as if there were nothing elsewhere. */
const TREE_NOT_IMPORTED = "index-made-here";

/**
 * Takes over the best tree that is kept elsewhere into an index that has no documents; returns a note where that can not
 * be had, as the index can be made without.
 *
 * @param embedder The model of the vectors; undefined without vectors.
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
 * Takes over a tree that is kept elsewhere into an index that has no documents: which documents there are, and where
 * the rest of them is. The next refresh compares all files.
 *
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
  { name, dead }: SharedTreeSegment,
  remote: RemoteSegmentStore,
): Promise<ImportedSegment> {
  const places = (...blocks: string[]) => blocks.map((block) => ({ segment: name, block }));
  const [first, lengths] = await remote.readBlocks(places("head", "lengths"));
  const head = parseBlock<SegmentHead>(first!);
  const numbers = Array.from({ length: head.rows }, (_, number) => `rows-${number}`);
  const rows = await remote.readBlocks(places(...numbers));
  return {
    name,
    head,
    lengths: lengths!,
    rows: rows.flatMap((block) => parseBlock<readonly DocumentRow[]>(block)),
    deletedDocuments: dead,
  };
}

function parseBlock<Value>(block: Uint8Array): Value {
  return JSON.parse(DECODER.decode(block)) as Value;
}
