import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { TempWorkspace } from "../../../../tests/temp_workspace.ts";
import { openEngine } from "../../../engine.ts";
import { inspectIndex } from "../../../../tests/inspect_index.ts";

/** One change of each kind that an index can suffer without SQLite noticing. */
const CHANGES: Readonly<Record<string, string>> = {
  "a setting": "UPDATE meta SET value = replace(value, '0', '1') WHERE key = 'updated_at'",
  "a chunk's lines": "UPDATE documents SET chunks = replace(chunks, '1', '2')",
  "a content hash": "UPDATE documents SET hash = 'a' || substr(hash, 2)",
  "where chunks are": "UPDATE documents SET first_chunk = first_chunk + 1",
  "a term": "UPDATE postings SET term = 'retries' WHERE term = 'retri'",
  "a posting": "UPDATE postings SET data = CAST(x'01' || data AS BLOB) WHERE term = 'upload'",
  "a lost posting": "DELETE FROM postings WHERE term = 'upload'",
  "a segment's lengths": "UPDATE segments SET lengths = CAST(x'ff' || substr(lengths, 2) AS BLOB)",
  "a segment's files": "UPDATE segments SET runs = CAST(x'ff' || substr(runs, 2) AS BLOB)",
  "a mean length": "UPDATE segments SET body_terms = body_terms + 1",
  "a dead chunk": "UPDATE segments SET dead = x'01'",
  "a vector":
    "UPDATE vectors SET data = CAST(substr(data, 1, 20) || x'7f' || substr(data, 22) AS BLOB)",
  "a vector of a name": "UPDATE name_vectors SET data = CAST(x'00' || substr(data, 2) AS BLOB)",
  "a part": "UPDATE parts SET data = replace(data, '1', '2')",
  "a commit":
    "UPDATE history_columns SET data = CAST(x'01' || substr(data, 2) AS BLOB) WHERE name = 'times'",
  "a commit's file": "UPDATE history_paths SET file = file + 1",
  "a commit's word": "UPDATE history_postings SET term = term || 'x'",
};

async function makeIndexed(): Promise<TempWorkspace> {
  const workspace = new TempWorkspace({
    "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
    "guide.md": "# Guide\n\nRetry a failed upload.\n",
  });
  workspace.initialize();
  workspace.commit("Retry uploads");
  using engine = await openEngine({ root: workspace.root });
  await engine.index();
  return workspace;
}

Deno.test("findAltered() finds nothing in an index that was written, changed and merged", async () => {
  using workspace = await makeIndexed();
  for (let i = 0; i < 35; i++) {
    workspace.write("guide.md", `# Guide\n\nRetry a failed upload ${i} times.\n`);
    using engine = await openEngine({ root: workspace.root });
    await engine.index();
  }
  const health = inspectIndex(workspace.path(".dossier/state"), { isThorough: true });
  assert.equal(health.condition, "sound");
});

Deno.test("findAltered() finds every kind of change that SQLite does not notice", async () => {
  using workspace = await makeIndexed();
  const state = workspace.path(".dossier/state");
  const whole = Deno.readFileSync(`${state}/index.db`);
  for (const [what, sql] of Object.entries(CHANGES)) {
    workspace.write(".dossier/state/index.db", whole);
    const database = new DatabaseSync(`${state}/index.db`);
    database.exec(`PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE`);
    assert.ok(Number(database.prepare(sql).run().changes) > 0, what);
    database.close();
    assert.equal(inspectIndex(state).condition, "sound", what);
    assert.equal(inspectIndex(state, { isThorough: true }).condition, "damaged", what);
  }
});
