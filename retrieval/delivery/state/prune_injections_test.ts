import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { exampleAnswer, exampleDraft } from "../../../tests/example_draft.ts";
import { findSession } from "../../../tests/find_session.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "./append_injection.ts";
import { beginRound } from "./begin_round.ts";
import { compactState } from "./prune_injections.ts";
import { heldPassages } from "./held_passages.ts";
import { openState, type State, STATE_MIGRATIONS } from "./open_state.ts";
import type { Retention } from "../../config/retention.ts";
import { findBoundary, planPruning, pruneInjections } from "./prune_injections.ts";
import { findPruning, lastPruning } from "./prune_injections.ts";
import { findInjection, listInjections, sessionInjections } from "./read_injections.ts";
import { lastIssue, listSessions } from "./sessions.ts";
import { shareTexts } from "./shared_texts.ts";

const START = Date.UTC(2026, 0, 2);
const DAY_MS = 86_400_000;

/** A state with a clock that is set by hand. */
function open(workspace: TempWorkspace): { state: State; clock: { now: number } } {
  const clock = { now: START };
  return { state: openState(workspace.root, { now: () => clock.now }), clock };
}

function ids(state: State): number[] {
  return listInjections(state, { limit: 10_000 }).map(({ id }) => id).reverse();
}

function prune(state: State, retention: Retention, limit?: number) {
  const boundary = findBoundary(state, retention);
  return pruneInjections(state, { boundary, reason: "test", limit });
}

/** Appends what the letters say: a letter is a record of the session of that name, a dot one of none. */
function append(state: State, letters: string): void {
  for (const letter of letters) {
    const draft = exampleDraft(1 + state.now() % 1000);
    appendInjection(state, letter === "." ? draft : { ...draft, session: letter });
  }
}

Deno.test("pruneInjections() keeps the newest records, and sessions whole", () => {
  for (
    const [letters, keep, expected] of [
      ["....", 2, [3, 4]],
      ["....", 9, [1, 2, 3, 4]],
      ["aab.", 1, [4]],
      ["aab.", 2, [3, 4]],
      // The session goes on among the newest, so what it was given first stays.
      ["a.ba", 1, [1, 4]],
      ["a.bcb", 2, [3, 4, 5]],
    ] as const
  ) {
    using workspace = new TempWorkspace();
    const { state } = open(workspace);
    using _ = state;
    append(state, letters);
    const plan = planPruning(state, findBoundary(state, { keep }));
    const { records } = prune(state, { keep });
    assert.deepEqual(ids(state), expected, letters);
    assert.equal(records, letters.length - expected.length);
    assert.deepEqual([plan.pruned.records, plan.left], [records, expected.length]);
    assert.equal(plan.heldBack.records, Math.max(0, expected.length - keep));
  }
});

Deno.test("pruneInjections() goes by age, and by number where a clock went back", () => {
  using workspace = new TempWorkspace();
  const { state, clock } = open(workspace);
  using _ = state;
  const days = [0, 1, 40, 2, 41];
  for (const day of days) {
    clock.now = START + day * DAY_MS;
    append(state, ".");
  }
  const retention = { maxAgeMs: 30 * DAY_MS };
  assert.deepEqual(planPruning(state, findBoundary(state, retention)).pruned, {
    records: 2,
    sessions: 0,
    oldest: "2026-01-02T00:00:00.000Z",
    newest: "2026-01-03T00:00:00.000Z",
  });
  prune(state, retention);
  assert.deepEqual(ids(state), [3, 4, 5], "4 has an old time and came after 3");
  // Both limits hold.
  prune(state, { ...retention, keep: 1 });
  assert.deepEqual(ids(state), [5]);
  clock.now = START + 100 * DAY_MS;
  prune(state, retention);
  assert.deepEqual(ids(state), []);
  assert.deepEqual(prune(state, { keep: 1 }), { records: 0, sessions: 0 });
});

Deno.test("a session that is pruned begins anew, and one that is not holds what it held", () => {
  using workspace = new TempWorkspace();
  const { state } = open(workspace);
  using _ = state;
  for (const session of ["old", "used"]) {
    appendInjection(state, { ...exampleDraft(1), session });
    appendInjection(state, exampleAnswer(2, { session, round: 1 }));
  }
  append(state, "......");
  appendInjection(state, exampleAnswer(3, { session: "used", round: 2 }));
  const before = {
    held: heldPassages(state, "used"),
    issue: lastIssue(state, "used"),
    records: sessionInjections(state, "used"),
    session: findSession(state, "used"),
  };
  prune(state, { keep: 2 });
  assert.deepEqual(before, {
    held: heldPassages(state, "used"),
    issue: lastIssue(state, "used"),
    records: sessionInjections(state, "used"),
    session: findSession(state, "used"),
  });
  assert.equal(before.session?.rounds, 2);
  assert.deepEqual(listSessions(state, 9), ["used"]);
  assert.deepEqual(heldPassages(state, "old"), []);
  assert.equal(lastIssue(state, "old"), undefined);
  const text = "NEED_CODE: a.ts";
  assert.deepEqual(beginRound(state, text, { session: "old", maxRounds: 3 }), {
    kind: "open",
    round: 1,
  });
});

Deno.test("no number is used again, and each record that went says when and why", () => {
  using workspace = new TempWorkspace();
  const { state, clock } = open(workspace);
  using _ = state;
  append(state, "...");
  clock.now += DAY_MS;
  assert.equal(lastPruning(state), undefined);
  pruneInjections(state, { boundary: 4, reason: "--older-than 1d" });
  const pruning = { time: "2026-01-03T00:00:00.000Z", reason: "--older-than 1d" };
  assert.deepEqual([1, 3].map((id) => findPruning(state, id)), [pruning, pruning]);
  assert.deepEqual(lastPruning(state), { ...pruning, records: 3 });
  append(state, ".");
  assert.deepEqual(ids(state), [4]);
  assert.equal(findPruning(state, 4), undefined);
  assert.equal(findInjection(state, 4)?.fragments.length, 2);
});

Deno.test("pruneInjections() takes the texts along that nothing else has", async () => {
  using workspace = new TempWorkspace();
  const { state } = open(workspace);
  using _ = state;
  const long = (text: string) => `${text} `.repeat(300).trim();
  for (const query of [long("own"), long("shared"), long("shared"), long("new")]) {
    const draft = { ...exampleDraft(1), request: { query, options: {} } };
    appendInjection(state, draft, { shared: await shareTexts(draft.request) });
  }
  prune(state, { keep: 2 });
  assert.deepEqual(
    state.statement("SELECT text FROM texts ORDER BY id").all(),
    [[JSON.stringify(long("shared"))], [JSON.stringify(long("new"))]],
  );
  assert.deepEqual([3, 4].map((id) => findInjection(state, id)?.request.query), [
    long("shared"),
    long("new"),
  ]);
});

Deno.test("pruneInjections() stops at its limit, and goes on from there", () => {
  using workspace = new TempWorkspace();
  const { state } = open(workspace);
  using _ = state;
  append(state, ".".repeat(250));
  assert.equal(prune(state, { keep: 10 }, 130).records, 130);
  assert.deepEqual(ids(state).at(0), 131);
  assert.equal(prune(state, { keep: 10 }).records, 110);
});

/** Everything that a hand might try. */
const REWRITES = [
  "DELETE FROM records",
  "DELETE FROM fragments",
  "DELETE FROM omissions",
  "DELETE FROM record_texts",
  "DELETE FROM texts",
  "DELETE FROM pruned",
  "DELETE FROM prunings",
  "UPDATE pruned SET record = 3",
  "UPDATE prunings SET reason = 'x'",
  "REPLACE INTO prunings SELECT * FROM prunings",
  "REPLACE INTO pruned SELECT * FROM pruned",
  "INSERT INTO pruned VALUES (99, 1)",
  "INSERT INTO prunings VALUES (9, 0, '')",
];

for (const sql of REWRITES) {
  Deno.test(`the state refuses ${sql} where records were pruned`, async () => {
    using workspace = new TempWorkspace();
    const { state } = open(workspace);
    using _ = state;
    for (const _number of [1, 2, 3]) {
      const draft = { ...exampleDraft(1), request: { query: "x".repeat(999), options: {} } };
      appendInjection(state, draft, { shared: await shareTexts(draft.request) });
    }
    prune(state, { keep: 1 });
    using database = new DatabaseSync(state.path);
    assert.throws(() => database.exec(sql), /records are append-only|CHECK/);
    assert.deepEqual(ids(state), [3]);
    assert.equal(findInjection(state, 3)?.request.query.length, 999);
  });
}

/** Returns whether the runtime lets SQLite write a file anew, which takes all permissions. */
function mayRewrite(): boolean {
  using database = new DatabaseSync(":memory:");
  try {
    database.exec("VACUUM");
    return true;
  } catch {
    return false;
  }
}

Deno.test("compactState() makes the file smaller, of an earlier version where the runtime lets it", () => {
  for (const first of [1, STATE_MIGRATIONS.length]) {
    using workspace = new TempWorkspace();
    if (first === 1) {
      // As version 1 made its files: their free pages could only be used again.
      using database = new DatabaseSync(workspace.path("state.db"));
      database.exec("PRAGMA journal_mode = WAL");
      database.exec(STATE_MIGRATIONS[0]!);
      database.exec("PRAGMA application_id = 0x64737374; PRAGMA user_version = 1");
    }
    const { state } = open(workspace);
    using _ = state;
    append(state, ".".repeat(400));
    // Another connection, as of a server, is no hindrance.
    using other = openState(workspace.root);
    assert.equal(listInjections(other).length, 20);
    const size = () => Deno.statSync(state.path).size;
    state.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    const before = size();
    prune(state, { keep: 4 });
    assert.ok(size() >= before);
    const isCompacted = compactState(state);
    assert.equal(isCompacted, first > 1 || mayRewrite());
    if (isCompacted) assert.ok(size() < before / 4, `${before} to ${size()}`);
    assert.deepEqual(state.statement("PRAGMA integrity_check").get(), ["ok"]);
    assert.equal(listInjections(other).length, 4);
    append(other, ".");
    assert.deepEqual(ids(state), [397, 398, 399, 400, 401]);
  }
});

Deno.test("compactState() gives thousands of pages back in a few steps", () => {
  using workspace = new TempWorkspace();
  const { state } = open(workspace);
  using _ = state;
  state.execute("PRAGMA synchronous = OFF");
  for (let number = 1; number <= 1000; number++) {
    appendInjection(state, exampleDraft(number, { fragments: 20 }));
  }
  prune(state, { keep: 1 });
  const started = performance.now();
  assert.equal(compactState(state), true);
  // A page at a time took 8 s on a machine with nothing else to do, this a tenth of one.
  assert.ok(performance.now() - started < 4000);
  assert.ok(Deno.statSync(state.path).size < 500_000);
});

Deno.test("compactState() leaves a file that another process writes to as large as it is", () => {
  using workspace = new TempWorkspace();
  const { state } = open(workspace);
  using _ = state;
  append(state, ".".repeat(200));
  prune(state, { keep: 4 });
  using writer = new DatabaseSync(state.path);
  state.execute("PRAGMA busy_timeout = 50");
  writer.exec("BEGIN IMMEDIATE");
  assert.equal(compactState(state), false);
  writer.exec("ROLLBACK");
  assert.equal(compactState(state), true);
});
