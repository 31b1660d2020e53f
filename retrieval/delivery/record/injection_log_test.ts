import { type Injection, openEngine } from "@dossier/retrieval";
import assert from "node:assert/strict";
import { exampleAnswer, exampleDraft } from "../../../tests/example_draft.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { appendInjection } from "../state/append_injection.ts";
import { openState } from "../state/open_state.ts";
import { openInjectionLog } from "./injection_log.ts";
import type { RecordedFragment } from "../state/injection.ts";

/** Numbers that no record has. */
const STRANGE_IDS = [0, -1, 1.5, 2 ** 53, 1e300, NaN, Infinity, -Infinity];

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("openInjectionLog() is empty where nothing is recorded, and writes nothing", async () => {
  using workspace = new TempWorkspace({ "a.ts": "" });
  const { root, cache } = workspace;
  for (const state of [undefined, `${root}/none`, `${root}/a.ts`]) {
    using log = await openInjectionLog({ root, state, cache });
    assert.deepEqual(await log.list({ session: "web-7" }), []);
    assert.equal(await log.find(1), undefined);
    assert.equal(await log.render(1), undefined);
    await assert.rejects(log.measure({ session: "web-7", transcript: "" }), {
      code: "session-not-found",
      message: 'Cannot measure the session "web-7" as nothing is recorded for it: ' +
        "no session is recorded yet",
    });
  }
  assert.deepEqual([namesIn(root), namesIn(cache)], [["a.ts"], []]);
});

Deno.test("openInjectionLog() finds the records in the root, in a chosen folder and in the cache", async () => {
  using workspace = new TempWorkspace();
  const { root, cache } = workspace;
  const idsIn = async (state?: string) => {
    using log = await openInjectionLog({ root, state, cache });
    return (await log.list()).map(({ subject }) => subject);
  };
  const record = async (folder: string, number: number) => {
    Deno.mkdirSync(folder, { recursive: true });
    using state = await openState(folder);
    await appendInjection(state, exampleDraft(number));
  };
  using engine = await openEngine({ root, state: `${root}/chosen` });
  await record(`${root}/chosen`, 1);
  assert.deepEqual(await idsIn(`${root}/chosen`), ["Retry uploads 1"]);
  assert.deepEqual((await engine.log()).length, 1);
  assert.deepEqual(await idsIn(), []);
  const { listStateFolders } = await import("../../machine/state_directory.ts");
  const [usual, fallback] = await listStateFolders(root, cache);
  await record(fallback!, 2);
  assert.deepEqual(await idsIn(), ["Retry uploads 2"]);
  await record(usual, 3);
  assert.deepEqual(await idsIn(), ["Retry uploads 3"]);
});

Deno.test("InjectionLog finds no record by an invalid number, and rejects it as a bound", async () => {
  using workspace = new TempWorkspace();
  using engine = await openEngine({ root: workspace.root });
  await engine.context("retry");
  for (const id of STRANGE_IDS) {
    assert.equal(await engine.findRecord(id), undefined);
    assert.equal(await engine.renderRecord(id), undefined);
    const message = `must be a whole number >= 1: current value is ${id}`;
    for (const bound of [{ limit: id }, { before: id }]) {
      await assert.rejects(
        engine.log(bound),
        (error) => error instanceof RangeError && error.message.endsWith(message),
      );
    }
  }
  assert.equal((await engine.findRecord(1) as Injection).request.query, "retry");
  await assert.rejects(engine.log({ session: "a\n" }), { code: "invalid-session" });
});

Deno.test("InjectionLog lists the newest first, those of one session, and those older than a record", async () => {
  using workspace = new TempWorkspace();
  using engine = await openEngine({ root: workspace.root });
  for (const session of ["a", "b", "a", "b"]) await engine.context("retry", { session });
  const idsOf = async (options = {}) => (await engine.log(options)).map(({ id }) => id);
  assert.deepEqual(await idsOf(), [4, 3, 2, 1]);
  assert.deepEqual(await idsOf({ session: "a", limit: 1 }), [3]);
  assert.deepEqual(await idsOf({ before: 3 }), [2, 1]);
});

Deno.test("measure() suggests the sessions with similar ids, or else the last ones", async () => {
  using workspace = new TempWorkspace();
  using engine = await openEngine({ root: workspace.root });
  for (const session of ["web-1", "web-2", "api-30", "ops-400"]) {
    await engine.context("retry", { session });
  }
  const suggest = async (session: string) => {
    const error: unknown = await engine.metrics({ session, transcript: "" }).catch((why) => why);
    assert.ok(error instanceof Error);
    return error.message.slice(error.message.indexOf(": ") + 2);
  };
  assert.equal(await suggest("webb-1"), 'did you mean "web-1", "web-2"');
  assert.match(await suggest("nothing alike"), /^the last sessions are "[^"]+", "[^"]+", "[^"]+"$/);
});

Deno.test("measure() accepts paths as they are written, inside and outside of the tree", async () => {
  using workspace = new TempWorkspace({ "src/a.ts": "export const retry = 1;\n" });
  const { root } = workspace;
  using engine = await openEngine({ root });
  await engine.context("retry", { session: "web-7" });
  const { prediction, recall } = await engine.metrics({
    session: "web-7",
    transcript: "",
    touched: [`${root}/src/a.ts`, "./src//a.ts", "../b.ts"],
  });
  assert.deepEqual(prediction.falseNegatives, ["../b.ts", "src/a.ts"]);
  assert.equal(recall[1], 1 / 2);
});

Deno.test("measure() counts fragments that the manifest of the issue forbids as leaks", async () => {
  using workspace = new TempWorkspace({ "src/a.ts": "" });
  const { root, cache } = workspace;
  const folder = `${root}/records`;
  Deno.mkdirSync(folder);
  {
    using state = await openState(folder);
    const { request, fragments, ...draft } = exampleDraft(1, { fragments: 1 });
    const give = async (path: string, forbidden?: readonly string[]) => {
      const manifest = { primary: [], read: [], forbidden: forbidden ?? [], version: 1 };
      const { issue, ...rest } = request;
      await appendInjection(state, {
        ...draft,
        session: "web-7",
        request: forbidden === undefined ? rest : { ...rest, issue: { ...issue!, manifest } },
        fragments: fragments.map((fragment) => moveTo(fragment, path)),
      });
    };
    await give("src/later.ts", ["src/web/"]);
    await give("src/web/a.ts", ["./src/web"]);
    await give("src/b.ts", ["src/later.ts", `${root}/src/b.ts`, "src/c.ts", "src/q*.ts"]);
    const answer = exampleAnswer(2, { session: "web-7", round: 1 });
    const [fragment] = answer.fragments;
    await appendInjection(state, { ...answer, fragments: [moveTo(fragment!, "src/c.ts")] });
    await give("src/query.ts");
    await give("src/later.ts", []);
  }
  using log = await openInjectionLog({ root, state: folder, cache });
  const { leaks } = await log.measure({ session: "web-7", transcript: "" });
  assert.deepEqual(leaks, ["src/web/a.ts", "src/b.ts", "src/c.ts", "src/query.ts"]);
});

/** Returns a recorded fragment with another path. */
function moveTo(fragment: RecordedFragment, path: string): RecordedFragment {
  return { ...fragment, location: { ...fragment.location!, path } };
}
