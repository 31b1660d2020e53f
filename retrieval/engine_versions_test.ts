import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import { openEngine } from "./engine.ts";
import type { SearchResult } from "./search/search_options.ts";

const FILES = { "src/upload.py": "def retry_upload(file):\n    return send(file)\n" };

/** Gives the index another version, whose tables have other columns. */
function bring(workspace: TempWorkspace, version: number): void {
  using index = new DatabaseSync(workspace.path(".dossier/state/index.db"));
  index.exec(`DROP TABLE IF EXISTS parts; DROP TABLE IF EXISTS postings;
    UPDATE meta SET value = 'dossier-index-${version}-analyzer-1' WHERE key = 'fingerprint'`);
}

function fingerprintOf(workspace: TempWorkspace): unknown {
  using index = new DatabaseSync(workspace.path(".dossier/state/index.db"), { readOnly: true });
  return index.prepare("SELECT value FROM meta WHERE key = 'fingerprint'").get()?.value;
}

function codesOf({ notes }: SearchResult): readonly string[] {
  return notes.map(({ code }) => code);
}

async function ask(workspace: TempWorkspace): Promise<SearchResult> {
  using engine = await openEngine({ root: workspace.root });
  return await engine.search("retry the upload");
}

Deno.test("an index of an older version is rebuilt, and this is reported once", async () => {
  using workspace = new TempWorkspace(FILES);
  const { results } = await ask(workspace);
  bring(workspace, 7);
  const upgraded = await ask(workspace);
  assert.deepEqual([codesOf(upgraded), upgraded.results], [["index-upgraded"], results]);
  assert.deepEqual(codesOf(await ask(workspace)), []);
});

Deno.test("an index of a newer version is not changed: this version has its own beside it", async () => {
  using workspace = new TempWorkspace(FILES);
  const { results } = await ask(workspace);
  bring(workspace, 9999);
  for (let times = 0; times < 2; times++) {
    const apart = await ask(workspace);
    assert.deepEqual([codesOf(apart), apart.results], [["index-apart"], results]);
    assert.equal(fingerprintOf(workspace), "dossier-index-9999-analyzer-1");
  }
  const names = [...Deno.readDirSync(workspace.path(".dossier/state"))].map(({ name }) => name);
  assert.equal(names.filter((name) => /^index-\d+\.db$/.test(name)).length, 1);
});

Deno.test("an engine does not report a damaged index when a newer version replaces it", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const { results } = await engine.search("retry the upload");
  bring(workspace, 9999);
  for (let times = 0; times < 2; times++) {
    const apart = await engine.search("retry the upload");
    assert.deepEqual([codesOf(apart), apart.results], [["index-apart"], results]);
    assert.equal(fingerprintOf(workspace), "dossier-index-9999-analyzer-1");
  }
});
