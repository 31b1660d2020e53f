import type { Retention } from "../../config/mod.ts";
import type { State } from "./open_state.ts";

const SELECT_KEPT = "SELECT time FROM records ORDER BY id DESC LIMIT 1 OFFSET ?";

/** Sessions without records, of which nothing is as young as a time. */
const SELECT_GOING = `SELECT session FROM (
    SELECT session, time FROM tier_injections UNION ALL SELECT session, time FROM session_activity) AS given
  GROUP BY session HAVING max(time) < ?1
  AND NOT EXISTS (SELECT 1 FROM records WHERE records.session = given.session) LIMIT ?2`;

const TABLES = ["tier_injections", "session_activity", "tier_refreshes"];
const DELETES = TABLES.map((table) => `DELETE FROM ${table} WHERE session = ?`);

/** Sessions that go in one transaction, so that others write in between. */
const BATCH_SESSIONS = 100;

/**
 * Lets go of what tiers gave to sessions, and of what these did, where no record of the session is left and all of
 * it is older than the records that stay. A session goes as a whole, as it would be given again what it holds.
 *
 * @param options.limit Most sessions before it stops.
 */
export function pruneTiers(
  state: State,
  { maxAgeMs, keep }: Retention,
  { limit = Infinity }: { readonly limit?: number | undefined } = {},
): void {
  let left = limit;
  while (left > 0) {
    const gone = state.write(() => {
      const oldest = Math.max(
        maxAgeMs === undefined ? 0 : state.now() - maxAgeMs,
        keep === undefined ? 0 : state.findValue<number>(SELECT_KEPT, keep - 1) ?? 0,
      );
      const most = Math.min(BATCH_SESSIONS, left);
      const going = state.rows<{ session: string }>(SELECT_GOING, oldest, most);
      for (const { session } of going) {
        for (const sql of DELETES) state.statement(sql).run(session);
      }
      return going.length;
    });
    if (gone === 0) return;
    left -= gone;
  }
}
