import {
  analyze,
  type Chunk,
  chunkDocument,
  FIELD_UNITS,
  MAX_BODY_FREQUENCY,
  outlineSymbols,
} from "@dossier/core";
import assert from "node:assert/strict";
import fc from "fast-check";
import { createPostingBuffer, decodePostings } from "./store/posting_codec.ts";
import { toIndexedChunks } from "./read_files.ts";
import { SegmentBuilder } from "./segment_builder.ts";

const [SYMBOLS_UNIT, MAX_SYMBOLS_FREQUENCY] = FIELD_UNITS.symbols;
const [HEADING_UNIT, MAX_HEADING_FREQUENCY] = FIELD_UNITS.heading;
const [PATH_UNIT, MAX_PATH_FREQUENCY] = FIELD_UNITS.path;

/** Returns packed frequencies by chunk, for each term. */
function readPostings(builder: SegmentBuilder): Record<string, Record<number, number>> {
  const found: Record<string, Record<number, number>> = {};
  for (const { term, data } of builder.postings()) {
    assert.ok(!(term in found), `"${term}" comes twice`);
    const buffer = createPostingBuffer(1);
    decodePostings(data, buffer);
    found[term] = {};
    for (let i = 0; i < buffer.length; i++) found[term][buffer.chunks[i]!] = buffer.packed[i]!;
  }
  return found;
}

/** Document with the chunks that it was cut into. */
interface CutDocument {
  readonly path: string;
  readonly text: string;
  readonly chunks: readonly Chunk[];
}

function add(builder: SegmentBuilder, { path, text, chunks }: CutDocument): void {
  builder.add({ path, text, indexed: toIndexedChunks(text, chunks) });
}

function lineChunks(count: number): Chunk[] {
  return Array.from({ length: count }, (_, i) => ({
    startLine: i + 1,
    endLine: i + 1,
    trail: [],
    symbols: [],
  }));
}

function definition(name: string) {
  return { name, kind: "function", startLine: 1, endLine: 1, signature: `${name}()` } as const;
}

Deno.test("SegmentBuilder counts a term by field and chunk", () => {
  const builder = new SegmentBuilder();
  add(builder, {
    path: "upload/queue.md",
    text: "retry retry upload\nqueue\n",
    chunks: [
      { startLine: 1, endLine: 1, trail: ["Upload", "Upload retry"], symbols: [] },
      { startLine: 2, endLine: 2, trail: [], symbols: [definition("retry")] },
    ],
  });
  const found = readPostings(builder);
  assert.deepEqual(found["retri"], { 0: 2 | HEADING_UNIT, 1: SYMBOLS_UNIT });
  assert.deepEqual(found["upload"], { 0: 1 | (2 * HEADING_UNIT) | PATH_UNIT, 1: PATH_UNIT });
  assert.deepEqual(found["queue"], { 0: PATH_UNIT, 1: 1 | PATH_UNIT });
});

Deno.test("SegmentBuilder ignores the path of a file without chunks", () => {
  const builder = new SegmentBuilder();
  add(builder, { path: "empty.md", text: "", chunks: [] });
  add(builder, { path: "upload.md", text: "queue\n", chunks: lineChunks(1) });
  assert.deepEqual(Object.keys(readPostings(builder)), ["md", "queue", "upload"]);
});

Deno.test("SegmentBuilder numbers the chunks of all documents consecutively", () => {
  const builder = new SegmentBuilder();
  add(builder, { path: "p", text: "one\ntwo\n", chunks: lineChunks(2) });
  assert.equal(builder.chunkCount, 2);
  add(builder, { path: "p", text: "", chunks: [] });
  assert.equal(builder.chunkCount, 2);
  add(builder, { path: "p", text: "two", chunks: lineChunks(1) });
  assert.equal(builder.chunkCount, 3);
  assert.deepEqual(readPostings(builder)["two"], { 1: 1, 2: 1 });
});

Deno.test("SegmentBuilder counts the terms of each field in every chunk", () => {
  const builder = new SegmentBuilder();
  add(builder, {
    path: "upload/retry_queue.md",
    text: "one two HTTPServer\nthree\n",
    chunks: [
      { startLine: 1, endLine: 1, trail: ["Some heading"], symbols: [definition("oneTwo")] },
      { startLine: 2, endLine: 2, trail: [], symbols: [] },
    ],
  });
  const { body, symbols, heading, path } = builder.lengths();
  assert.deepEqual([...body], [5, 1]);
  assert.deepEqual([...symbols], [3, 0]);
  assert.deepEqual([...heading], [2, 0]);
  const pathLength = analyze("upload/retry_queue.md").length;
  assert.deepEqual([...path], [pathLength, pathLength]);
});

Deno.test("SegmentBuilder stops counting at the maximum of a posting and of a length", () => {
  const builder = new SegmentBuilder();
  const many = "word ".repeat(70_000);
  add(builder, {
    path: "word/word/word/word/word",
    text: many,
    chunks: [{
      startLine: 1,
      endLine: 1,
      trail: Array.from({ length: 300 }, (_, i) => `${" ".repeat(i)}word`),
      symbols: Array.from({ length: 300 }, () => definition("word")),
    }],
  });
  const packed = readPostings(builder)["word"]?.[0] ?? 0;
  assert.equal(packed & 0xff, MAX_BODY_FREQUENCY);
  assert.equal(Math.floor(packed / SYMBOLS_UNIT) & 7, MAX_SYMBOLS_FREQUENCY);
  assert.equal(Math.floor(packed / HEADING_UNIT) & 7, MAX_HEADING_FREQUENCY);
  assert.equal(Math.floor(packed / PATH_UNIT), MAX_PATH_FREQUENCY);
  const { body, symbols, heading } = builder.lengths();
  assert.deepEqual([body[0], symbols[0], heading[0]], [65_535, 255, 255]);
});

Deno.test("SegmentBuilder returns each term once, in code unit order", () => {
  const builder = new SegmentBuilder();
  add(builder, {
    path: "p",
    text: "zeta alpha Ünder 漢字 zeta\nalpha beta\n",
    chunks: lineChunks(2),
  });
  const terms = [...builder.postings()].map(({ term }) => term);
  assert.deepEqual(terms, terms.toSorted((a, b) => (a < b ? -1 : 1)));
  assert.equal(new Set(terms).size, terms.length);
});

Deno.test("SegmentBuilder grows beyond its initial number of terms and postings", () => {
  const builder = new SegmentBuilder();
  // More terms, terms per chunk, and postings than the initial capacity of 65,536.
  const count = 66_000;
  const words = Array.from({ length: count }, (_, i) => `w${i}`);
  add(builder, { path: "", text: `${words.join(" ")}\nw0 w65999\n`, chunks: lineChunks(2) });
  const lists = new Map([...builder.postings()].map(({ term, data }) => [term, [...data]]));
  assert.deepEqual(lists.get("w0"), [0, 0]);
  assert.deepEqual(lists.get("w65998"), [0]);
  assert.deepEqual(lists.get("w65999"), [0, 0]);
  // Each name is indexed as a whole, and by its number.
  assert.equal(lists.size, 2 * count);
});

const anyLine = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(
    fc.constantFrom(
      ...[
        "HTTPServer",
        "re-run",
        "snake_case",
        "i18n",
        "検索語",
        "é",
        "\ud800",
        "\udc00",
        "\0",
        "-",
      ],
      ...["\u2028", "\r", " ", "x", "42", "한국어", "ǅ", "ß", "_", "def f():", "# Head"],
    ),
    { maxLength: 12 },
  ).map((words) => words.join(" ")),
).map((line) => line.replaceAll("\n", " "));

Deno.test("SegmentBuilder gives each chunk the terms that analyze() finds in its lines", () => {
  const lines = fc.array(anyLine, { maxLength: 8 });
  const language = fc.constantFrom("python", "markdown", "text");
  fc.assert(
    fc.property(lines, language, (rows, name) => {
      const text = rows.join("\n");
      const symbols = outlineSymbols(text, name);
      const info = { path: "p", language: name, kind: "code" } as const;
      const chunks = chunkDocument({ info, text, symbols });
      const builder = new SegmentBuilder();
      add(builder, { path: "", text, chunks });
      const expected: Record<string, Record<number, number>> = {};
      chunks.forEach(({ startLine, endLine }, chunk) => {
        const terms = analyze(rows.slice(startLine - 1, endLine).join("\n"));
        for (const { text: term } of terms) {
          expected[term] ??= {};
          expected[term][chunk] = (expected[term][chunk] ?? 0) + 1;
        }
        assert.equal(builder.lengths().body[chunk], terms.length);
      });
      const found: typeof expected = {};
      for (const [term, byChunk] of Object.entries(readPostings(builder))) {
        for (const [chunk, packed] of Object.entries(byChunk)) {
          if ((packed & 0xff) > 0) (found[term] ??= {})[Number(chunk)] = packed & 0xff;
        }
      }
      assert.deepEqual(found, expected);
    }),
    { numRuns: 300 },
  );
});

Deno.test("SegmentBuilder builds the same segment, however many came before", () => {
  const builder = new SegmentBuilder();
  const fill = (one: SegmentBuilder, text: string) => {
    add(one, {
      path: `${text[0]}.md`,
      text: `${text}
`,
      chunks: lineChunks(1),
    });
    return { postings: readPostings(one), lengths: one.lengths() };
  };
  // The second segment has more terms than are kept.
  const many = Array.from({ length: 66_000 }, (_, i) => `w${i}`).join(" ");
  for (const text of ["alpha beta", many, "beta gamma gamma", "", "alpha"]) {
    assert.deepEqual(fill(builder, text), fill(new SegmentBuilder(), text));
    builder.clear();
    assert.equal(builder.chunkCount, 0);
  }
});

Deno.test("SegmentBuilder creates no term that a database would change", () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const builder = new SegmentBuilder();
      add(builder, { path: line, text: line, chunks: lineChunks(1) });
      for (const { term } of builder.postings()) {
        assert.ok(term.isWellFormed() && !term.includes("\0") && term !== "", JSON.stringify(term));
      }
    }),
    { numRuns: 500 },
  );
});
