import assert from "node:assert/strict";
import { makeStaticTable, openTestEmbedder } from "../../tests/static_table.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { checkedEmbedder, type Embedder } from "./embedder.ts";
import { EmbedderSlot, embedQuery } from "./embedder_slot.ts";

/** Returns `embedder` with another `embedQueries`. */
function withQueries(
  embedder: Embedder,
  embedQueries: Embedder["embedQueries"],
  { isFast = embedder.isFast }: { readonly isFast?: boolean } = {},
): Embedder {
  const { name, fingerprint, dimensions, batchSize } = embedder;
  return checkedEmbedder({
    name,
    fingerprint,
    dimensions,
    isFast,
    batchSize,
    embedQueries,
    embedPassages: (texts, options) => embedder.embedPassages(texts, options),
    [Symbol.dispose]() {},
  });
}

async function noteOf(embedder: Embedder, timeoutMs?: number): Promise<string> {
  const options = timeoutMs === undefined ? {} : { timeoutMs };
  const { vector, notes } = await embedQuery(embedder, "open the server", options);
  assert.equal(vector, undefined);
  assert.deepEqual(notes.map(({ code }) => code), ["embedder-failed"]);
  return notes[0]!.message;
}

Deno.test("embedQuery() returns the vector of a query with the fingerprint of its model", async () => {
  using embedder = await openTestEmbedder();
  const [numbers] = await embedder.embedQueries(["open the server"]);
  const { fingerprint } = embedder;
  assert.deepEqual(await embedQuery(embedder, "open the server"), {
    vector: { numbers, fingerprint, readsSentences: undefined },
    notes: [],
  });
});

Deno.test("embedQuery() returns no vector and no note for a query without known words", async () => {
  using embedder = await openTestEmbedder();
  assert.deepEqual(await embedQuery(embedder, "qqqq ?"), { vector: undefined, notes: [] });
});

Deno.test("embedQuery() returns a note for any failure", async () => {
  using embedder = await openTestEmbedder();
  const row = new Float32Array(embedder.dimensions);
  const failing = (embedQueries: Embedder["embedQueries"]) => withQueries(embedder, embedQueries);
  const reject = failing(() => Promise.reject(new TypeError("no such thing")));
  assert.match(
    await noteOf(reject),
    /^Cannot embed with "test 1" as it reports "no such thing", so the answer uses [^:.]+: correct "embedder" in "\.dossier\/config\.yaml"$/,
  );
  const throws = failing(() => {
    throw new Error("at once");
  });
  assert.match(await noteOf(throws), /at once", so /);
  const few = failing(() => Promise.resolve([]));
  assert.match(await noteOf(few), /must return 1 vectors and has returned 0, so /);
  const short = failing(() => Promise.resolve([row.subarray(1)]));
  assert.match(await noteOf(short), /must have 16 dimensions and one has 15, so /);
  const odd = failing(() => Promise.resolve([row.with(3, NaN)]));
  assert.match(await noteOf(odd), /must be finite, so /);
});

Deno.test("embedQuery() stops waiting for a model that ignores its signal", async () => {
  using embedder = await openTestEmbedder();
  const endless = withQueries(embedder, () => new Promise(() => {}), { isFast: false });
  assert.match(await noteOf(endless, 5), /took longer than 5 ms, so .+: try again, /);
});

Deno.test("embedQuery() rejects with the reason of its signal", async () => {
  using embedder = await openTestEmbedder();
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  await assert.rejects(embedQuery(embedder, "open", { signal }), (error) => error === reason);
});

Deno.test("EmbedderSlot opens the embedder of the settings once, and again when they change", async () => {
  using workspace = new TempWorkspace();
  workspace.write("one.bin", await makeStaticTable());
  workspace.write("two.bin", await makeStaticTable({ seed: 2 }));
  using slot = new EmbedderSlot(workspace.root);
  const one = await slot.open({ kind: "static", table: "one.bin" });
  assert.deepEqual(one.notes, []);
  assert.equal(one.embedder?.name, "test 1");
  assert.equal((await slot.open({ kind: "static", table: "one.bin" })).embedder, one.embedder);
  const two = await slot.open({ kind: "static", table: workspace.path("two.bin") });
  assert.equal(two.embedder?.name, "test 2");
  assert.deepEqual(await slot.open({ kind: "none" }), { embedder: undefined, notes: [] });
});

Deno.test("EmbedderSlot opens one embedder for all concurrent callers, and closes it even during opening", async () => {
  let open = 0;
  let opened = 0;
  using embedder = await openTestEmbedder();
  const { name, fingerprint, dimensions, isFast, batchSize } = embedder;
  const slot = new EmbedderSlot("/", async () => {
    open++;
    opened++;
    await Promise.resolve();
    return {
      name,
      fingerprint,
      dimensions,
      isFast,
      batchSize,
      embedQueries: (texts) => embedder.embedQueries(texts),
      embedPassages: (texts) => embedder.embedPassages(texts),
      [Symbol.dispose]: () => void open--,
    };
  });
  const [one, other] = await Promise.all([slot.open(undefined), slot.open(undefined)]);
  assert.equal(one.embedder, other.embedder);
  assert.deepEqual([opened, open], [1, 1]);
  const last = slot.open({ kind: "none" });
  slot[Symbol.dispose]();
  await last;
  assert.deepEqual([opened, open], [2, 0]);
});

Deno.test("EmbedderSlot closes an open embedder before it returns, and passes on its error", async () => {
  using embedder = await openTestEmbedder();
  const { name, fingerprint, dimensions, isFast, batchSize } = embedder;
  let closed = 0;
  const slot = new EmbedderSlot(
    "/",
    () =>
      Promise.resolve({
        name,
        fingerprint,
        dimensions,
        isFast,
        batchSize,
        embedQueries: (texts) => embedder.embedQueries(texts),
        embedPassages: (texts) => embedder.embedPassages(texts),
        [Symbol.dispose]() {
          closed++;
          throw new Error("Cannot close");
        },
      }),
  );
  await slot.open(undefined);
  assert.throws(() => slot[Symbol.dispose](), { message: "Cannot close" });
  assert.equal(closed, 1);
});

Deno.test("EmbedderSlot returns a note when opening fails, and tries again", async () => {
  using workspace = new TempWorkspace();
  using slot = new EmbedderSlot(workspace.root);
  const settings = { kind: "static", table: "words.bin" } as const;
  const failed = await slot.open(settings);
  assert.equal(failed.embedder, undefined);
  assert.deepEqual(failed.notes.map(({ code }) => code), ["embedder-failed"]);
  assert.match(failed.notes[0]!.message, /words\.bin" as there is no such file, so /);
  workspace.write("words.bin", await makeStaticTable());
  const fixed = await slot.open(settings);
  assert.deepEqual([fixed.embedder?.name, fixed.notes], ["test 1", []]);
});

Deno.test("EmbedderSlot reports what is missing in a folder of a model", async () => {
  using workspace = new TempWorkspace();
  workspace.write("model/config.json", '{"hidden_size": 8}');
  using slot = new EmbedderSlot(workspace.root);
  const { notes } = await slot.open({ kind: "transformers", model: "model" });
  assert.match(
    notes[0]!.message,
    /^Cannot open the model ".*model" as it has no "tokenizer.json", so /,
  );
});
