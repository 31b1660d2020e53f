import assert from "node:assert/strict";
import { exampleAnswer, exampleDraft } from "../../../tests/example_draft.ts";
import { linesOf } from "../../../tests/lines_of.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "./append_injection.ts";
import { createHeldCheck, type HeldPassage, listHeldPassages } from "./held_passages.ts";
import { openState } from "./open_state.ts";
import { appendActivity } from "./session_activity.ts";
import { findInjection } from "./read_injections.ts";
import { withdrawInjection } from "./append_injection.ts";

Deno.test("listHeldPassages() lists the passages of a session, each once, newest first", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  const session = "s";
  await appendInjection(state, { ...exampleDraft(1), session });
  await appendInjection(state, exampleAnswer(2, { session, round: 1 }));
  await appendInjection(state, { ...exampleDraft(3), session: "other" });
  await appendInjection(state, exampleDraft(4));
  await appendInjection(state, { ...exampleDraft(1), session });
  const [named] = exampleDraft(6).fragments;
  const fragments = [{ ...named!, form: "reference" }] as const;
  await appendInjection(state, { ...exampleDraft(6), session, fragments });
  const held = await listHeldPassages(state, session);
  const [first, second] = linesOf(exampleDraft(1).fragments);
  assert.deepEqual(held.map(({ record, path, startLine }) => [record, path, startLine]), [
    [5, first!.path, first!.startLine],
    [5, second!.path, second!.startLine],
    [2, first!.path, 3],
    [2, second!.path, 3],
  ]);
  const { path, startLine, endLine, hash, fileHash, form } = first!;
  assert.deepEqual(held[0], {
    path,
    startLine,
    endLine,
    contentHash: hash,
    fileHash,
    form,
    record: 5,
    edited: false,
  });
  assert.deepEqual(await listHeldPassages(state, "none"), []);
});

Deno.test("listHeldPassages() excludes withdrawn passages, unless they were delivered before as well", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root, { now: () => 1000 });
  const session = "s";
  const placesOf = async () => (await listHeldPassages(state, session)).map(({ record }) => record);
  await appendInjection(state, { ...exampleDraft(1), session });
  await appendInjection(state, { ...exampleDraft(1), session });
  assert.deepEqual(await placesOf(), [2, 2]);
  // Recorded before it was requested: an answer that was sent then and is only repeated.
  await withdrawInjection(state, 2, { since: 1001 });
  assert.deepEqual(await placesOf(), [2, 2]);
  await withdrawInjection(state, 2, { since: 1000 });
  await withdrawInjection(state, 2, { since: 1000 });
  assert.deepEqual(await placesOf(), [1, 1]);
  assert.equal((await findInjection(state, 2))?.withdrawn, "1970-01-01T00:00:01.000Z");
  assert.equal((await findInjection(state, 1))?.withdrawn, undefined);
});

Deno.test("listHeldPassages() lists a file that the session has read as a whole, in its state of that time", async () => {
  using workspace = new TempWorkspace();
  let time = 1000;
  using state = await openState(workspace.root, { now: () => time++ });
  const session = "s";
  const seen = async (kind: "read" | "edit", value: string, hash?: string) =>
    await appendActivity(state, session, [{
      kind,
      value,
      ...(hash === undefined ? {} : { hash }),
    }]);
  await seen("read", "a.ts", "1");
  await appendInjection(state, { ...exampleDraft(1), session });
  await seen("read", "b.ts", "1");
  await seen("edit", "b.ts", "2");
  await seen("read", "part.ts");
  await appendActivity(state, "other", [{ kind: "read", value: "c.ts", hash: "1" }]);
  const whole = (await listHeldPassages(state, session)).filter(({ record }) =>
    !Number.isInteger(record)
  );
  assert.deepEqual(whole.map(({ path, fileHash, record }) => [path, fileHash, record]), [
    ["b.ts", "2", 1.5],
    ["a.ts", "1", 0.5],
  ]);
  const isHeld = createHeldCheck(whole);
  const lines = { path: "b.ts", startLine: 70, endLine: 90, contentHash: "x" };
  assert.equal(await isHeld({ ...lines, fileHash: "2" }), true);
  assert.equal(await isHeld({ ...lines, fileHash: "3" }), false);
  assert.equal(await isHeld({ ...lines, path: "part.ts", fileHash: "2" }), false);
});

Deno.test("listHeldPassages() lists nothing from before the last compaction", async () => {
  using workspace = new TempWorkspace();
  let time = 1000;
  using state = await openState(workspace.root, { now: () => time++ });
  const session = "s";
  await appendInjection(state, { ...exampleDraft(1), session });
  await appendActivity(state, session, [{ kind: "read", value: "a.ts", hash: "1" }]);
  await appendActivity(state, session, [{ kind: "compaction", value: "auto" }]);
  assert.deepEqual(await listHeldPassages(state, session), []);
  await appendInjection(state, { ...exampleDraft(1), session });
  await appendActivity(state, session, [{ kind: "read", value: "a.ts", hash: "1" }]);
  assert.deepEqual((await listHeldPassages(state, session)).map(({ record }) => record), [
    2,
    2,
    2.5,
  ]);
});

const GIVEN: HeldPassage = {
  path: "a.ts",
  startLine: 10,
  endLine: 20,
  contentHash: "c",
  fileHash: "f",
  form: "snippet",
  edited: false,
  record: 1,
};
const NEXT = { ...GIVEN, startLine: 21, endLine: 30, contentHash: "d" };

Deno.test("createHeldCheck() accepts the same text of the same path at any lines", async () => {
  const isHeld = createHeldCheck([GIVEN]);
  assert.equal(await isHeld(GIVEN), true);
  assert.equal(await isHeld({ ...GIVEN, startLine: 50, endLine: 60, fileHash: "other" }), true);
  assert.equal(await isHeld({ ...GIVEN, contentHash: "x", fileHash: "other" }), false);
  assert.equal(await isHeld({ ...GIVEN, path: "b.ts" }), false);
});

Deno.test("createHeldCheck() accepts lines of an unchanged file when all of them were delivered", async () => {
  const isHeld = createHeldCheck([NEXT, GIVEN]);
  const lines = async (startLine: number, endLine: number) =>
    await isHeld({ ...GIVEN, startLine, endLine, contentHash: "x" });
  assert.deepEqual([await lines(10, 30), await lines(12, 13), await lines(20, 21)], [
    true,
    true,
    true,
  ]);
  assert.deepEqual([await lines(9, 12), await lines(25, 31), await lines(40, 50)], [
    false,
    false,
    false,
  ]);
  const gap = createHeldCheck([GIVEN, { ...NEXT, startLine: 22 }]);
  assert.equal(gap({ ...GIVEN, endLine: 30, contentHash: "x" }), false);
});

Deno.test("createHeldCheck() does not accept an outline for its lines", async () => {
  const isHeld = createHeldCheck([{ ...GIVEN, form: "outline" }]);
  assert.equal(await isHeld({ ...GIVEN, contentHash: "x" }), false);
  assert.equal(await isHeld(GIVEN), true, "the same outline once more");
  assert.equal(createHeldCheck([])({ ...GIVEN, endLine: 9 }), false);
});

Deno.test("createHeldCheck() does not accept a part of a line for the line", () => {
  const part = { ...GIVEN, endLine: GIVEN.startLine, edited: true };
  const line = { ...part, contentHash: "x" };
  assert.equal(createHeldCheck([part])(line), false);
  assert.equal(createHeldCheck([part])({ ...line, isCut: true }), true, "it would be cut as well");
  assert.equal(createHeldCheck([{ ...part, edited: false }])(line), true);
  assert.equal(createHeldCheck([{ ...GIVEN, edited: true }])(line), true);
});

Deno.test("createHeldCheck() uses the last delivered text of the same lines", () => {
  const lines = { path: "a.ts", startLine: 1, endLine: 9, form: "snippet", edited: false } as const;
  const before = { ...lines, contentHash: "before", fileHash: "f1", record: 1 };
  const after = { ...lines, contentHash: "after", fileHash: "f2", record: 2 };
  const other = { ...after, startLine: 20, endLine: 29, contentHash: "other" };
  const back = { ...lines, contentHash: "before", fileHash: "f1" };
  assert.equal(createHeldCheck([after, before])(back), false);
  assert.equal(createHeldCheck([other, before])(back), true);
  assert.equal(createHeldCheck([{ ...before, record: 3 }, after])(back), true);
});

Deno.test("listHeldPassages() treats a source that is not a file as one line, which its next text replaces", async () => {
  using workspace = new TempWorkspace();
  using state = await openState(workspace.root);
  const session = "s";
  const give = async (hash: string) => {
    const { location: _, ...fragment } = exampleDraft(1).fragments[0]!;
    const observation = { ...fragment, source: "memory:o-1", hash, fileHash: hash };
    await appendInjection(state, { ...exampleDraft(1), session, fragments: [observation] });
  };
  const line = { path: "memory:o-1", startLine: 1, endLine: 1 };
  const isHeld = async (hash: string) =>
    createHeldCheck(await listHeldPassages(state, session))({
      ...line,
      contentHash: hash,
      fileHash: hash,
    });
  await give("h1");
  assert.deepEqual([await isHeld("h1"), await isHeld("h2")], [true, false]);
  await give("h2");
  assert.deepEqual([await isHeld("h1"), await isHeld("h2")], [false, true]);
});
