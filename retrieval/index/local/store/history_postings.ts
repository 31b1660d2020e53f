import { checksum } from "./checksum.ts";
import { decodeNumbers, encodeNumbers } from "./number_list.ts";
import type { Store } from "./open_store.ts";

const SELECT = "SELECT data FROM history_postings WHERE term = ?";
const UPSERT = `INSERT INTO history_postings (term, data, sum) VALUES (?, ?, ?)
  ON CONFLICT (term) DO UPDATE SET data = excluded.data, sum = excluded.sum`;
const DELETE_ALL = "DELETE FROM history_postings";

/** Returns the numbers of the commits whose subjects have `term`, rising; none when there is none. */
export function listCommitsWith(store: Store, term: string): readonly number[] {
  const data = findData(store, term);
  return data === undefined ? [] : decodeNumbers(data);
}

/** Writes down that the subjects of further commits have `term`: numbers above all of its before. */
export function appendCommitsWith(store: Store, term: string, commits: readonly number[]): void {
  const known = findData(store, term) ?? new Uint8Array(0);
  const added = encodeNumbers(commits, decodeNumbers(known).at(-1) ?? -1);
  const data = new Uint8Array(known.length + added.length);
  data.set(known);
  data.set(added, known.length);
  store.statement(UPSERT).run(term, data, checksum(term, data));
}

/** Forgets all terms. */
export function deleteAllCommitsWith(store: Store): void {
  store.statement(DELETE_ALL).run();
}

function findData(store: Store, term: string): Uint8Array | undefined {
  return (store.statement(SELECT).get(term) as unknown as [Uint8Array] | undefined)?.[0];
}
