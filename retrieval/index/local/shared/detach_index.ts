import type { Store } from "../store/open_store.ts";
import { MissingBlockError } from "./remote_segment_store.ts";
import { deleteSegment } from "../store/segments.ts";
import { deleteSharedSegment, listSharedSegments } from "../store/shared_segments.ts";

const DELETE_DOCUMENTS = "DELETE FROM documents WHERE segment = ?";

/**
 * Detaches an index from its remote store, in the caller's transaction. Segments whose data are all
 * in the index stay; partial segments are deleted together with their documents. Returns true when
 * documents were deleted, so that their files must be read again.
 */
export function detachIndex(store: Store): boolean {
  let hasDeleted = false;
  for (const { segment, head } of listSharedSegments(store)) {
    deleteSharedSegment(store, segment);
    if (head === undefined) continue;
    store.statement(DELETE_DOCUMENTS).run(segment);
    deleteSegment(store, segment);
    hasDeleted = true;
  }
  return hasDeleted;
}

/**
 * Waits until rows are fetched. When a block is missing in the remote store, detaches the index, so
 * that the next refresh reads the files.
 *
 * @param fetching Promise of {@link fetchRows}.
 */
export async function detachOnMissingBlock(store: Store, fetching: Promise<void>): Promise<void> {
  try {
    await fetching;
  } catch (error) {
    if (error instanceof MissingBlockError) store.write(() => detachIndex(store));
    throw error;
  }
}
