import assert from "node:assert/strict";
import fc from "fast-check";
import { openMemoryStore } from "../../../tests/synthetic_segment.ts";
import { writeMeta } from "../../store/meta.ts";
import type { Store } from "../../store/open_store.ts";
import {
  deleteVectorsOfSegment,
  VECTOR_BLOCK_ROWS,
  writeVectorBlock,
} from "../../store/vectors.ts";
import { normalise } from "../embedder.ts";
import { quantise } from "../quantise.ts";
import { createPlainScanKernel } from "./plain_scan_kernel.ts";
import { type ScannedChunks, VectorScanner } from "./vector_scanner.ts";

const MODEL = "model";

/** Vectors of the chunks of a segment; undefined for a chunk that has none. */
type Rows = readonly (readonly number[] | undefined)[];

function openIndex(): Store {
  const store = openMemoryStore();
  writeMeta(store, "embedder", MODEL);
  return store;
}

function writeRows(store: Store, segment: number, rows: Rows): void {
  const dimensions = rows.find((row) => row !== undefined)?.length ?? 1;
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

function chunksOf(...sizes: readonly (readonly [id: number, size: number, dead?: number[]])[]) {
  let base = 0;
  const segments = new Map(sizes.map(([id, chunkCount, dead]) => {
    const bitmap = new Uint8Array((chunkCount + 7) >>> 3);
    for (const chunk of dead ?? []) bitmap[chunk >>> 3]! |= 1 << (chunk & 7);
    const segment = { base, chunkCount, dead: dead && bitmap };
    base += chunkCount;
    return [id, segment] as const;
  }));
  return { segments, chunkCount: base } satisfies ScannedChunks;
}

function query(...numbers: readonly number[]) {
  return { numbers: normalise(new Float32Array(numbers)), fingerprint: MODEL };
}

/** Returns a scanner that keeps what it reads, as one that has been asked before. */
function openWarm(store: Store): VectorScanner {
  const scanner = new VectorScanner(store);
  scanner.score(query(1), chunksOf());
  return scanner;
}

/** Returns cosines with two digits, and "-" for none. */
function shown(cosines: Float32Array | undefined): (number | string)[] | undefined {
  return cosines &&
    [...cosines].map((value) => Number.isNaN(value) ? "-" : Math.round(value * 100) / 100 + 0);
}

Deno.test("VectorScanner.score() gives the cosine with each chunk of all segments by its number", () => {
  using store = openIndex();
  writeRows(store, 4, [[1, 0], undefined, [0, 1]]);
  writeRows(store, 7, [[0.6, 0.8], [0, 0], [-1, 0]]);
  const scanner = openWarm(store);
  const chunks = chunksOf([4, 3], [5, 2], [7, 3, [2]]);
  assert.deepEqual(shown(scanner.score(query(1, 0), chunks)), [1, "-", 0, "-", "-", 0.6, 0, "-"]);
  assert.deepEqual(shown(scanner.score(query(3, 4), chunks)), [0.6, "-", 0.8, "-", "-", 1, 0, "-"]);
});

Deno.test("VectorScanner.score() compares nothing with vectors of another model", () => {
  using store = openIndex();
  writeRows(store, 1, [[1, 0]]);
  const scanner = new VectorScanner(store);
  assert.equal(
    scanner.score({ ...query(1, 0), fingerprint: "other" }, chunksOf([1, 1])),
    undefined,
  );
  assert.deepEqual(shown(scanner.score(query(1, 0), chunksOf([1, 1]))), [1]);
});

Deno.test("VectorScanner.score() takes vectors of other dimensions for damage, and recovers", () => {
  using store = openIndex();
  writeRows(store, 1, [[1, 0]]);
  const chunks = chunksOf([1, 1], [2, 1]);
  for (const scanner of [new VectorScanner(store), openWarm(store)]) {
    writeRows(store, 2, [[1, 0, 0]]);
    assert.throws(() => scanner.score(query(1, 0), chunks), { code: "index-damaged" });
    writeRows(store, 2, [[0, 1]]);
    assert.deepEqual(shown(scanner.score(query(1, 0), chunks)), [1, 0]);
  }
});

Deno.test("VectorScanner.score() has nothing to compare in an index without chunks or vectors", () => {
  using store = openIndex();
  const scanner = new VectorScanner(store);
  assert.deepEqual(shown(scanner.score(query(1), chunksOf())), []);
  assert.deepEqual(shown(scanner.score(query(1), chunksOf([1, 2]))), ["-", "-"]);
  assert.deepEqual(shown(scanner.score(query(1), chunksOf([1, 2]))), ["-", "-"]);
});

Deno.test("VectorScanner.score() is the same kept or passing by, warm or fresh, after any changes", () => {
  const row = fc.option(
    fc.array(fc.float({ noNaN: true, min: -1, max: 1 }), { minLength: 3, maxLength: 3 }),
    { nil: undefined },
  );
  const change = fc.record({
    segment: fc.integer({ min: 1, max: 4 }),
    rows: fc.oneof(
      fc.array(row, { maxLength: 5 }),
      fc.array(row, { minLength: 257, maxLength: 300 }),
    ),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
      using store = openIndex();
      const warm = openWarm(store);
      const passing = new VectorScanner(store, {
        maxKeptBytes: -1,
        createKernel: createPlainScanKernel,
      });
      const sizes = new Map<number, number>();
      for (const { segment, rows } of changes) {
        deleteVectorsOfSegment(store, segment);
        writeRows(store, segment, rows.some((row) => row !== undefined) ? rows : []);
        sizes.set(segment, rows.length);
        const ordered = [...sizes].sort(([a], [b]) => a - b);
        const chunks = chunksOf(
          ...ordered.map(([id, size]) => [id, size, [1, 2]] as const)
            .map(([id, size, dead]) => [id, size, [...dead]] as [number, number, number[]]),
        );
        const expected = new VectorScanner(store).score(query(1, -2, 3), chunks);
        assert.deepEqual(warm.score(query(1, -2, 3), chunks), expected);
        assert.deepEqual(passing.score(query(1, -2, 3), chunks), expected);
      }
    }),
    { numRuns: 40 },
  );
});
