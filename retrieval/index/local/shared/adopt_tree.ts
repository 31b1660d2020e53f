import type { Note } from "@dossier/core";
import { isContextError } from "@dossier/core/errors";
import { INDEX_FINGERPRINT } from "../store/index_identity.ts";
import { writeMeta } from "../store/meta.ts";
import type { Store } from "../store/open_store.ts";
import type { SegmentHead } from "../store/shared_segments.ts";
import { countDocuments } from "../store/documents.ts";
import type { DocumentRow } from "./export_segment.ts";
import { type ImportedSegment, importSegment } from "./import_segment.ts";
import type { SegmentHome, SharedTree, SharedTreeSegment } from "./segment_home.ts";

const DECODER = new TextDecoder();

/** An index is made as if there were nothing elsewhere. */
const NOT_ADOPTED = "index-made-here";

/**
 * Takes over the best tree that is kept elsewhere into an index that has no documents; returns a note where that can not
 * be had, as the index can be made without.
 *
 * @param embedder The model of the vectors; undefined without vectors.
 */
export async function adoptBest(
  store: Store,
  embedder: string | undefined,
  home: SegmentHome,
): Promise<readonly Note[]> {
  try {
    const tree = await home.findTree({ fingerprint: INDEX_FINGERPRINT, embedder });
    if (tree !== undefined) await adoptTree(store, tree, home);
    return [];
  } catch (error) {
    if (!isContextError(error)) throw error;
    return [{
      code: NOT_ADOPTED,
      message:
        `All files are indexed on this machine, as the shared index cannot be used: ${error.message}`,
    }];
  }
}

/**
 * Takes over a tree that is kept elsewhere into an index that has no documents: which documents there are, and where
 * the rest of them is. The next refresh compares all files.
 *
 * @throws {RetrievalError} As {@link SegmentHome.readBlocks}.
 */
export async function adoptTree(store: Store, tree: SharedTree, home: SegmentHome): Promise<void> {
  const segments: ImportedSegment[] = [];
  for (const segment of tree.segments) segments.push(await readSegment(segment, home));
  store.write(() => {
    if (countDocuments(store) > 0) return;
    for (const segment of segments) importSegment(store, segment);
    writeMeta(store, "rules", tree.rules);
    writeMeta(store, "embedder", tree.embedder);
  });
}

async function readSegment(
  { name, dead }: SharedTreeSegment,
  home: SegmentHome,
): Promise<ImportedSegment> {
  const places = (...blocks: string[]) => blocks.map((block) => ({ segment: name, block }));
  const [first, lengths] = await home.readBlocks(places("head", "lengths"));
  const head = parse<SegmentHead>(first!);
  const numbers = Array.from({ length: head.rows }, (_, number) => `rows-${number}`);
  const rows = await home.readBlocks(places(...numbers));
  return {
    name,
    head,
    lengths: lengths!,
    rows: rows.flatMap((block) => parse<readonly DocumentRow[]>(block)),
    dead,
  };
}

function parse<Value>(block: Uint8Array): Value {
  return JSON.parse(DECODER.decode(block)) as Value;
}
