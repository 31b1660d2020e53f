import assert from "node:assert/strict";
import { makeStaticTable, openTestEmbedder } from "../tests/static_table.ts";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import { checkedEmbedder, type Embedder, type OpenEmbedder } from "./embed/embedder.ts";
import { openEngine } from "./engine.ts";
import type { SearchResult } from "./search/search_options.ts";

const FILES = {
  "upload.py": "def retry_upload(file):\n    return send(file)\n",
  "guide.md": "# Guide\n\nRetry a failed upload.\n",
};

/** Searches for an upload in a tree with this configuration. */
async function ask(
  workspace: TempWorkspace,
  { config, openEmbedder }: { readonly config?: string; readonly openEmbedder?: OpenEmbedder },
): Promise<SearchResult> {
  for (const [path, text] of Object.entries(FILES)) workspace.write(path, text);
  if (config !== undefined) workspace.write(".dossier/config.yaml", config);
  using engine = await openEngine({ root: workspace.root, openEmbedder });
  return await engine.search("retry the upload");
}

/** Asserts that the answer has all files, and one note with the reason why it uses words only. */
function assertLexical({ results, notes }: SearchResult, message: RegExp): void {
  assert.deepEqual(results.map(({ path }) => path).sort(), ["guide.md", "upload.py"]);
  assert.deepEqual(new Set(notes.map(({ code }) => code)), new Set(["embedder-failed"]));
  assert.equal(new Set(notes.map((note) => note.message)).size, notes.length);
  for (const note of notes) assert.match(note.message, message);
}

type Writer = (workspace: TempWorkspace) => unknown;

const BROKEN: readonly (readonly [what: string, config: string, Writer, message: RegExp])[] = [
  ["a table that is missing", "{kind: static, table: words.bin}", () => {}, /no such file, so /],
  [
    "a table that is cut short",
    "{kind: static, table: words.bin}",
    async (workspace) => workspace.write("words.bin", (await makeStaticTable()).slice(0, -100)),
    /must end within the file/,
  ],
  [
    "a file that is not a table",
    "{kind: static, table: words.bin}",
    (workspace) => workspace.write("words.bin", "PK\u0003\u0004 something else"),
    /a file of another format, so /,
  ],
  [
    "a model without tokenizer",
    "{kind: transformers, model: model}",
    (workspace) => workspace.write("model/config.json", '{"hidden_size": 8}'),
    /has no "tokenizer.json", so /,
  ],
];

for (const [what, embedder, write, message] of BROKEN) {
  Deno.test(`Engine answers by words alone, with a note, for ${what}`, async () => {
    using workspace = new TempWorkspace();
    await write(workspace);
    assertLexical(await ask(workspace, { config: `embedder: ${embedder}\n` }), message);
  });
}

Deno.test("Engine uses no model of the hub that only the repository has configured", async () => {
  using workspace = new TempWorkspace();
  const settings = "{kind: transformers, model: evil/model, remote: true}";
  const { notes } = await ask(workspace, { config: `embedder: ${settings}\n` });
  assert.deepEqual(notes.map(({ code }) => code), ["not-granted"]);
  assert.match(notes[0]!.message, /^\.dossier\/config\.yaml:1:1: .*"evil\/model"/);
});

const FAILING: readonly (readonly [what: string, Embedder["embedPassages"], message: RegExp])[] = [
  ["throws", () => Promise.reject(new Error("no more memory")), /no more memory", so /],
  ["returns too few rows", () => Promise.resolve([]), /vectors and has returned 0, so /],
  [
    "returns rows of other dimensions",
    (texts) => Promise.resolve(texts.map(() => new Float32Array(3))),
    /must have 16 dimensions and one has 3, so /,
  ],
  [
    "returns NaN",
    (texts) => Promise.resolve(texts.map(() => new Float32Array(16).fill(NaN))),
    /must be finite, so /,
  ],
];

for (const [what, embed, message] of FAILING) {
  for (const isFast of [true, false]) {
    const speed = isFast ? "fast" : "slow";
    Deno.test(`Engine answers by words alone, with a note, when a ${speed} embedder ${what}`, async () => {
      using workspace = new TempWorkspace();
      using good = await openTestEmbedder();
      const { name, fingerprint, dimensions, batchSize } = good;
      const openEmbedder: OpenEmbedder = () =>
        Promise.resolve(checkedEmbedder({
          name,
          fingerprint,
          dimensions,
          batchSize,
          isFast,
          embedQueries: embed,
          embedPassages: embed,
          [Symbol.dispose]() {},
        }));
      assertLexical(await ask(workspace, { openEmbedder }), message);
    });
  }
}

Deno.test("Engine has no note about an embedder that works or is not used", async () => {
  using workspace = new TempWorkspace();
  workspace.write("words.bin", await makeStaticTable());
  const config = "embedder: {kind: static, table: words.bin}\n";
  assert.deepEqual((await ask(workspace, { config })).notes, []);
  assert.deepEqual((await ask(workspace, { config: "embedder: none\n" })).notes, []);
});

/**
 * Opens a slow embedder that delegates to another one, except for some methods, and leaves that one
 * open.
 */
function openLike(embedder: Embedder, methods: Partial<Embedder> = {}): OpenEmbedder {
  const { name, fingerprint, dimensions, batchSize } = embedder;
  return () =>
    Promise.resolve({
      name,
      fingerprint,
      dimensions,
      batchSize,
      isFast: false,
      embedQueries: (texts) => embedder.embedQueries(texts),
      embedPassages: (texts) => embedder.embedPassages(texts),
      [Symbol.dispose]() {},
      ...methods,
    });
}

const DOWN: Partial<Embedder> = { embedPassages: () => Promise.reject(new Error("down")) };

Deno.test("Engine does not embed the query with an embedder that has just failed", async () => {
  using workspace = new TempWorkspace();
  using good = await openTestEmbedder();
  let queries = 0;
  const embedQueries: Embedder["embedQueries"] = (texts) => {
    queries++;
    return good.embedQueries(texts);
  };
  const openEmbedder = openLike(good, { ...DOWN, embedQueries });
  assertLexical(await ask(workspace, { openEmbedder }), /"down", so /);
  assert.equal(queries, 0);
  const fixed = await ask(workspace, { openEmbedder: openLike(good, { embedQueries }) });
  assert.deepEqual([fixed.notes, queries], [[], 1]);
});

Deno.test("Engine reports without a refresh that vectors are missing or from another model", async () => {
  using workspace = new TempWorkspace(FILES);
  using good = await openTestEmbedder();
  using other = await openTestEmbedder({ seed: 2 });
  const none = () => Promise.resolve(undefined);
  const codes = async (openEmbedder: OpenEmbedder, refresh: boolean) => {
    using engine = await openEngine({ root: workspace.root, openEmbedder });
    return (await engine.search("retry the upload", { refresh })).notes.map(({ code }) => code);
  };
  assert.deepEqual(await codes(openLike(good), false), ["no-index", "nothing-found"]);
  assert.deepEqual(await codes(none, true), []);
  assert.deepEqual(await codes(openLike(good), false), ["vectors-other"]);
  assert.deepEqual(await codes(openLike(good, DOWN), true), ["embedder-failed"]);
  assert.deepEqual(await codes(openLike(good), false), ["vectors-pending"]);
  assert.deepEqual(await codes(openLike(good), true), []);
  assert.deepEqual(await codes(openLike(good), false), []);
  assert.deepEqual(await codes(openLike(other), false), ["vectors-other"]);
  assert.deepEqual(await codes(none, false), []);
});
