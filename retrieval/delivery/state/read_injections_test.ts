import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { exampleAnswer, exampleDraft } from "../../../tests/example_draft.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "./append_injection.ts";
import { openState } from "./open_state.ts";
import { findInjection, listInjections, listSessionInjections } from "./read_injections.ts";

Deno.test("listInjections() lists summaries of records, newest first", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root, { now: () => 0 });
  for (let number = 1; number <= 25; number++) await appendInjection(state, exampleDraft(number));
  const ids = (await listInjections(state)).map(({ id }) => id);
  assert.deepEqual(ids, Array.from({ length: 20 }, (_, index) => 25 - index));
  assert.deepEqual((await listInjections(state, { before: 6 })).map(({ id }) => id), [
    5,
    4,
    3,
    2,
    1,
  ]);
  assert.deepEqual(await listInjections(state, { limit: 1, before: 3 }), [{
    id: 2,
    time: "1970-01-01T00:00:00.000Z",
    kind: "bundle",
    trigger: "context",
    hash: exampleDraft(2).hash,
    subject: "Retry uploads 2",
    budget: { limit: 4000, used: 2, estimator: "piece" },
    fragments: 2,
    omitted: 4,
    outcomes: 0,
  }]);
  assert.deepEqual(await listInjections(state, { before: 1 }), []);
});

Deno.test("listInjections() and listSessionInjections() are limited to a session", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root, { now: () => 0 });
  await appendInjection(state, { ...exampleDraft(1), session: "one" });
  await appendInjection(state, { ...exampleDraft(2), session: "other" });
  await appendInjection(state, exampleAnswer(3, { session: "one", round: 1 }));
  await appendInjection(state, exampleDraft(4));
  const listed = await listInjections(state, { session: "one" });
  assert.deepEqual(listed.map(({ id, kind, session, round }) => [id, kind, session, round]), [
    [3, "answer", "one", 1],
    [1, "bundle", "one", undefined],
  ]);
  assert.equal(listed[0]?.outcomes, 1);
  const whole = await listSessionInjections(state, "one");
  assert.deepEqual(whole, [await findInjection(state, 1), await findInjection(state, 3)]);
  assert.deepEqual(await listSessionInjections(state, "none"), []);
});

Deno.test("listInjections() uses as the subject of a record its query, its title, its issue or its text", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  const draft = exampleDraft(1);
  const issue = { ...draft.request.issue!, title: "" };
  const requests = [
    { query: "x".repeat(1000), options: {} },
    { query: "q", issue: { ...issue, title: "A title" }, options: {} },
    { query: "q", issue: { ...issue, id: "a-1" }, options: {} },
    { query: "", text: "NEED_CODE: a.ts", options: {} },
    { query: "", options: {} },
  ];
  for (const request of requests) await appendInjection(state, { ...draft, request });
  const subjects = (await listInjections(state)).map(({ subject }) => subject).reverse();
  assert.deepEqual(subjects, ["x".repeat(200), "A title", "a-1", "NEED_CODE: a.ts", ""]);
});

Deno.test("findInjection() throws for a record that lacks a part or has invalid JSON", async () => {
  const damages = [
    "DROP TRIGGER fragments_never_deleted; DELETE FROM fragments WHERE rank = 2",
    "DROP TRIGGER omissions_never_deleted; DELETE FROM omissions WHERE rank = 1",
    "DROP TRIGGER records_kept; UPDATE records SET notes = '[{'",
    "DROP TRIGGER records_kept; UPDATE records SET time = 9000000000000000",
    "DROP TABLE omissions",
  ];
  const unsummed = "DROP TRIGGER record_sums_never_deleted; DELETE FROM record_sums; ";
  // Records from before there were checksums have none.
  for (const sql of [...damages, ...damages.map((sql) => unsummed + sql)]) {
    using workspace = new TempWorkspace();
    using state = await openState(workspace.root);
    await appendInjection(state, exampleDraft(1));
    using database = new DatabaseSync(state.path);
    database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
    await assert.rejects(async () => await findInjection(state, 1), {
      code: "state-damaged",
      message:
        /^Cannot (?:use|read record 1 of) the state ".*" as (?:it is damaged, or not a file of dossier|it was changed after it was written.*): move/,
    }, sql);
  }
});

Deno.test("findInjection() and listInjections() read no record that was changed since", async () => {
  const changes = [
    "DROP TRIGGER records_kept; UPDATE records SET budget_used = budget_used + 1",
    "DROP TRIGGER fragments_kept; UPDATE fragments SET path = 'other' WHERE rank = 1",
    "DROP TRIGGER omissions_kept; UPDATE omissions SET tokens = 7 WHERE rank = 1",
    "DROP TRIGGER records_kept; UPDATE records SET id = 9",
  ];
  for (const sql of changes) {
    using workspace = new TempWorkspace();
    using state = await openState(workspace.root);
    await appendInjection(state, exampleDraft(1));
    await appendInjection(state, exampleDraft(2));
    using database = new DatabaseSync(state.path);
    database.exec(
      `PRAGMA foreign_keys = OFF; ${sql} ${sql.includes("WHERE") ? "AND" : "WHERE"} ${
        sql.includes("UPDATE records") ? "id" : "record"
      } = 1`,
    );
    const error = { code: "state-damaged", message: /^Cannot read record 1 of the state/ };
    await assert.rejects(async () => await findInjection(state, 1), error, sql);
    assert.equal((await findInjection(state, 2))?.id, 2);
    if (!sql.includes("id = 9")) {
      await assert.rejects(async () => await listInjections(state), error, sql);
    }
  }
});
