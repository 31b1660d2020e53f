import assert from "node:assert/strict";
import fc from "fast-check";
import { makeStaticTable } from "../../../tests/static_table.ts";
import { EmbedderError } from "../embedder.ts";
import { encodeStaticTable } from "../../../training/encode_static_table.ts";
import { openStaticTable, type StaticTable } from "./static_table.ts";
import { PREFIX_BYTES, TABLE_ALIGNMENT } from "./table_header.ts";

function openBytes(bytes: Uint8Array): StaticTable {
  const path = Deno.makeTempFileSync({ suffix: ".bin" });
  try {
    Deno.writeFileSync(path, bytes);
    return openStaticTable(path);
  } finally {
    Deno.removeSync(path);
  }
}

function rowsOf(table: StaticTable, word: string): number[] {
  const rows: number[] = [];
  table.addRowsOf(word, rows);
  return rows;
}

/** Returns the sum of rows of the table. */
function sumOf(table: StaticTable, rows: readonly number[]): Float32Array {
  const target = new Float32Array(table.header.dimensions);
  table.sum(rows, target);
  return target;
}

async function openWords(words: readonly string[]): Promise<StaticTable> {
  const vectors = new Map(words.map((word, i) => [word, [i + 1, -1]]));
  return openBytes(await encodeStaticTable({ name: "t", version: "1", vectors }));
}

Deno.test("openStaticTable() finds every word of a table and its vector, for any words", async () => {
  const vector = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 3, maxLength: 3 });
  const entries = fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), vector, { minKeys: 1 });
  await fc.assert(
    fc.asyncProperty(entries, async (entries) => {
      const vectors = new Map(Object.entries(entries));
      using table = openBytes(await encodeStaticTable({ name: "t", version: "1", vectors }));
      assert.equal(table.header.rows, vectors.size);
      for (const [word, numbers] of vectors) {
        const [row, ...others] = rowsOf(table, word);
        assert.deepEqual(others, []);
        const found = [...sumOf(table, [row!])].map((value) => Math.round(value) + 0);
        assert.deepEqual(found, numbers.map((value) => value + 0));
      }
    }),
    { numRuns: 30 },
  );
});

Deno.test("StaticTable.addRowsOf() splits an unknown word into the longest pieces", async () => {
  using table = await openWords([
    "un",
    "u",
    "##kno",
    "##know",
    "##wn",
    "##n",
    "known",
    "größe",
    "##ß",
  ]);
  const words = [..."##kno ##know ##n ##wn ##ß größe known u un".split(" ")];
  const pieces = (word: string) => rowsOf(table, word).map((row) => words[row]);
  assert.deepEqual(pieces("un"), ["un"]);
  assert.deepEqual(pieces("unknown"), ["un", "##know", "##n"]);
  assert.deepEqual(pieces("unknow"), ["un", "##know"]);
  assert.deepEqual(pieces("unknowwn"), ["un", "##know", "##wn"]);
  assert.deepEqual(pieces("uß"), ["u", "##ß"]);
  assert.deepEqual(pieces("größe"), ["größe"]);
  assert.deepEqual(pieces("nowhere"), []);
  assert.deepEqual(pieces("u".repeat(1000)), []);
});

Deno.test("StaticTable.sum() returns the same numbers when rows are read one by one and all at once", async () => {
  using table = openBytes(await makeStaticTable());
  const rows = [...Array(table.header.rows).keys()];
  const sums = () => [rows.slice(0, 9), rows, [], [3]].map((list) => sumOf(table, list));
  const singly = sums();
  for (let i = 0; i < 1100; i++) sumOf(table, [i % rows.length]);
  assert.deepEqual(sums(), singly);
});

Deno.test("encodeStaticTable() starts every section at a multiple of 64", async () => {
  const bytes = await makeStaticTable();
  using table = openBytes(bytes);
  const { offsets, words, scales, vectors } = table.header.sections;
  for (const [start] of [offsets, words, scales, vectors]) assert.equal(start % TABLE_ALIGNMENT, 0);
  assert.equal(offsets[0], PREFIX_BYTES + new DataView(bytes.buffer).getUint32(8, true));
  assert.equal(vectors[0] + vectors[1], bytes.length);
});

/**
 * Returns a table whose header is changed by `edit`. The starts of its sections are not changed.
 */
function withHeader(
  bytes: Uint8Array,
  edit: (header: Record<string, unknown>) => Record<string, unknown>,
): Uint8Array {
  const length = new DataView(bytes.buffer).getUint32(8, true);
  const text = new TextDecoder().decode(bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + length));
  const copy = bytes.slice();
  const edited = new TextEncoder().encode(JSON.stringify(edit(JSON.parse(text))).padEnd(length));
  copy.set(edited.subarray(0, length), PREFIX_BYTES);
  return copy;
}

const BROKEN:
  readonly (readonly [what: string, change: (bytes: Uint8Array) => Uint8Array, RegExp])[] = [
    ["an empty file", () => new Uint8Array(0), /must begin with "DSTATIC1"/],
    ["another format", (bytes) => bytes.with(0, 0x20), /must begin with "DSTATIC1"/],
    [
      "only a magic",
      (bytes) => bytes.slice(0, 8),
      /header must fit in the file: it has 0 of 8 bytes/,
    ],
    ["a cut header", (bytes) => bytes.slice(0, 40), /header must fit in the file/],
    ["a header that is not JSON", (bytes) => bytes.with(12, 0x21), /header must be JSON/],
    [
      "another format number",
      (bytes) => withHeader(bytes, (header) => ({ ...header, format: 2 })),
      /format 1/,
    ],
    ["no rows", (bytes) => withHeader(bytes, (header) => ({ ...header, rows: 0 })), /format 1/],
    ["no name", (bytes) => withHeader(bytes, ({ name: _, ...header }) => header), /format 1/],
    [
      "other rows",
      (bytes) => withHeader(bytes, (header) => ({ ...header, rows: 3 })),
      /"offsets" must have 16 bytes/,
    ],
    [
      "other dimensions",
      (bytes) => withHeader(bytes, (header) => ({ ...header, dimensions: 8 })),
      /"vectors" must have/,
    ],
    ["cut vectors", (bytes) => bytes.slice(0, -1), /"vectors" must end within the file/],
    [
      "a section astray",
      (bytes) =>
        withHeader(bytes, (header) => {
          const sections = header["sections"] as Record<string, [number, number]>;
          const [start, length] = sections["scales"]!;
          return { ...header, sections: { ...sections, scales: [start + 4, length] } };
        }),
      /"scales" must start at a multiple of 64/,
    ],
  ];

for (const [what, change, message] of BROKEN) {
  Deno.test(`openStaticTable() says what is wrong with ${what}`, async () => {
    const bytes = await makeStaticTable();
    assert.throws(() => openBytes(change(bytes)), (error) => {
      assert.ok(error instanceof EmbedderError);
      assert.equal(error.kind, "damaged");
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /\.$|n't/);
      return true;
    });
  });
}

Deno.test("openStaticTable() reports offsets that do not span the words", async () => {
  const bytes = await makeStaticTable();
  const length = new DataView(bytes.buffer).getUint32(8, true);
  assert.throws(() => openBytes(bytes.with(PREFIX_BYTES + length, 1)), /offsets must span/);
});

Deno.test("openStaticTable() reports a missing file, and a folder in its place", () => {
  const folder = Deno.makeTempDirSync();
  try {
    assert.throws(() => openStaticTable(`${folder}/none.bin`), { kind: "missing" });
    assert.throws(() => openStaticTable(folder), { kind: "damaged" });
  } finally {
    Deno.removeSync(folder);
  }
});
