import type { Retention } from "../../config/mod.ts";
import type { State } from "./open_state.ts";

const SELECT_KEPT = "SELECT time FROM records ORDER BY id DESC LIMIT 1 OFFSET ?";

/** Sessions without records from a number on, of which nothing is as young as a time. */
const GOING = `SELECT session, sum(injections) AS injections FROM (
    SELECT session, time, 1 AS injections FROM tier_injections
    UNION ALL SELECT session, time, 0 FROM session_activity) AS given
  GROUP BY session HAVING max(time) < ?1
  AND NOT EXISTS (SELECT 1 FROM records WHERE records.session = given.session AND records.id >= ?2)`;
const SELECT_GOING = `${GOING} LIMIT ?3`;
const COUNT_GOING =
  `SELECT count(*) AS sessions, coalesce(sum(injections), 0) AS injections FROM (${GOING})`;

const TABLES = ["tier_injections", "session_activity", "tier_refreshes"];
const DELETES = TABLES.map((table) => `DELETE FROM ${table} WHERE session = ?`);

/** Sessions that go in one transaction, so that others write in between. */
const BATCH_SESSIONS = 100;

/** What tiers gave to some sessions. */
export interface TierCount {
  /** Sources that were given or refused. */
  readonly injections: number;
  /** How many sessions they are of, with those that only did something. */
  readonly sessions: number;
}

/**
 * Lets go of what tiers gave to sessions, and of what these did, where no record of the session is left and all of
 * it is older than the records that stay; returns what went. A session goes as a whole, as it would be given again what
 * it holds.
 *
 * @param options.limit Most sessions before it stops.
 */
export function pruneTiers(
  state: State,
  retention: Retention,
  { limit = Infinity }: { readonly limit?: number | undefined } = {},
): TierCount {
  let [sessions, injections] = [0, 0];
  while (sessions < limit) {
    const gone = state.write(() => {
      const most = Math.min(BATCH_SESSIONS, limit - sessions);
      type Going = Pick<TierCount, "injections"> & { readonly session: string };
      const going = state.rows<Going>(SELECT_GOING, findOldest(state, retention), 0, most);
      for (const { session } of going) {
        for (const sql of DELETES) state.statement(sql).run(session);
      }
      return going;
    });
    if (gone.length === 0) break;
    sessions += gone.length;
    injections += gone.reduce((sum, { injections }) => sum + injections, 0);
  }
  return { injections, sessions };
}

/** Returns what {@link pruneTiers} would let go of once the records below a number have gone. */
export function planTierPruning(state: State, retention: Retention, boundary: number): TierCount {
  return state.read(() =>
    state.rows<TierCount>(COUNT_GOING, findOldest(state, retention), boundary)[0]!
  );
}

/** Returns the time from which on nothing goes. */
function findOldest(state: State, { maxAgeMs, keep }: Retention): number {
  return Math.max(
    maxAgeMs === undefined ? 0 : state.now() - maxAgeMs,
    keep === undefined ? 0 : state.findValue<number>(SELECT_KEPT, keep - 1) ?? 0,
  );
}
