import assert from "node:assert/strict";
import { exampleDraft } from "../../../tests/example_draft.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "../../../retrieval/delivery/state/append_injection.ts";
import { openState } from "../../../retrieval/delivery/state/open_state.ts";
import type { StateStore } from "../../../retrieval/delivery/state/state_store.ts";
import {
  findBoundary,
  pruneInjections,
} from "../../../retrieval/delivery/state/prune_injections.ts";
import {
  planSessionPruning,
  pruneSessions,
} from "../../../retrieval/delivery/state/prune_sessions.ts";
import {
  appendActivity,
  readActivity,
} from "../../../retrieval/delivery/state/session_activity.ts";
import { findRefreshMark } from "./refresh_mark.ts";
import { listTierInjections, recordTiers } from "./tier_injections.ts";
import { TIER_TABLES } from "../tier_tables.ts";

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 2);

/** A state with a manual clock, in days. */
async function open(
  workspace: TempWorkspace,
): Promise<{ state: StateStore; at: (day: number) => void }> {
  let now = START;
  const state = await openState(workspace.root, { now: () => now, tables: [TIER_TABLES] });
  return { state, at: (day) => void (now = START + day * DAY_MS) };
}

/** Records an injection of tiers for a session, and an activity of it. */
async function use(state: StateStore, session: string): Promise<void> {
  const source = { tier: "identity", source: "dossier://docs/adrs/", hash: "0" } as const;
  await recordTiers(state, {
    session,
    injections: [{ ...source, tokens: 1, trigger: "session-start" }],
    mark: { activity: 1, turns: 1, rfc: "", isWaiting: false },
  });
  await appendActivity(state, session, [{ kind: "turn", value: "" }]);
}

/** Returns the sessions that still have rows, in each of the three tables. */
async function left(state: StateStore, sessions: readonly string[]): Promise<readonly string[][]> {
  const keep = async (isLeft: (session: string) => Promise<boolean>) => {
    const all = await Promise.all(sessions.map(isLeft));
    return sessions.filter((_, at) => all[at]);
  };
  return [
    [...new Set((await listTierInjections(state, { limit: 100 })).map(({ session }) => session))]
      .sort(),
    await keep(async (session) => (await readActivity(state, session, 0)).events.length > 0),
    await keep(async (session) => await findRefreshMark(state, session) !== undefined),
  ];
}

Deno.test("pruneSessions() removes the injections of tiers together with the records of a session", async () => {
  for (
    const [retention, expected] of [
      [{ keep: 1 }, ["new", "used"]],
      [{ keep: 9 }, ["alone", "new", "old", "used"]],
      [{ maxAgeMs: 7 * DAY_MS }, ["new", "used"]],
      [{ maxAgeMs: 1 }, []],
    ] as const
  ) {
    using workspace = new TempWorkspace();
    const { state, at } = await open(workspace);
    using _ = state;
    for (const session of ["alone", "old", "used"]) await use(state, session);
    await appendInjection(state, { ...exampleDraft(1), session: "old" });
    await appendInjection(state, { ...exampleDraft(2), session: "used" });
    at(10);
    await appendInjection(state, { ...exampleDraft(3), session: "used" });
    await use(state, "new");
    at(11);
    const boundary = await findBoundary(state, retention);
    const planned = await planSessionPruning(state, retention, boundary);
    await pruneInjections(state, { boundary, reason: "test" });
    assert.deepEqual(await pruneSessions(state, retention), planned);
    assert.equal(planned.injections, 4 - expected.length);
    const sessions = ["alone", "new", "old", "used"];
    assert.deepEqual(await left(state, sessions), [expected, expected, expected]);
  }
});

Deno.test("pruneSessions() stops at its limit, and continues there", async () => {
  using workspace = new TempWorkspace();
  const { state, at } = await open(workspace);
  using _ = state;
  const sessions = Array.from({ length: 250 }, (_, at) => `s${at}`);
  for (const session of sessions) await use(state, session);
  at(2);
  await pruneSessions(state, { maxAgeMs: DAY_MS }, { limit: 130 });
  assert.equal((await left(state, sessions))[1]?.length, 120);
  await pruneSessions(state, { maxAgeMs: DAY_MS });
  assert.deepEqual(await left(state, sessions), [[], [], []]);
});

Deno.test("the injections of tiers to a session stay as long as one of its records", async () => {
  using workspace = new TempWorkspace();
  const { state } = await open(workspace);
  using _ = state;
  await use(state, "s");
  await appendInjection(state, { ...exampleDraft(1), session: "s" });
  const remove = () => state.write((sql) => sql.run("DELETE FROM tier_injections"));
  await assert.rejects(remove, /append-only/);
  await pruneSessions(state, { maxAgeMs: -DAY_MS });
  assert.equal((await listTierInjections(state, { limit: 9 })).length, 1);
});
