import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { exampleDraft } from "../../../tests/example_draft.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "./append_injection.ts";
import { findLastIssue } from "./sessions.ts";
import { openState } from "./open_state.ts";
import type { StateStore } from "./state_store.ts";
import { findInjection, listInjections } from "./read_injections.ts";
import type { InjectionDraft } from "./injection.ts";
import { MIN_SHARED_LENGTH, shareTexts } from "./shared_texts.ts";

const LONG = "Uploads fail now and then. ".repeat(400);

/** Returns the draft of a bundle for an issue with a long description, requested as text. */
function longDraft(number: number, description: string): InjectionDraft {
  const draft = exampleDraft(number);
  const issue = { ...draft.request.issue!, description };
  const query = `${issue.title}\n\n${description.trim()}`;
  return { ...draft, session: "s", request: { ...draft.request, query, issue } };
}

async function append(state: StateStore, draft: InjectionDraft): Promise<void> {
  await appendInjection(state, draft, { shared: await shareTexts(draft.request) });
}

async function numberOf(state: StateStore, query: string): Promise<number> {
  return (await state.read((sql) => sql.value<number>(query)))!;
}

Deno.test("a long text of an issue is stored once, and every record has the complete text", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  // The text of a tracker ends in a line break, and a later version of the issue is another text.
  const drafts = [1, 2, 3].map((number) => longDraft(number, `${LONG}\n`));
  drafts.push(longDraft(4, `${LONG}\n\nMore by now.\n`));
  for (const draft of drafts) await append(state, draft);
  assert.equal(await numberOf(state, "SELECT count(*) FROM texts"), 2);
  assert.ok(await numberOf(state, "SELECT max(length(request)) FROM records") < 1000);
  for (const [at, draft] of drafts.entries()) {
    const { id: _, time: __, ...record } = (await findInjection(state, at + 1))!;
    assert.deepEqual(record, draft);
    assert.equal(JSON.stringify(record.request), JSON.stringify(draft.request), "in this order");
  }
  assert.deepEqual(await findLastIssue(state, "s"), drafts.at(-1)!.request.issue);
  await append(state, { ...exampleDraft(5), request: asQuestion(LONG) });
  assert.equal(
    (await listInjections(state))[0]?.subject,
    LONG.slice(0, 200),
    "the list has its beginning",
  );
  assert.equal(
    await numberOf(state, "SELECT count(*) FROM texts"),
    2,
    "the same text as a question",
  );
});

function asQuestion(query: string): InjectionDraft["request"] {
  return { query, options: {} };
}

Deno.test("a long text is read back unchanged, with any characters", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  const texts = [
    `\u0000\ud800 "quoted" \\ 😀\r\n${LONG}\udc00`,
    " ".repeat(MIN_SHARED_LENGTH),
    `${LONG} other end`,
    `other start ${LONG}`,
    "x".repeat(MIN_SHARED_LENGTH - 1),
  ];
  for (const text of texts) {
    const draft = { ...exampleDraft(1), request: { ...asQuestion(text), text: `${text}!` } };
    await append(state, draft);
    const { id } = (await listInjections(state, { limit: 1 }))[0]!;
    assert.deepEqual((await findInjection(state, id))?.request, draft.request);
  }
});

Deno.test("a record with a missing long text is damaged, and is not returned with its beginning only", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  await append(state, longDraft(1, LONG));
  using database = new DatabaseSync(state.path);
  database.exec("PRAGMA foreign_keys = OFF; DROP TRIGGER record_texts_never_deleted");
  database.exec("DELETE FROM record_texts");
  await assert.rejects(async () => await findInjection(state, 1), { code: "state-damaged" });
});

for (
  const sql of [
    "UPDATE texts SET text = '\"x\"'",
    "DELETE FROM texts",
    "REPLACE INTO texts SELECT * FROM texts",
    "UPDATE record_texts SET head = '\"x\"'",
    "DELETE FROM record_texts",
    "INSERT INTO record_texts SELECT 1, '[]', head, text, tail FROM record_texts",
  ]
) {
  Deno.test(`the state rejects ${sql}`, async () => {
    using workspace = new TempWorkspace();
    using state = await openState(workspace.root);
    await append(state, longDraft(1, LONG));
    await assert.rejects(() => state.write((tx) => tx.run(sql)), /records are append-only/);
  });
}
