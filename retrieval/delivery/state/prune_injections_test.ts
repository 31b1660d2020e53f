import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { exampleAnswer, exampleDraft } from "../../../tests/example_draft.ts";
import { findSession } from "../../../tests/find_session.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "./append_injection.ts";
import { listHeldPassages } from "./held_passages.ts";
import { openState } from "./open_state.ts";
import type { StateStore } from "./state_store.ts";
import type { Retention } from "../../config/retention.ts";
import {
  findBoundary,
  findLastPruning,
  findPruning,
  planPruning,
  pruneInjections,
} from "./prune_injections.ts";
import { findInjection, listInjections, listSessionInjections } from "./read_injections.ts";
import { findLastIssue, listSessions } from "./sessions.ts";
import { shareTexts } from "./shared_texts.ts";
import { beginRound } from "../record/open_round.ts";

const START = Date.UTC(2026, 0, 2);
const DAY_MS = 86_400_000;

/** Opens a state with a manual clock. */
async function open(
  workspace: TempWorkspace,
): Promise<{ state: StateStore; clock: { now: number } }> {
  const clock = { now: START };
  return { state: await openState(workspace.root, { now: () => clock.now }), clock };
}

async function ids(state: StateStore): Promise<number[]> {
  return (await listInjections(state, { limit: 10_000 })).map(({ id }) => id).reverse();
}

async function prune(state: StateStore, retention: Retention, limit?: number) {
  const boundary = await findBoundary(state, retention);
  return await pruneInjections(state, { boundary, reason: "test", limit });
}

/**
 * Appends a record for each character: a letter is the name of the session, a dot is a record
 * without a session.
 */
async function append(state: StateStore, letters: string): Promise<void> {
  for (const letter of letters) {
    const draft = exampleDraft(1 + state.now() % 1000);
    await appendInjection(state, letter === "." ? draft : { ...draft, session: letter });
  }
}

Deno.test("pruneInjections() keeps the newest records, and whole sessions", async () => {
  for (
    const [letters, keep, expected] of [
      ["....", 2, [3, 4]],
      ["....", 9, [1, 2, 3, 4]],
      ["aab.", 1, [4]],
      ["aab.", 2, [3, 4]],
      // The session has a record among the newest, so its first records are kept.
      ["a.ba", 1, [1, 4]],
      ["a.bcb", 2, [3, 4, 5]],
    ] as const
  ) {
    using workspace = new TempWorkspace();
    const { state } = await open(workspace);
    using _ = state;
    await append(state, letters);
    const plan = await planPruning(state, await findBoundary(state, { keep }));
    const { records } = await prune(state, { keep });
    assert.deepEqual(await ids(state), expected, letters);
    assert.equal(records, letters.length - expected.length);
    assert.deepEqual([plan.pruned.records, plan.left], [records, expected.length]);
    assert.equal(plan.heldBack.records, Math.max(0, expected.length - keep));
  }
});

Deno.test("pruneInjections() deletes by age, and by number when the clock was set back", async () => {
  using workspace = new TempWorkspace();
  const { state, clock } = await open(workspace);
  using _ = state;
  const days = [0, 1, 40, 2, 41];
  for (const day of days) {
    clock.now = START + day * DAY_MS;
    await append(state, ".");
  }
  const retention = { maxAgeMs: 30 * DAY_MS };
  assert.deepEqual((await planPruning(state, await findBoundary(state, retention))).pruned, {
    records: 2,
    sessions: 0,
    oldest: "2026-01-02T00:00:00.000Z",
    newest: "2026-01-03T00:00:00.000Z",
  });
  await prune(state, retention);
  assert.deepEqual(await ids(state), [3, 4, 5], "4 has an old time and came after 3");
  // Both limits hold.
  await prune(state, { ...retention, keep: 1 });
  assert.deepEqual(await ids(state), [5]);
  clock.now = START + 100 * DAY_MS;
  await prune(state, retention);
  assert.deepEqual(await ids(state), []);
  assert.deepEqual(await prune(state, { keep: 1 }), { records: 0, sessions: 0 });
});

Deno.test("a pruned session begins again, and another one keeps its passages", async () => {
  using workspace = new TempWorkspace();
  const { state } = await open(workspace);
  using _ = state;
  for (const session of ["old", "used"]) {
    await appendInjection(state, { ...exampleDraft(1), session });
    await appendInjection(state, exampleAnswer(2, { session, round: 1 }));
  }
  await append(state, "......");
  await appendInjection(state, exampleAnswer(3, { session: "used", round: 2 }));
  const before = {
    held: await listHeldPassages(state, "used"),
    issue: await findLastIssue(state, "used"),
    records: await listSessionInjections(state, "used"),
    session: await findSession(state, "used"),
  };
  await prune(state, { keep: 2 });
  assert.deepEqual(before, {
    held: await listHeldPassages(state, "used"),
    issue: await findLastIssue(state, "used"),
    records: await listSessionInjections(state, "used"),
    session: await findSession(state, "used"),
  });
  assert.equal(before.session?.rounds, 2);
  assert.deepEqual(await listSessions(state, 9), ["used"]);
  assert.deepEqual(await listHeldPassages(state, "old"), []);
  assert.equal(await findLastIssue(state, "old"), undefined);
  const text = "NEED_CODE: a.ts";
  assert.deepEqual(await beginRound(state, text, { session: "old", maxRounds: 3 }), {
    kind: "open",
    round: 1,
  });
});

Deno.test("no number is reused, and each deleted record has a time and a reason", async () => {
  using workspace = new TempWorkspace();
  const { state, clock } = await open(workspace);
  using _ = state;
  await append(state, "...");
  clock.now += DAY_MS;
  assert.equal(await findLastPruning(state), undefined);
  await pruneInjections(state, { boundary: 4, reason: "--older-than 1d" });
  const pruning = { time: "2026-01-03T00:00:00.000Z", reason: "--older-than 1d" };
  for (const id of [1, 3]) assert.deepEqual(await findPruning(state, id), pruning);
  assert.deepEqual(await findLastPruning(state), { ...pruning, records: 3 });
  await append(state, ".");
  assert.deepEqual(await ids(state), [4]);
  assert.equal(await findPruning(state, 4), undefined);
  assert.equal((await findInjection(state, 4))?.fragments.length, 2);
});

Deno.test("pruneInjections() deletes texts that no other record has", async () => {
  using workspace = new TempWorkspace();
  const { state } = await open(workspace);
  using _ = state;
  const long = (text: string) => `${text} `.repeat(300).trim();
  for (const query of [long("own"), long("shared"), long("shared"), long("new")]) {
    const draft = { ...exampleDraft(1), request: { query, options: {} } };
    await appendInjection(state, draft, { shared: await shareTexts(draft.request) });
  }
  await prune(state, { keep: 2 });
  assert.deepEqual(
    await state.read((sql) => sql.table("SELECT text FROM texts ORDER BY id")),
    [[JSON.stringify(long("shared"))], [JSON.stringify(long("new"))]],
  );
  assert.equal((await findInjection(state, 3))?.request.query, long("shared"));
  assert.equal((await findInjection(state, 4))?.request.query, long("new"));
});

Deno.test("pruneInjections() stops at its limit, and continues from there", async () => {
  using workspace = new TempWorkspace();
  const { state } = await open(workspace);
  using _ = state;
  await append(state, ".".repeat(250));
  assert.equal((await prune(state, { keep: 10 }, 130)).records, 130);
  assert.deepEqual((await ids(state)).at(0), 131);
  assert.equal((await prune(state, { keep: 10 })).records, 110);
});

/** Statements that someone might run by hand. */
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
  Deno.test(`the state rejects ${sql} where records were pruned`, async () => {
    using workspace = new TempWorkspace();
    const { state } = await open(workspace);
    using _ = state;
    for (const _number of [1, 2, 3]) {
      const draft = { ...exampleDraft(1), request: { query: "x".repeat(999), options: {} } };
      await appendInjection(state, draft, { shared: await shareTexts(draft.request) });
    }
    await prune(state, { keep: 1 });
    using database = new DatabaseSync(state.path);
    assert.throws(() => database.exec(sql), /records are append-only|CHECK/);
    assert.deepEqual(await ids(state), [3]);
    assert.equal((await findInjection(state, 3))?.request.query.length, 999);
  });
}

Deno.test("compact() shrinks the file", async () => {
  using workspace = new TempWorkspace();
  const { state } = await open(workspace);
  using _ = state;
  await append(state, ".".repeat(400));
  // Another connection, such as that of a server, does not prevent it.
  using other = await openState(workspace.root);
  assert.equal((await listInjections(other)).length, 20);
  const size = () => Deno.statSync(state.path).size;
  using database = new DatabaseSync(state.path);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const before = size();
  await prune(state, { keep: 4 });
  assert.ok(size() >= before);
  assert.equal(await state.compact(), true);
  assert.ok(size() < before / 4, `${before} to ${size()}`);
  assert.equal(await state.read((sql) => sql.value("PRAGMA integrity_check")), "ok");
  assert.equal((await listInjections(other)).length, 4);
  await append(other, ".");
  assert.deepEqual(await ids(state), [397, 398, 399, 400, 401]);
});

Deno.test("compact() returns thousands of pages to the disk in a few steps", async () => {
  using workspace = new TempWorkspace();
  const { state } = await open(workspace);
  using _ = state;
  for (let number = 1; number <= 1000; number++) {
    await appendInjection(state, exampleDraft(number, { fragments: 20 }));
  }
  await prune(state, { keep: 1 });
  const started = performance.now();
  assert.equal(await state.compact(), true);
  // One page at a time took 8 s on an idle machine, this takes a tenth of a second.
  assert.ok(performance.now() - started < 4000);
  assert.ok(Deno.statSync(state.path).size < 500_000);
});

Deno.test("compact() does not shrink a file that another process writes to", async () => {
  using workspace = new TempWorkspace();
  const { state } = await open(workspace);
  using _ = state;
  await append(state, ".".repeat(200));
  await prune(state, { keep: 4 });
  using writer = new DatabaseSync(state.path);
  writer.exec("BEGIN IMMEDIATE");
  assert.equal(await state.compact(), false);
  writer.exec("ROLLBACK");
  assert.equal(await state.compact(), true);
});
