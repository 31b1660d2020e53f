import type { State } from "./open_state.ts";

const INSERT = `INSERT INTO withdrawn (record, time) SELECT id, ?1 FROM records
  WHERE id = ?2 AND time >= ?3 AND NOT EXISTS (SELECT 1 FROM withdrawn WHERE record = ?2)`;

/**
 * Notes that what a record says was given was not sent after all, so that its session does not hold it.
 *
 * @param id Number of the record.
 * @param since When it was asked for, in milliseconds since 1970: an answer that repeats one of before has
 * the record of that one, which was sent.
 * @throws {RetrievalError} `state-damaged` and the like.
 */
export function withdrawRecord(
  state: State,
  id: number,
  { since }: { readonly since: number },
): void {
  state.write(() => state.statement(INSERT).run(state.now(), id, since));
}
