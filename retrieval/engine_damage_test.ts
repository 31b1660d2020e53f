import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import { openEngine } from "./engine.ts";
import type { SearchResult } from "./search/search_options.ts";

const FILES = {
  "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
  "src/queue.py": "class Queue:\n    def retry(self):\n        pass\n",
  "guide.md": "# Guide\n\nRetry a failed upload.\n",
};

/** Bytes of infinity as a 32-bit float. */
const INFINITY = [0, 0, 0x80, 0x7f];

async function ask(workspace: TempWorkspace): Promise<SearchResult> {
  using engine = await openEngine({ root: workspace.root });
  return await engine.search("retry the upload");
}

/** Makes the first scale of every value of a table infinite. */
function makeInfinite(table: string): (index: DatabaseSync) => void {
  return (index) => {
    for (const { id, data } of index.prepare(`SELECT rowid AS id, data FROM ${table}`).all()) {
      const bytes = data as Uint8Array<ArrayBuffer>;
      bytes.set(INFINITY);
      index.prepare(`UPDATE ${table} SET data = ? WHERE rowid = ?`).run(bytes, id as number);
    }
  };
}

const SPOILT: Readonly<Record<string, string | ((index: DatabaseSync) => void)>> = {
  "infinite scales of chunks": makeInfinite("vectors"),
  "infinite scales of names": makeInfinite("name_vectors"),
  "vectors that are cut short": "UPDATE vectors SET data = x'00'",
  "lengths that are cut short": "UPDATE segments SET lengths = x'00'",
  "runs that are cut short": "UPDATE segments SET runs = x'00'",
  "a bitmap that is cut short": "UPDATE segments SET dead = x''",
  "a posting that does not end": "UPDATE postings SET data = x'ffffffff'",
  "a posting without its frequencies": "UPDATE postings SET data = x'03'",
  "a posting of a chunk beyond the last": "UPDATE postings SET data = x'f401'",
  "no posting": "UPDATE postings SET data = x''",
  "chunks that are no list": "UPDATE documents SET chunks = '{}'",
  "a trigger that we have not made":
    "CREATE TRIGGER t BEFORE DELETE ON documents BEGIN SELECT RAISE(IGNORE); END; " +
    "UPDATE documents SET hash = ''",
};

for (const [what, spoil] of Object.entries(SPOILT)) {
  Deno.test(`Engine builds an index with ${what} again and reports it`, async () => {
    using workspace = new TempWorkspace(FILES);
    const { results } = await ask(workspace);
    {
      using index = new DatabaseSync(workspace.path(".dossier/state/index.db"));
      if (typeof spoil === "string") index.exec(spoil);
      else spoil(index);
    }
    const answer = await ask(workspace);
    assert.deepEqual(answer.notes.map(({ code }) => code), ["index-rebuilt"]);
    assert.deepEqual(answer.results, results);
  });
}

Deno.test("Engine rebuilds an index in which an endless view replaces a table", async () => {
  using workspace = new TempWorkspace(FILES);
  const { results } = await ask(workspace);
  {
    using index = new DatabaseSync(workspace.path(".dossier/state/index.db"));
    index.exec(
      "ALTER TABLE meta RENAME TO other; CREATE VIEW meta AS WITH RECURSIVE r (n) AS " +
        "(SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS key, n AS value FROM r",
    );
  }
  const answer = await ask(workspace);
  assert.deepEqual([answer.notes, answer.results], [[], results]);
});

Deno.test("Engine restores deleted vectors", async () => {
  using workspace = new TempWorkspace(FILES);
  const { results } = await ask(workspace);
  using index = new DatabaseSync(workspace.path(".dossier/state/index.db"));
  const list = () => index.prepare("SELECT * FROM vectors").all();
  const vectors = list();
  index.exec("DELETE FROM vectors");
  assert.deepEqual(await ask(workspace).then(({ notes }) => notes), []);
  assert.deepEqual(list(), vectors);
  assert.deepEqual((await ask(workspace)).results, results);
});
