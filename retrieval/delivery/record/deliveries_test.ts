import type { Bundle } from "@dossier/core";
import { formatLocation } from "@dossier/core/fragment";
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { makeIssue, NO_EMBEDDER } from "../../../tests/task_fixture.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { openEngine } from "../../engine.ts";
import { textHash } from "../../machine/file_content.ts";
import { openState } from "../state/open_state.ts";
import type { StateStore } from "../state/state_store.ts";
import { findInjection, listInjections } from "../state/read_injections.ts";
import type { TaskOptions } from "../../answer/request.ts";
import { Deliveries } from "./deliveries.ts";
import { linesOf } from "../../../tests/lines_of.ts";

const TREE = {
  "src/wombat.ts": "export function wombat() {\n  return dig();\n}\n",
  "src/dig.ts": "/** The wombat digs. */\nexport function dig() {\n  return 1;\n}\n",
  "docs/wombat.md": "# Wombat\n\nIt digs.\n",
};

const ISSUE = makeIssue({
  title: "The wombat digs [[wombat]]",
  manifest: { primary: ["src/wombat.ts"] },
});

/** Requests the bundle of an issue as one process does. */
async function ask(
  workspace: Pick<TempWorkspace, "root">,
  options: TaskOptions = {},
  issue = ISSUE,
): Promise<Bundle> {
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  return await engine.contextForIssue(issue, options);
}

async function query(workspace: Pick<TempWorkspace, "root">, options: TaskOptions = {}) {
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  return await engine.context("wombat digs", options);
}

function placesOf(list: Bundle["fragments"] | Bundle["omitted"]): string[] {
  return list.map(formatLocation);
}

const STATE = ".dossier/state/state.db";

Deno.test("the second bundle of a session does not repeat passages of the first, and lists them", async () => {
  using workspace = new TempWorkspace(TREE);
  const first = await ask(workspace, { session: "s" });
  assert.deepEqual(placesOf(first.fragments), [
    "src/wombat.ts:1-3",
    "docs/wombat.md:1-3",
    "src/dig.ts:1-4",
  ]);
  const second = await ask(workspace, { session: "s" });
  assert.deepEqual(second.fragments, []);
  assert.deepEqual(placesOf(second.omitted).sort(), placesOf(first.fragments).toSorted());
  for (const { reason, tokens } of second.omitted) {
    assert.equal(reason, "already_present");
    assert.ok(tokens > 0);
  }
  assert.deepEqual([first.record, second.record, second.session], [1, 2, "s"]);
  // Another session, or none, has no passages yet.
  assert.deepEqual(
    linesOf((await ask(workspace, { session: "t" })).fragments),
    linesOf(first.fragments),
  );
  assert.deepEqual(linesOf((await ask(workspace)).fragments), linesOf(first.fragments));
  // A plain query is for the same session.
  const plain = await query(workspace, { session: "s" });
  assert.deepEqual(plain.fragments, []);
  assert.ok(plain.omitted.every(({ reason }) => reason === "already_present"));
});

Deno.test("a session receives changed passages again, and no others", async () => {
  using workspace = new TempWorkspace(TREE);
  await ask(workspace, { session: "s" });
  workspace.write("src/wombat.ts", `${TREE["src/wombat.ts"]}// More.\n`);
  const second = await ask(workspace, { session: "s" });
  assert.deepEqual(placesOf(second.fragments), ["src/wombat.ts:1-4"]);
  assert.match(second.fragments[0]!.text, /More/);
  assert.deepEqual((await ask(workspace, { session: "s" })).fragments, []);
});

Deno.test("a session that received only names receives the texts later", async () => {
  using workspace = new TempWorkspace(TREE);
  const named = await ask(workspace, { session: "s", settings: { referencesOnly: true } });
  assert.ok(named.fragments.some(({ form }) => form === "reference"));
  const full = await ask(workspace, { session: "s" });
  assert.deepEqual(placesOf(full.fragments), ["src/wombat.ts:1-3", "src/dig.ts:1-4"]);
});

Deno.test("a session that has an outline still receives the lines", async () => {
  using workspace = new TempWorkspace(TREE);
  const read = makeIssue({ title: "nothing", manifest: { read: ["src/dig.ts"] } });
  const outline = await ask(workspace, { session: "s" }, read);
  assert.deepEqual(outline.fragments.map(({ form }) => form), ["outline"]);
  const edit = makeIssue({ title: "nothing", manifest: { primary: ["src/dig.ts"] } });
  const whole = await ask(workspace, { session: "s" }, edit);
  assert.deepEqual(whole.fragments.map(({ form }) => form), ["whole"]);
});

Deno.test("every bundle is recorded, with its request, its fragments and its omissions", async () => {
  using workspace = new TempWorkspace({
    ...TREE,
    "docs/other.md": `# Trees\n\n${"Many other things. ".repeat(60)}It digs.\n`,
  });
  const bundle = await ask(workspace, { session: "s", trigger: "issue-start", format: "prompt" });
  const plain = await query(workspace, { budget: 500 });
  await ask(workspace, { record: false });
  assert.deepEqual([bundle.record, plain.record], [1, 2]);
  using state = await openState(workspace.path(".dossier/state"));
  assert.deepEqual((await listInjections(state)).map(({ id }) => id), [2, 1]);
  const record = (await findInjection(state, 1))!;
  assert.deepEqual(
    [record.kind, record.trigger, record.format, record.session, record.hash],
    ["bundle", "issue-start", "prompt", "s", bundle.hash],
  );
  assert.deepEqual(record.request.issue, ISSUE);
  assert.deepEqual(record.plan, bundle.plan);
  assert.deepEqual(record.budget, bundle.budget);
  assert.deepEqual(record.omitted, bundle.omitted);
  assert.deepEqual(record.notes, bundle.notes);
  assert.deepEqual(record.details.root, workspace.root);
  assert.ok(record.durationMs! > 0);
  for (const [at, passage] of linesOf(bundle.fragments).entries()) {
    const recorded = linesOf(record.fragments)[at]!;
    assert.deepEqual(recorded.location, passage.location);
    assert.equal(recorded.hash, await textHash(passage.text));
    assert.equal(recorded.fileHash, await textHash(workspace.read(passage.path)));
    assert.deepEqual([recorded.tokens, recorded.score, recorded.role], [
      passage.tokens,
      passage.score,
      passage.role,
    ]);
    assert.equal(recorded.slug, passage.role === "document" ? "wombat" : undefined);
    assert.equal(recorded.freshness, passage.role === "document" ? 1 : undefined);
  }
  const second = (await findInjection(state, 2))!;
  assert.deepEqual([second.request.query, second.session, second.plan], [
    "wombat digs",
    undefined,
    undefined,
  ]);
  assert.deepEqual(second.request.options, { budget: 500 });
});

Deno.test("a bundle for a session is recorded even when the request turns recording off", async () => {
  using workspace = new TempWorkspace(TREE);
  assert.equal((await ask(workspace, { session: "s", record: false })).record, 1);
  assert.deepEqual((await ask(workspace, { session: "s", record: false })).fragments, []);
});

Deno.test("a search records nothing and creates no state", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  await engine.search("wombat");
  await engine.context("wombat", { record: false });
  assert.throws(() => Deno.lstatSync(workspace.path(STATE)), Deno.errors.NotFound);
});

/** Unusable states, each with the error code. */
const SPOILT: readonly (readonly [what: string, spoil: (path: string) => void, code: string])[] = [
  ["of a newer version", (path) => {
    using database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 99");
  }, "state-newer"],
  ["damaged", (path) => Deno.writeTextFileSync(path, "rubbish ".repeat(999)), "state-damaged"],
  ["cut short", (path) => Deno.truncateSync(path, 50), "state-damaged"],
  ["a folder", (path) => {
    Deno.removeSync(path);
    Deno.mkdirSync(path);
  }, "state-damaged"],
];

for (const [what, spoil, code] of SPOILT) {
  Deno.test(`a state that is ${what} loses only the record of a plain query, and rejects the query of a session`, async () => {
    using workspace = new TempWorkspace(TREE);
    await ask(workspace, { session: "s" });
    const path = workspace.path(STATE);
    spoil(path);
    const before = Deno.statSync(path).isFile ? Deno.readFileSync(path) : undefined;
    for (const bundle of [await query(workspace), await ask(workspace)]) {
      const [note, ...others] = bundle.notes.filter(({ code }) =>
        code !== "embeddings_unavailable"
      );
      assert.deepEqual([note?.code, others, bundle.record], ["not-recorded", [], undefined]);
      assert.match(note!.message, /^Cannot use the state ".*state\.db" as [^\n]+[^.]$/);
      assert.ok(bundle.fragments.length > 0);
    }
    for (const answer of [query, ask]) {
      await assert.rejects(answer(workspace, { session: "s" }), { code });
    }
    if (before !== undefined) assert.deepEqual(Deno.readFileSync(path), before);
    const silent = await ask(workspace, { record: false });
    assert.ok(!silent.notes.some(({ code }) => code === "not-recorded"));
  });
}

Deno.test("a state that breaks while an engine has it open loses only the record of a plain query", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  await engine.context("wombat");
  {
    using database = new DatabaseSync(workspace.path(STATE));
    database.exec("DROP TABLE omissions; DROP TABLE fragments");
  }
  const bundle = await engine.context("wombat");
  assert.ok(bundle.fragments.length > 0);
  assert.deepEqual([bundle.notes.at(-1)?.code, bundle.record], ["not-recorded", undefined]);
  await assert.rejects(engine.context("wombat", { session: "s" }), { code: "state-damaged" });
});

const GOOD_IDS = [
  " ",
  "a/b",
  "../x",
  "é\u0301",
  "日本語",
  "\u{1f9ea}",
  "'; DROP TABLE records; --",
  "%",
  "-",
];
const BAD_IDS = ["", "a\nb", "a\0b", "\t", "\u2028", "\ud83e", "x".repeat(201)];

Deno.test("a session may have any id of one line, and no other", async () => {
  using workspace = new TempWorkspace(TREE);
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  for (const session of GOOD_IDS) {
    const first = await engine.contextForIssue(ISSUE, { session });
    assert.equal(first.session, session);
    assert.ok(first.fragments.length > 0, session);
    assert.deepEqual((await engine.contextForIssue(ISSUE, { session })).fragments, [], session);
  }
  for (const session of BAD_IDS) {
    await assert.rejects(engine.contextForIssue(ISSUE, { session }), {
      code: "invalid-session",
      message: /^Cannot use the session as the id must [^\n]+[^.]$/,
    });
  }
  using state = await openState(workspace.path(".dossier/state"));
  assert.equal((await listInjections(state, { limit: 99 })).length, 2 * GOOD_IDS.length);
});

Deno.test("concurrent requests of several engines for one session are all recorded", async () => {
  using workspace = new TempWorkspace(TREE);
  const bundles = await Promise.all([1, 2, 3, 4].map(() => ask(workspace, { session: "s" })));
  assert.deepEqual(bundles.map(({ record }) => record).sort(), [1, 2, 3, 4]);
  using state = await openState(workspace.path(".dossier/state"));
  for (const { record, hash } of bundles) {
    assert.equal((await findInjection(state, record!))?.hash, hash);
  }
  assert.deepEqual((await ask(workspace, { session: "s" })).fragments, []);
});

Deno.test("a record has the root and each excluded path with its rule, without its text", async () => {
  using workspace = new TempWorkspace({
    ...TREE,
    "node_modules/x.js": "precious wombat",
    ".env": "precious",
  });
  const issue = makeIssue({
    title: "wombat",
    manifest: { primary: ["node_modules/x.js", ".env"] },
  });
  await ask(workspace, {}, issue);
  using state = await openState(workspace.path(".dossier/state"));
  assert.doesNotMatch(JSON.stringify(await findInjection(state, 1)), /precious/);
});

Deno.test("context() in the session of an issue shows nothing that its manifest forbids", async () => {
  using workspace = new TempWorkspace({
    "src/hidden.ts": "export function zebra() {}\n",
    "src/shown.ts": "export function zebraOfOthers() {}\n",
  });
  using engine = await openEngine({ root: workspace.root });
  const manifest = { primary: [], read: [], forbidden: ["src/hid*.ts"], version: 1 };
  const issue = { id: "1", title: "zebra", description: "", labels: [], manifest };
  const first = await engine.contextForIssue(issue, { session: "s" });
  assert.deepEqual(linesOf(first.fragments).map(({ path }) => path), ["src/shown.ts"]);
  workspace.write("src/shown.ts", "export function zebraAgain() {}\n");
  const { fragments, omitted } = await engine.context("zebra", { session: "s" });
  assert.deepEqual(linesOf([...fragments, ...omitted]).map(({ path }) => path), ["src/shown.ts"]);
});

Deno.test("Deliveries closes the states whose files were removed, and keeps the last one usable for a while", async () => {
  using workspace = new TempWorkspace();
  const deliveries = new Deliveries(workspace.root, workspace.root);
  const states: StateStore[] = [];
  for (let i = 0; i < 3; i++) {
    states.push(await deliveries.state());
    for (const { name } of Deno.readDirSync(workspace.root)) workspace.remove(name);
  }
  const open = await deliveries.state();
  const areOpen = () => Promise.all([...states, open].map((state) => isOpen(state)));
  assert.deepEqual(await areOpen(), [false, false, true, true]);
  deliveries[Symbol.dispose]();
  assert.deepEqual(await areOpen(), [false, false, false, false]);
});

async function isOpen(state: StateStore): Promise<boolean> {
  try {
    await state.read((sql) => sql.value("SELECT 1"));
    return true;
  } catch {
    return false;
  }
}

Deno.test("concurrent bundles and answers of several engines for one session never repeat a line", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `src/wombat${at}.ts`,
      `/** Wombat ${at} digs. */\nexport function wombat${at}() {\n  return ${at};\n}\n`,
    ]),
  );
  using workspace = new TempWorkspace(files);
  using first = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  await first.index();
  // Each engine has its own connections, as in separate processes.
  const engines = await Promise.all(
    Array.from(
      { length: 5 },
      () => openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER }),
    ),
  );
  try {
    const bundles = await Promise.all(
      engines.map((engine, at) =>
        at % 2 === 0
          ? engine.context("wombat digs", { session: "s", budget: 150 + 40 * at })
          : engine.answerRequests(`NEED_CODE: src/wombat1.ts\nNEED_CODE: src/wombat${at}.ts`, {
            session: "s",
          })
      ),
    );
    assert.deepEqual(bundles.map(({ record }) => record).sort(), [1, 2, 3, 4, 5]);
    // A name contains no line.
    const given = bundles.flatMap(({ fragments }) =>
      linesOf(fragments).filter(({ form }) => form !== "reference").map(({ path }) => path)
    );
    assert.ok(given.length > 3);
    assert.deepEqual(given, [...new Set(given)]);
  } finally {
    for (const engine of engines) engine[Symbol.dispose]();
  }
});

Deno.test("a session receives the changed lines of a file with the lines around them, and none twice", async () => {
  const lines = Array.from({ length: 100 }, (_, at) => `export const value${at + 1} = ${at};`);
  const issue = makeIssue({ title: "values", manifest: { primary: ["src/long.ts"] } });
  using workspace = new TempWorkspace({ "src/long.ts": `${lines.join("\n")}\n` });
  const next = async (changed: readonly string[]) => {
    workspace.write("src/long.ts", `${changed.join("\n")}\n`);
    const { fragments, omitted } = await ask(workspace, { session: "s" }, issue);
    const remarks = new Set(fragments.map(({ remark }) => remark));
    return { places: placesOf(fragments), omitted, remarks: [...remarks] };
  };
  assert.deepEqual((await next(lines)).places, ["src/long.ts:1-100"]);
  const changed = lines.with(49, "changed").toSpliced(80, 2);
  const second = await next(changed);
  assert.deepEqual(second.places, ["src/long.ts:47-53", "src/long.ts:77-84"]);
  assert.match(
    second.remarks.join("|"),
    /^Changed since it was sent; its lines .* are unchanged\.$/,
  );
  assert.deepEqual(placesOf(second.omitted), [
    ...["src/long.ts:1-46", "src/long.ts:54-76", "src/long.ts:85-98"],
  ]);
  assert.ok(
    second.omitted.every(({ reason, tokens }) => reason === "already_present" && tokens > 0),
  );
  assert.deepEqual((await next(changed)).places, []);
  // The earlier text is new again.
  const third = await next(lines);
  assert.deepEqual(third.places, ["src/long.ts:1-100"]);
  assert.deepEqual(third.remarks, [undefined]);
  assert.deepEqual((await next(lines.with(9, "x"))).places, ["src/long.ts:7-13"]);
  using engine = await openEngine({ root: workspace.root });
  const restored = await engine.renderRecord(5);
  assert.ok(restored !== undefined && "text" in restored);
});

Deno.test("a session receives only the missing lines of an unchanged file", async () => {
  const lines = Array.from({ length: 60 }, (_, at) => `export const value${at + 1} = ${at};`);
  const issue = makeIssue({ title: "values", manifest: { primary: ["src/long.ts"] } });
  using workspace = new TempWorkspace({ "src/long.ts": `${lines.join("\n")}\n` });
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  await engine.answerRequests("NEED_CODE: src/long.ts:20-30", { session: "s" });
  const { fragments, omitted } = await ask(workspace, { session: "s" }, issue);
  assert.deepEqual(placesOf(fragments), ["src/long.ts:1-19", "src/long.ts:31-60"]);
  assert.deepEqual([...new Set(fragments.map(({ remark }) => remark))], [
    "Its lines that are missing here were sent before.",
  ]);
  assert.deepEqual(placesOf(omitted), ["src/long.ts:20-30"]);
  assert.deepEqual((await ask(workspace, { session: "s" }, issue)).fragments, []);
  // A file that was different in between is delivered again.
  workspace.write("src/long.ts", "export const value1 = 0;\n");
  await ask(workspace, { session: "s" }, issue);
  workspace.write("src/long.ts", `${lines.join("\n")}\n`);
  const again = await ask(workspace, { session: "s" }, issue);
  assert.deepEqual(placesOf(again.fragments), ["src/long.ts:1-60"]);
});

Deno.test("a held passage is listed with its cost even when it would only be named", async () => {
  using workspace = new TempWorkspace(TREE);
  await ask(workspace, { session: "s" });
  const named = await ask(workspace, { session: "s", settings: { referencesOnly: true } });
  assert.ok(named.omitted.length > 0);
  assert.deepEqual(named.omitted.filter(({ tokens }) => tokens === 0), []);
});

Deno.test("a session that received a blank line does not have a passage that would only be named", async () => {
  using workspace = new TempWorkspace({ "src/wombat.ts": "export const wombat = 1;\n\n// End.\n" });
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  await engine.answerRequests("NEED_CODE: src/wombat.ts:2-2", { session: "s" });
  const settings = { referencesOnly: true };
  const { fragments } = await ask(workspace, { session: "s", settings });
  assert.deepEqual(placesOf(fragments), ["src/wombat.ts:1-3"]);
});

Deno.test("a session receives only the missing lines of a completely changed file", async () => {
  const lines = (word: string) =>
    Array.from({ length: 40 }, (_, at) => `export const ${word}${at + 1} = ${at};`).join("\n");
  const issue = makeIssue({ title: "values", manifest: { primary: ["src/long.ts"] } });
  using workspace = new TempWorkspace({ "src/long.ts": `${lines("old")}\n` });
  await ask(workspace, { session: "s" }, issue);
  workspace.write("src/long.ts", `${lines("young")}\n`);
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  await engine.answerRequests("NEED_CODE: src/long.ts:1-10", { session: "s" });
  const { fragments } = await ask(workspace, { session: "s" }, issue);
  assert.deepEqual(placesOf(fragments), ["src/long.ts:11-40"]);
});
