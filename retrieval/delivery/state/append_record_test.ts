import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { exampleAnswer, exampleDraft } from "../../../tests/example_draft.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendRecord } from "./append_record.ts";
import { openState, type State } from "./open_state.ts";
import { findRecord } from "./read_records.ts";
import type { InjectionDraft } from "./record.ts";
import { findSession, listSessions } from "./sessions.ts";

const START = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Opens a state whose clock goes on by a second whenever it is read. */
function open(workspace: TempWorkspace): State {
  let time = START;
  return openState(workspace.root, { now: () => (time += 1000) - 1000 });
}

Deno.test("appendRecord() keeps a bundle with all that belongs to it", () => {
  using workspace = new TempWorkspace();
  const draft = { ...exampleDraft(7), session: "s" };
  {
    using state = open(workspace);
    assert.deepEqual(appendRecord(state, draft), { id: 1, time: "2026-01-02T03:04:05.000Z" });
    assert.deepEqual(appendRecord(state, draft), { id: 2, time: "2026-01-02T03:04:06.000Z" });
  }
  using state = open(workspace);
  const expected = { ...draft, id: 1, time: "2026-01-02T03:04:05.000Z" };
  assert.deepEqual(findRecord(state, 1), expected);
  assert.equal(findRecord(state, 3), undefined);
});

Deno.test("appendRecord() keeps a draft of the fewest fields, and one with undefined fields alike", () => {
  using workspace = new TempWorkspace();
  using state = open(workspace);
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
    const { id, time } = appendRecord(state, given);
    assert.deepEqual(findRecord(state, id), { ...draft, id, time });
  }
});

Deno.test("appendRecord() begins a session with its first record and follows its issue", () => {
  using workspace = new TempWorkspace();
  using state = open(workspace);
  assert.equal(findSession(state, "s"), undefined);
  appendRecord(state, { ...exampleDraft(1), session: "s" });
  appendRecord(state, exampleDraft(2));
  appendRecord(state, exampleAnswer(3, { session: "s", round: 1 }));
  const session = {
    id: "s",
    issueId: "issue-1",
    createdAt: "2026-01-02T03:04:05.000Z",
    updatedAt: "2026-01-02T03:04:07.000Z",
    rounds: 1,
  };
  assert.deepEqual(findSession(state, "s"), session);
  appendRecord(state, { ...exampleDraft(4), session: "s" });
  assert.equal(findSession(state, "s")?.issueId, "issue-4");
  appendRecord(state, exampleAnswer(5, { session: "other" }));
  assert.deepEqual(listSessions(state, 9).map(({ id, rounds }) => [id, rounds]), [
    ["other", 0],
    ["s", 1],
  ]);
  assert.deepEqual(listSessions(state, 1).map(({ id }) => id), ["other"]);
});

Deno.test("appendRecord() refuses a round that was taken, and writes nothing of it", () => {
  using workspace = new TempWorkspace();
  using state = open(workspace);
  appendRecord(state, exampleAnswer(1, { session: "s", round: 1 }));
  assert.throws(() => appendRecord(state, exampleAnswer(2, { session: "s", round: 1 })), {
    code: "round-taken",
    message: /round 1 of the session "s"/,
  });
  assert.equal(appendRecord(state, exampleAnswer(2, { session: "other", round: 1 })).id, 2);
  assert.equal(findSession(state, "s")?.updatedAt, findSession(state, "s")?.createdAt);
});

Deno.test("appendRecord() writes all of a record or nothing", () => {
  using workspace = new TempWorkspace();
  using state = open(workspace);
  const draft = exampleDraft(1);
  const broken = { ...draft, session: "s", omitted: [{ ...draft.omitted[0]!, tokens: 1.5 }] };
  assert.throws(() => appendRecord(state, broken));
  assert.equal(findSession(state, "s"), undefined);
  assert.equal(appendRecord(state, draft).id, 1);
  assert.deepEqual(findRecord(state, 1)?.fragments, draft.fragments);
});

Deno.test("appendRecord() keeps what a column can not hold as a replacement character", () => {
  using workspace = new TempWorkspace();
  using state = open(workspace);
  const draft = exampleDraft(1);
  const path = "a\0b\ud800/😀\n.md";
  const omitted = [{ ...draft.omitted[0]!, location: { path, startLine: 1, endLine: 2 } }];
  const issue = { ...draft.request.issue!, id: "x\0y" };
  const request = { ...draft.request, issue };
  appendRecord(state, { ...draft, session: "s", omitted, request });
  const record = findRecord(state, 1);
  assert.equal(record?.omitted[0]?.location?.path, "a\ufffdb\ufffd/😀\n.md");
  assert.equal(record?.request.issue?.id, "x\0y");
  assert.equal(findSession(state, "s")?.issueId, "x\ufffdy");
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
  Deno.test(`the state refuses ${sql}`, () => {
    using workspace = new TempWorkspace();
    using state = open(workspace);
    appendRecord(state, exampleDraft(1));
    using database = new DatabaseSync(state.path);
    assert.throws(() => database.exec(sql), /records are append-only/);
    const { id, time } = findRecord(state, 1)!;
    assert.deepEqual(findRecord(state, 1), { ...exampleDraft(1), id, time });
  });
}

Deno.test("the state refuses fragments without a record", () => {
  using workspace = new TempWorkspace();
  using state = open(workspace);
  appendRecord(state, exampleDraft(1));
  using database = new DatabaseSync(state.path);
  const columns = "rank, NULL, path, 1, 1, '', '', '', '', '', 0, 0, '', NULL, NULL, NULL, ''";
  assert.throws(
    () => database.exec(`INSERT INTO fragments SELECT 2, ${columns} FROM fragments`),
    /FOREIGN KEY/,
  );
});
