import assert from "node:assert/strict";
import { exampleDraft } from "../../../tests/example_draft.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "./append_injection.ts";
import { openState, type State } from "./open_state.ts";
import { findBoundary, pruneInjections } from "./prune_injections.ts";
import { planTierPruning, pruneTiers } from "./prune_tiers.ts";
import { appendActivity, findRefreshMark, readActivity } from "./session_activity.ts";
import { listTierInjections, recordTiers } from "./tier_injections.ts";

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 2);

/** A state with a clock that is set by hand, in days. */
function open(workspace: TempWorkspace): { state: State; at: (day: number) => void } {
  let now = START;
  const state = openState(workspace.root, { now: () => now });
  return { state, at: (day) => void (now = START + day * DAY_MS) };
}

/** Records that tiers gave something to a session, and that it did something. */
function use(state: State, session: string): void {
  const source = { tier: "identity", source: "dossier://docs/adrs/", hash: "0" } as const;
  recordTiers(state, {
    session,
    injections: [{ ...source, tokens: 1, trigger: "session-start" }],
    mark: { activity: 1, turns: 1, rfc: "", isWaiting: false },
  });
  appendActivity(state, session, [{ kind: "turn", value: "" }]);
}

/** The sessions that something is left of, in each of the three tables. */
function left(state: State, sessions: readonly string[]): readonly string[][] {
  return [
    [...new Set(listTierInjections(state, { limit: 100 }).map(({ session }) => session))].sort(),
    sessions.filter((session) => readActivity(state, session, 0).events.length > 0),
    sessions.filter((session) => findRefreshMark(state, session) !== undefined),
  ];
}

Deno.test("pruneTiers() takes what tiers gave to a session along with its records", () => {
  for (
    const [retention, expected] of [
      [{ keep: 1 }, ["new", "used"]],
      [{ keep: 9 }, ["alone", "new", "old", "used"]],
      [{ maxAgeMs: 7 * DAY_MS }, ["new", "used"]],
      [{ maxAgeMs: 1 }, []],
    ] as const
  ) {
    using workspace = new TempWorkspace();
    const { state, at } = open(workspace);
    using _ = state;
    for (const session of ["alone", "old", "used"]) use(state, session);
    appendInjection(state, { ...exampleDraft(1), session: "old" });
    appendInjection(state, { ...exampleDraft(2), session: "used" });
    at(10);
    appendInjection(state, { ...exampleDraft(3), session: "used" });
    use(state, "new");
    at(11);
    const boundary = findBoundary(state, retention);
    const planned = planTierPruning(state, retention, boundary);
    pruneInjections(state, { boundary, reason: "test" });
    assert.deepEqual(pruneTiers(state, retention), planned);
    assert.equal(planned.injections, 4 - expected.length);
    const sessions = ["alone", "new", "old", "used"];
    assert.deepEqual(left(state, sessions), [expected, expected, expected]);
  }
});

Deno.test("pruneTiers() stops at its limit, and goes on from there", () => {
  using workspace = new TempWorkspace();
  const { state, at } = open(workspace);
  using _ = state;
  const sessions = Array.from({ length: 250 }, (_, at) => `s${at}`);
  for (const session of sessions) use(state, session);
  at(2);
  pruneTiers(state, { maxAgeMs: DAY_MS }, { limit: 130 });
  assert.equal(left(state, sessions)[1]?.length, 120);
  pruneTiers(state, { maxAgeMs: DAY_MS });
  assert.deepEqual(left(state, sessions), [[], [], []]);
});

Deno.test("what tiers gave to a session stays as long as a record of it does", () => {
  using workspace = new TempWorkspace();
  const { state } = open(workspace);
  using _ = state;
  use(state, "s");
  appendInjection(state, { ...exampleDraft(1), session: "s" });
  const remove = () => state.write(() => state.statement("DELETE FROM tier_injections").run());
  assert.throws(remove, /append-only/);
  pruneTiers(state, { maxAgeMs: -DAY_MS });
  assert.equal(listTierInjections(state, { limit: 9 }).length, 1);
});
