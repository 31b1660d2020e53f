/**
 * State file of an earlier version, with sessions, issues, answers, withdrawn and pruned records,
 * and the answers of that version about it: `earlier_state/`.
 *
 * @module
 */
import { openEngine } from "@dossier/retrieval";
import { openInjectionLog } from "@dossier/retrieval/record";
import { DatabaseSync } from "node:sqlite";
import { overlapsLines } from "@dossier/core/fragment";
import assert from "node:assert/strict";
import { listHeldPassages } from "../../retrieval/delivery/state/held_passages.ts";
import { openState } from "../../retrieval/delivery/state/open_state.ts";
import { NO_EMBEDDER } from "../task_fixture.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { linesOf } from "../lines_of.ts";

/** Answers of the earlier version. */
interface Expected {
  /** Texts of the tree by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Summaries of records, newest first. */
  readonly list: readonly unknown[];
  /** Rendered records, by ID. */
  readonly rendered: Readonly<Record<string, unknown>>;
  /** Number of pruned records, with time and reason. */
  readonly pruned: unknown;
  /** Passages that sessions have. */
  readonly held: Readonly<Record<string, readonly unknown[]>>;
  /** Reports of sessions about their deliveries. */
  readonly metrics: Readonly<Record<string, unknown>>;
}

const FOLDER = new URL("earlier_state/", import.meta.url);
const EXPECTED: Expected = JSON.parse(Deno.readTextFileSync(new URL("expected.json", FOLDER)));
const DUMP = Deno.readTextFileSync(new URL("state.sql", FOLDER));

/** Creates the tree and the state file of the earlier version, and removes them on disposal. */
function createEarlierWorkspace() {
  const workspace = new TempWorkspace({ ...EXPECTED.files });
  const folder = `${workspace.root}/.dossier/state`;
  Deno.mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(`${folder}/state.db`);
  database.exec(DUMP);
  database.close();
  return Object.assign(workspace, { folder });
}

Deno.test("openInjectionLog() lists and renders records of an earlier version", async () => {
  using workspace = createEarlierWorkspace();
  using log = await openInjectionLog({ root: workspace.root });
  // Passages of the earlier version are fragments now.
  const list = (await log.list({ limit: 100 })).map(({ fragments: passages, ...summary }) => ({
    ...summary,
    passages,
  }));
  assert.deepEqual(list, EXPECTED.list);
  assert.deepEqual(toJson(await log.findLastPruning()), EXPECTED.pruned);
  for (const [id, rendered] of Object.entries(EXPECTED.rendered)) {
    assert.deepEqual(toJson(await log.render(Number(id))), rendered, `record ${id}`);
  }
  assert.match((await log.find(13))!.withdrawn!, /^\d{4}-/);
});

Deno.test("openInjectionLog() measures the sessions of an earlier version with the same results", async () => {
  using workspace = createEarlierWorkspace();
  using log = await openInjectionLog({ root: workspace.root });
  for (const [session, metrics] of Object.entries(EXPECTED.metrics)) {
    const measured = await log.measure({
      session,
      transcript: "I changed src/cart.ts and read src/price.ts",
      touched: ["src/cart.ts"],
    });
    assert.deepEqual(toJson(measured), metrics, session);
  }
});

Deno.test("openState() keeps the passages of an earlier version's sessions", async () => {
  using workspace = createEarlierWorkspace();
  using state = await openState(workspace.folder);
  for (const [session, expected] of Object.entries(EXPECTED.held)) {
    const held = (await listHeldPassages(state, session)).map(({ keys: _, ...passage }) => passage);
    assert.deepEqual(toJson(held), expected, session);
  }
});

Deno.test("context() does not send a session again what an earlier version sent it", async () => {
  using workspace = createEarlierWorkspace();
  using engine = await openEngine({
    root: workspace.root,
    openEmbedder: NO_EMBEDDER,
  });
  const query = "book17 amount rounded";
  const fresh = await engine.context(query, { record: false });
  assert.equal(linesOf(fresh.fragments)[0]?.path, "src/large.ts");
  const { fragments, omitted, record } = await engine.context(query, { session: "d" });
  assert.equal(record, Number(Object.keys(EXPECTED.rendered).at(-1)) + 1);
  const held = linesOf(omitted.filter(({ reason }) => reason === "already_present"));
  assert.ok(held.some(({ path }) => path === "src/large.ts"));
  for (const given of linesOf(fragments)) {
    assert.ok(!held.some((lines) => lines.path === given.path && overlapsLines(lines, given)));
  }
});

function toJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
