import assert from "node:assert/strict";
import fc from "fast-check";
import { openMemoryStore } from "../../../../tests/synthetic_segment.ts";
import type { Store } from "../store/open_store.ts";
import { VECTOR_BLOCK_ROWS, writeVectorBlock } from "../store/vectors.ts";
import { normalise } from "../../../embed/embedder.ts";
import { quantise } from "../../../embed/quantise.ts";
import { createPlainScanKernel } from "../../../embed/kernel/scan_kernel.ts";
import type { ScannedChunks } from "./vector_scanner.ts";
import { VectorScanner } from "./vector_scanner.ts";

/** Vectors of the chunks of a segment; undefined for a chunk without one. */
type Rows = readonly (readonly number[] | undefined)[];

function writeRows(store: Store, segment: number, rows: Rows): void {
  const dimensions = rows.find((row) => row !== undefined)?.length;
  if (dimensions === undefined) return;
  for (let first = 0; first < rows.length; first += VECTOR_BLOCK_ROWS) {
    const own = rows.slice(first, first + VECTOR_BLOCK_ROWS);
    const numbers = new Int8Array(own.length * dimensions);
    const scales = own.map((row, i) =>
      row === undefined ? NaN : quantise(new Float32Array(row), numbers, i * dimensions)
    );
    const block = first / VECTOR_BLOCK_ROWS;
    writeVectorBlock(store, { segment, block, scales: new Float32Array(scales), numbers });
  }
}

function chunksOf(
  ...sizes: readonly (readonly [id: number, size: number, deleted?: readonly number[]])[]
) {
  let base = 0;
  const segments = new Map(sizes.map(([id, chunkCount, deleted]) => {
    const bitmap = new Uint8Array((chunkCount + 7) >>> 3);
    for (const chunk of deleted ?? []) bitmap[chunk >>> 3]! |= 1 << (chunk & 7);
    const segment = { base, chunkCount, deleted: deleted && bitmap, documents: new Uint32Array() };
    base += chunkCount;
    return [id, segment] as const;
  }));
  return { segments, chunkCount: base } satisfies ScannedChunks;
}

function query(...numbers: readonly number[]): Float32Array {
  return normalise(new Float32Array(numbers));
}

/** Returns cosines with two digits, and "-" for none. */
function shown(cosines: Float32Array): (number | string)[] {
  return [...cosines].map((value) => Number.isNaN(value) ? "-" : Math.round(value * 100) / 100 + 0);
}

Deno.test("VectorScanner.score() returns the cosine with each chunk of all segments by its number", () => {
  using store = openMemoryStore();
  writeRows(store, 4, [[1, 0], undefined, [0, 1]]);
  writeRows(store, 7, [[0.6, 0.8], [0, 0], [-1, 0]]);
  const scanner = new VectorScanner(store);
  const chunks = chunksOf([4, 3], [5, 2], [7, 3, [2]]);
  assert.deepEqual(shown(scanner.score(query(1, 0), chunks)), [1, "-", 0, "-", "-", 0.6, 0, "-"]);
  assert.deepEqual(shown(scanner.score(query(3, 4), chunks)), [0.6, "-", 0.8, "-", "-", 1, 0, "-"]);
});

Deno.test("VectorScanner.score() reports damage for vectors of other dimensions, and recovers", () => {
  using store = openMemoryStore();
  writeRows(store, 1, [[1, 0]]);
  const chunks = chunksOf([1, 1], [2, 1]);
  const scanner = new VectorScanner(store);
  writeRows(store, 2, [[1, 0, 0]]);
  assert.throws(() => scanner.score(query(1, 0), chunks), { code: "index-damaged" });
  writeRows(store, 2, [[0, 1]]);
  assert.deepEqual(shown(scanner.score(query(1, 0), chunks)), [1, 0]);
  assert.deepEqual(shown(scanner.score(query(1, 0, 0), chunksOf())), []);
});

/** Returns one group of vectors. */
function group(...rows: readonly (readonly number[])[]) {
  const dimensions = rows[0]?.length ?? 0;
  const numbers = new Int8Array(rows.length * dimensions);
  const scales = rows.map((row, i) => quantise(new Float32Array(row), numbers, i * dimensions));
  return { scales: new Float32Array(scales), numbers };
}

Deno.test("VectorScanner.scoreGroups() returns the highest cosine of each group, at least 0", () => {
  using store = openMemoryStore();
  const scanner = new VectorScanner(store);
  const groups = [group([0, 1], [0.6, 0.8]), group(), group([-1, 0]), group([1, 0])];
  assert.deepEqual(shown(scanner.scoreGroups(query(1, 0), groups)), [0.6, 0, 0, 1]);
  assert.deepEqual(shown(scanner.scoreGroups(query(0, 1), groups)), [1, 0, 0, 0]);
  assert.deepEqual([...scanner.scoreGroups(query(1, 0), [])], []);
  assert.throws(() => scanner.scoreGroups(query(1, 0, 0), groups), { code: "index-damaged" });
});

Deno.test("VectorScanner.scoreGroups() does not depend on the number of vectors in a group", () => {
  using store = openMemoryStore();
  const scanner = new VectorScanner(store);
  fc.assert(fc.property(
    fc.array(fc.integer({ min: 0, max: VECTOR_BLOCK_ROWS + 3 }), { maxLength: 4 }),
    fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })),
    (sizes, stream) => {
      const next = () => stream.next().value ?? 0;
      const groups = sizes.map((size) => Array.from({ length: size }, () => [next(), next()]));
      const found = scanner.scoreGroups(query(0.6, 0.8), groups.map((rows) => group(...rows)));
      const alone = groups.map((rows) =>
        Math.max(0, ...rows.map((row) => scanner.scoreGroups(query(0.6, 0.8), [group(row)])[0]!))
      );
      assert.deepEqual([...found], alone);
    },
  ));
});

Deno.test("VectorScanner.score() returns nothing for an index without chunks or vectors", () => {
  using store = openMemoryStore();
  const scanner = new VectorScanner(store);
  assert.deepEqual(shown(scanner.score(query(1), chunksOf())), []);
  assert.deepEqual(shown(scanner.score(query(1), chunksOf([1, 2]))), ["-", "-"]);
  assert.deepEqual(shown(scanner.score(query(1), chunksOf([1, 2]))), ["-", "-"]);
});

Deno.test("VectorScanner.score() returns the same for some chunks as for all, with either kernel", () => {
  const row = fc.option(
    fc.array(fc.float({ noNaN: true, min: -1, max: 1 }), { minLength: 3, maxLength: 3 }),
    { nil: undefined },
  );
  const rows = fc.oneof(
    fc.array(row, { maxLength: 5 }),
    fc.array(row, { minLength: 257, maxLength: 600 }),
  );
  const spans = fc.uniqueArray(fc.nat({ max: 1300 }), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 4 }), spans, (segments, bounds) => {
      using store = openMemoryStore();
      segments.forEach((rows, i) => writeRows(store, i, rows));
      const chunks = chunksOf(...segments.map(({ length }, i) => [i, length, [1, 2]] as const));
      const wanted = bounds.sort((a, b) => a - b).map((first) => ({ first, end: first + 7 }));
      const all = new VectorScanner(store).score(query(1, -2, 3), chunks);
      assert.deepEqual(
        new VectorScanner(store, createPlainScanKernel).score(query(1, -2, 3), chunks),
        all,
      );
      for (
        const scanner of [new VectorScanner(store), new VectorScanner(store, createPlainScanKernel)]
      ) {
        // The first query reads the blocks, the second caches them, and the others use the cache.
        for (const spans of [wanted, wanted.slice(1), wanted, wanted]) {
          const some = scanner.score(query(1, -2, 3), chunks, spans);
          for (const { first, end } of spans) {
            assert.deepEqual(some.subarray(first, end), all.subarray(first, end));
          }
          assert.ok(some.every((value, i) => Number.isNaN(value) || value === all[i]));
        }
      }
    }),
    { numRuns: 40 },
  );
});

Deno.test("VectorScanner.score() reads only the blocks with requested chunks", () => {
  using store = openMemoryStore();
  const one = Array.from({ length: 600 }, () => [1]);
  writeRows(store, 1, one);
  writeRows(store, 2, one);
  const chunks = chunksOf([1, 600], [2, 600]);
  const spans = [{ first: 3, end: 4 }, { first: 600 + 255, end: 600 + 257 }];
  const found = new VectorScanner(store).score(query(1), chunks, spans);
  const known = [...found.keys()].filter((chunk) => !Number.isNaN(found[chunk]));
  assert.deepEqual([known.length, known[255], known[256], known.at(-1)], [768, 255, 600, 1111]);
});

Deno.test("VectorScanner.score() caches vectors for one state of the index, in memory that it reuses", () => {
  using store = openMemoryStore();
  const created: number[] = [];
  const scanner = new VectorScanner(store, (dimensions, capacity) => {
    created.push(capacity);
    return createPlainScanKernel(dimensions, capacity);
  });
  const spans = [{ first: 0, end: 3 }];
  writeRows(store, 1, [[1, 0], [0, 1]]);
  const before = chunksOf([1, 2]);
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(shown(scanner.score(query(1, 0), before, spans)), [1, 0]);
  }
  writeRows(store, 2, [[0.6, 0.8]]);
  const after = chunksOf([2, 1], [1, 2]);
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(shown(scanner.score(query(1, 0), after, spans)), [0.6, 1, 0]);
  }
  assert.deepEqual(created, [VECTOR_BLOCK_ROWS, 8192]);
});
