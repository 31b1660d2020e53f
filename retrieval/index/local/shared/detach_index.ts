import type { Store } from "../store/open_store.ts";
import { MissingBlockError } from "./remote_segment_store.ts";
import { deleteSegment } from "../store/segments.ts";
import { deleteSharedSegment, listSharedSegments } from "../store/shared_segments.ts";

const DELETE_DOCUMENTS = "DELETE FROM documents WHERE segment = ?";

/**
 * Forgets what is kept elsewhere, as it is of no use any more, in the caller's transaction. Returns whether documents
 * went with it, whose files have to be read then.
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

/** Waits for what is fetched of an index; when a block is lost, all is forgotten, so that the next refresh reads the files. */
export async function detachOnMissingBlock(store: Store, fetching: Promise<void>): Promise<void> {
  try {
    await fetching;
  } catch (error) {
    if (error instanceof MissingBlockError) store.write(() => detachIndex(store));
    throw error;
  }
}
