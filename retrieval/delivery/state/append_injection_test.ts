import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { exampleAnswer, exampleDraft } from "../../../tests/example_draft.ts";
import { findSession } from "../../../tests/find_session.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "./append_injection.ts";
import { openState } from "./open_state.ts";
import type { StateStore } from "./state_store.ts";
import { findInjection } from "./read_injections.ts";
import type { InjectionDraft } from "./injection.ts";
import { listSessions } from "./sessions.ts";

const START = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Opens a state with a clock that advances by a second with each call. */
async function open(workspace: TempWorkspace): Promise<StateStore> {
  let time = START;
  return await openState(workspace.root, { now: () => (time += 1000) - 1000 });
}

Deno.test("appendInjection() stores a bundle with all its parts", async () => {
  using workspace = new TempWorkspace();
  const draft = { ...exampleDraft(7), session: "s" };
  {
    using state = await open(workspace);
    assert.deepEqual(await appendInjection(state, draft), {
      id: 1,
      time: "2026-01-02T03:04:05.000Z",
    });
    assert.deepEqual(await appendInjection(state, draft), {
      id: 2,
      time: "2026-01-02T03:04:06.000Z",
    });
  }
  using state = await open(workspace);
  const expected = { ...draft, id: 1, time: "2026-01-02T03:04:05.000Z" };
  assert.deepEqual(await findInjection(state, 1), expected);
  assert.equal(await findInjection(state, 3), undefined);
});

Deno.test("appendInjection() stores a minimal draft and one with undefined fields in the same way", async () => {
  using workspace = new TempWorkspace();
  using state = await open(workspace);
  const { plan: _, durationMs: __, ...rest } = exampleDraft(1);
  const { commit: ___, ...index } = rest.index;
  const [fragment] = rest.fragments;
  const { role: ____, slug: _____, freshness: ______, ...bare } = fragment!;
  const draft = { ...rest, index, fragments: [bare], omitted: [], exclusions: [], notes: [] };
  const undefinedToo: InjectionDraft = {
    ...draft,
    round: undefined,
    request: { ...draft.request, text: undefined },
    index: { ...index, commit: undefined },
    durationMs: undefined,
  };
  for (const given of [draft, undefinedToo]) {
    const { id, time } = await appendInjection(state, given);
    assert.deepEqual(await findInjection(state, id), { ...draft, id, time });
  }
});

Deno.test("appendInjection() begins a session with its first record and follows its issue", async () => {
  using workspace = new TempWorkspace();
  using state = await open(workspace);
  assert.equal(await findSession(state, "s"), undefined);
  await appendInjection(state, { ...exampleDraft(1), session: "s" });
  await appendInjection(state, exampleDraft(2));
  await appendInjection(state, exampleAnswer(3, { session: "s", round: 1 }));
  const session = {
    id: "s",
    issueId: "issue-1",
    createdAt: START,
    updatedAt: START + 2000,
    rounds: 1,
  };
  assert.deepEqual(await findSession(state, "s"), session);
  await appendInjection(state, { ...exampleDraft(4), session: "s" });
  assert.equal((await findSession(state, "s"))?.issueId, "issue-4");
  await appendInjection(state, exampleAnswer(5, { session: "other" }));
  assert.deepEqual([
    (await findSession(state, "other"))?.rounds,
    (await findSession(state, "s"))?.rounds,
  ], [0, 1]);
  assert.deepEqual(await listSessions(state, 9), ["other", "s"]);
  assert.deepEqual(await listSessions(state, 1), ["other"]);
});

Deno.test("appendInjection() rejects a round that is taken, and writes nothing", async () => {
  using workspace = new TempWorkspace();
  using state = await open(workspace);
  await appendInjection(state, exampleAnswer(1, { session: "s", round: 1 }));
  await assert.rejects(
    async () => await appendInjection(state, exampleAnswer(2, { session: "s", round: 1 })),
    {
      code: "round-taken",
      message: /round 1 of the session "s"/,
    },
  );
  assert.equal(
    (await appendInjection(state, exampleAnswer(2, { session: "other", round: 1 }))).id,
    2,
  );
  assert.equal(
    (await findSession(state, "s"))?.updatedAt,
    (await findSession(state, "s"))?.createdAt,
  );
});

Deno.test("appendInjection() writes all of a record or nothing", async () => {
  using workspace = new TempWorkspace();
  using state = await open(workspace);
  const draft = exampleDraft(1);
  const broken = { ...draft, session: "s", omitted: [{ ...draft.omitted[0]!, tokens: 1.5 }] };
  await assert.rejects(async () => await appendInjection(state, broken));
  assert.equal(await findSession(state, "s"), undefined);
  assert.equal((await appendInjection(state, draft)).id, 1);
  assert.deepEqual((await findInjection(state, 1))?.fragments, draft.fragments);
});

Deno.test("appendInjection() replaces characters that a column cannot hold", async () => {
  using workspace = new TempWorkspace();
  using state = await open(workspace);
  const draft = exampleDraft(1);
  const path = "a\0b\ud800/😀\n.md";
  const omitted = [{ ...draft.omitted[0]!, location: { path, startLine: 1, endLine: 2 } }];
  const issue = { ...draft.request.issue!, id: "x\0y" };
  const request = { ...draft.request, issue };
  await appendInjection(state, { ...draft, session: "s", omitted, request });
  const record = await findInjection(state, 1);
  assert.equal(record?.omitted[0]?.location?.path, "a\ufffdb\ufffd/😀\n.md");
  assert.equal(record?.request.issue?.id, "x\0y");
  assert.equal((await findSession(state, "s"))?.issueId, "x\ufffdy");
});

const REWRITES = [
  "UPDATE records SET hash = 'x'",
  "DELETE FROM records",
  "UPDATE fragments SET path = 'x'",
  "DELETE FROM fragments",
  "UPDATE omissions SET reason = 'x'",
  "DELETE FROM omissions",
  "REPLACE INTO records SELECT * FROM records",
  "REPLACE INTO fragments SELECT * FROM fragments",
  "REPLACE INTO omissions SELECT * FROM omissions",
  "INSERT INTO fragments SELECT 1, 99, NULL, path, 1, 1, '', '', 'before', '', 'project', 0, 0, NULL, NULL, NULL, NULL, '' FROM fragments",
  "INSERT INTO omissions SELECT 1, 99, NULL, path, 1, 1, 0, '' FROM omissions",
];

for (const sql of REWRITES) {
  Deno.test(`the state rejects ${sql}`, async () => {
    using workspace = new TempWorkspace();
    using state = await open(workspace);
    await appendInjection(state, exampleDraft(1));
    using database = new DatabaseSync(state.path);
    assert.throws(() => database.exec(sql), /records are append-only/);
    const { id, time } = (await findInjection(state, 1))!;
    assert.deepEqual(await findInjection(state, 1), { ...exampleDraft(1), id, time });
  });
}

Deno.test("the state rejects fragments without a record", async () => {
  using workspace = new TempWorkspace();
  using state = await open(workspace);
  await appendInjection(state, exampleDraft(1));
  using database = new DatabaseSync(state.path);
  const columns = "rank, NULL, path, 1, 1, '', '', '', '', '', 0, 0, '', NULL, NULL, NULL, ''";
  assert.throws(
    () => database.exec(`INSERT INTO fragments SELECT 2, ${columns} FROM fragments`),
    /FOREIGN KEY/,
  );
});
