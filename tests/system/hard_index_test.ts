import { openEngine } from "@dossier/retrieval";
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { HostedWorkspace } from "./hosted_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

const QUERIES = ["retry upload", "token budget", "alpha beta gamma", "zebra 17", "class Pool"];

/** Bytes of a page of the index file. */
const PAGE_BYTES = 8192;

/** Default path of an index. */
const INDEX = ".dossier/state/index.db";

function makeWorkspace(): HostedWorkspace {
  const workspace = new HostedWorkspace();
  for (let i = 0; i < 60; i++) {
    workspace.write(
      `src/file_${i}.py`,
      `class Pool${i}:\n    def retry_${i}(self):\n        return upload(${i})\n\n`.repeat(5),
    );
    workspace.write(`docs/file_${i}.md`, `# Zebra ${i}\n\nToken budget alpha beta gamma ${i}.\n`);
  }
  return workspace;
}

/** Returns all answers of an engine about the workspace, and the codes of its notes. */
async function answer(
  workspace: HostedWorkspace,
): Promise<{ readonly results: string; readonly notes: ReadonlySet<string> }> {
  using engine = await openEngine({ root: workspace.root, cache: workspace.cache });
  const found: unknown[] = [];
  const notes = new Set<string>();
  for (const query of QUERIES) {
    const result = await engine.search(query);
    found.push(result.results);
    for (const { code } of result.notes) notes.add(code);
  }
  return { results: JSON.stringify(found), notes };
}

/** Writes an index file without further files. */
function writeIndex(workspace: HostedWorkspace, bytes: Uint8Array): void {
  for (const suffix of ["-wal", "-shm"]) {
    try {
      workspace.remove(INDEX + suffix);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  workspace.write(INDEX, bytes);
}

Deno.test("an index that is truncated anywhere is rebuilt, with a note", async () => {
  using workspace = makeWorkspace();
  const { results } = await answer(workspace);
  const whole = Deno.readFileSync(workspace.path(INDEX));
  const half = Math.floor(whole.length / 2);
  const sizes = [0, 1, 15, 16, 99, 100, 1024, PAGE_BYTES, PAGE_BYTES + 1, half];
  for (const size of [...sizes, whole.length - PAGE_BYTES]) {
    writeIndex(workspace, whole.subarray(0, size));
    const again = await answer(workspace);
    assert.equal(again.results, results, `${size} bytes`);
    // SQLite treats a file of less than two bytes as new.
    if (size > 1) assert.ok(again.notes.has("index-rebuilt"), `${size} bytes`);
  }
});

Deno.test("an index filled with random bytes is rebuilt, with a note", async () => {
  using workspace = makeWorkspace();
  const { results } = await answer(workspace);
  const whole = Deno.readFileSync(workspace.path(INDEX));
  const header = whole.slice().fill(0xa5, 100);
  for (const bytes of [whole.slice().fill(0xa5), header, new TextEncoder().encode("rubbish\n")]) {
    writeIndex(workspace, bytes);
    const again = await answer(workspace);
    assert.equal(again.results, results);
    assert.ok(again.notes.has("index-rebuilt"));
  }
  const log = workspace.write(`${INDEX}-wal`, new Uint8Array(100_000).fill(0xa5));
  assert.equal((await answer(workspace)).results, results);
  Deno.writeTextFileSync(log, "");
  assert.equal((await answer(workspace)).results, results);
});

Deno.test("an index with an overwritten page answers as before or is rebuilt", async () => {
  using workspace = makeWorkspace();
  const { results } = await answer(workspace);
  const whole = Deno.readFileSync(workspace.path(INDEX));
  let rebuilt = 0;
  for (let start = 0; start < whole.length; start += PAGE_BYTES) {
    writeIndex(workspace, whole.slice().fill(0, start, start + PAGE_BYTES));
    const again = await answer(workspace);
    assert.equal(again.results, results, `page at ${start}`);
    if (again.notes.has("index-rebuilt")) rebuilt++;
  }
  assert.ok(rebuilt > 0);
});

Deno.test("an index of another version, or without a table, is rebuilt", async () => {
  using workspace = makeWorkspace();
  const { results } = await answer(workspace);
  const changes = [
    "UPDATE meta SET value = 'dossier-index-99-analyzer-99' WHERE key = 'fingerprint'",
    "CREATE TABLE newer (id); UPDATE meta SET value = 'newer' WHERE key = 'fingerprint'",
    "DROP TABLE meta",
    "DROP TABLE postings",
    "ALTER TABLE documents RENAME COLUMN hash TO digest",
    "UPDATE documents SET chunks = '[[1,' || chunks",
  ];
  for (const sql of changes) {
    const database = new DatabaseSync(workspace.path(INDEX));
    database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
    database.close();
    assert.equal((await answer(workspace)).results, results, sql);
  }
});

Deno.test("an index that cannot be written is stored in the user's cache, with a note", async () => {
  using workspace = makeWorkspace();
  const { results } = await answer(workspace);
  const shell = `chmod 400 ${INDEX}; chmod 500 .dossier/state
if [ "$(id -u)" = 0 ]; then
  exec setpriv --bounding-set=-dac_override --inh-caps=-all "$@"
fi
exec "$@"`;
  try {
    const run = await workspace.run(["search", "--json", QUERIES[0]!], { shell });
    const found = JSON.parse(assertSuccess(run));
    assert.deepEqual(found.results, JSON.parse(results)[0]);
    const [note] = found.notes;
    assert.equal(note.code, "state-elsewhere");
    assert.ok(note.message.includes(`"${workspace.cache}/dossier/`));
    // Without a home there is no fallback.
    const homeless = await workspace.run(["search", "x"], {
      shell: `unset HOME XDG_CACHE_HOME; ${shell}`,
    });
    assertFailure(homeless, {
      code: 3,
      message: /state" as the folder cannot be written.*--state/,
    });
  } finally {
    Deno.chmodSync(workspace.path(".dossier/state"), 0o700);
  }
});

Deno.test("another file in the place of the index is named and not changed", async () => {
  using workspace = new HostedWorkspace({ "a.md": "zebra\n" });
  workspace.write(`${INDEX}/precious.txt`, "x");
  const search = () => workspace.run(["search", "zebra"]);
  assertFailure(await search(), { code: 3, message: /"index\.db".*is a folder: remove it/ });
  assert.equal(workspace.read(`${INDEX}/precious.txt`), "x");
  workspace.remove(".dossier");
  workspace.write(".dossier", "x");
  const run = await search();
  assert.match(assertSuccess(run), /a\.md/);
  assert.match(run.stderr, /index is stored in "/);
  assert.equal(workspace.read(".dossier"), "x");
});
