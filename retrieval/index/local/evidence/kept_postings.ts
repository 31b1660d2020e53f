import { BoundedMap } from "../../../machine/mod.ts";
import type { Store } from "../store/open_store.ts";
import { listPostings, type PostingList } from "../store/postings.ts";
import type { LexicalSnapshot } from "./lexical_snapshot.ts";

/** Most that is kept of one state of an index, in about bytes; postings of 20,000 chunks are 2 MiB. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/** About what a term takes beside its postings, in bytes. */
const TERM_BYTES = 200;

type KeptPostings = BoundedMap<string, readonly PostingList[]>;

const KEPT = new WeakMap<LexicalSnapshot, KeptPostings>();

/**
 * Returns where a term occurs, one list for each segment that holds it. Within one state of the index a
 * term is read once: an answer looks up most terms twice, and the next question has some of the same.
 *
 * To be called in a transaction of the state that the snapshot was read in.
 */
export function keptPostings(
  store: Store,
  snapshot: LexicalSnapshot,
  term: string,
): readonly PostingList[] {
  let kept = KEPT.get(snapshot);
  if (kept === undefined) {
    KEPT.set(snapshot, kept = new BoundedMap({ limit: MAX_KEPT_BYTES, weigh }));
  }
  const known = kept.get(term);
  if (known !== undefined) return known;
  const lists = listPostings(store, term);
  kept.set(term, lists);
  return lists;
}

function weigh(lists: readonly PostingList[]): number {
  return lists.reduce((sum, { data }) => sum + data.length, TERM_BYTES);
}
