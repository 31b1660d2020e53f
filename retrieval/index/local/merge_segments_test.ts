import assert from "node:assert/strict";
import fc from "fast-check";
import { viewIndex } from "../../../tests/index_view.ts";
import { deleteChunksOf, openMemoryStore, writeSegment } from "../../../tests/synthetic_segment.ts";
import { deleteDocument } from "./store/documents.ts";
import { iteratePostings } from "./store/postings.ts";
import {
  countLiveChunks,
  countSegments,
  listRuns,
  listSegments,
  type Segment,
} from "./store/segments.ts";
import { chooseSegments, mergeSegments, mergeSegmentsIfNeeded } from "./merge_segments.ts";

/** More segments than these tests create. */
const ALL_SEGMENTS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

function segment(id: number, chunkCount: number, deletedCount = 0): Segment {
  const none = new Uint8Array(0);
  return {
    id,
    chunkCount,
    deletedCount,
    lengths: { body: new Uint16Array(0), symbols: none, heading: none, path: none },
    documents: new Uint32Array(0),
    sums: { body: 0, symbols: 0, heading: 0, path: 0 },
    deleted: undefined,
  };
}

function idsOf(segments: readonly Segment[]): number[] {
  return segments.map(({ id }) => id);
}

Deno.test("chooseSegments() keeps up to forty segments of live chunks", () => {
  const segments = Array.from({ length: 40 }, (_, i) => segment(i, 10));
  assert.deepEqual(chooseSegments([]), []);
  assert.deepEqual(chooseSegments(segments), []);
  assert.deepEqual(idsOf(chooseSegments(segments, 39)), idsOf(segments.slice(0, 11)));
});

Deno.test("chooseSegments() returns the smallest ones when there are too many, so that thirty remain", () => {
  const segments = [
    segment(1, 5000),
    ...Array.from({ length: 12 }, (_, i) => segment(i + 2, 10)),
    ...Array.from({ length: 28 }, (_, i) => segment(i + 14, 2000)),
  ];
  assert.deepEqual(idsOf(chooseSegments(segments)), segments.map(({ id }) => id).slice(1, 13));
});

Deno.test("chooseSegments() returns none that is much larger than all smaller ones, unless necessary", () => {
  const large = Array.from({ length: 39 }, (_, i) => segment(i, 2000));
  assert.deepEqual(
    idsOf(chooseSegments([...large, segment(40, 3), segment(41, 5), segment(42, 16)])),
    [40, 41, 42],
  );
});

Deno.test("chooseSegments() returns all worn segments, and leaves at most forty", () => {
  const sizes = fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { minLength: 41, maxLength: 90 });
  fc.assert(fc.property(sizes, (list) => {
    const segments = list.map(([chunks, deleted], i) =>
      segment(i, chunks, Math.min(chunks, deleted))
    );
    const chosen = chooseSegments(segments);
    assert.ok(segments.length - chosen.length + 1 <= 40);
    const left = segments.filter((one) => !chosen.includes(one));
    assert.ok(left.every(({ chunkCount, deletedCount }) => deletedCount <= chunkCount / 2));
  }));
});

Deno.test("chooseSegments() rarely returns much of an index that changes file by file", () => {
  let segments = Array.from({ length: 30 }, (_, i) => segment(i, 2000 + 100 * i));
  const merged: number[] = [];
  for (let change = 0; change < 400; change++) {
    segments.push(segment(100 + change, 1 + change * 7 % 40));
    const chosen = chooseSegments(segments);
    const chunks = chosen.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
    segments = segments.filter((one) => !chosen.includes(one));
    if (chunks > 0) segments.push(segment(1000 + change, chunks));
    merged.push(chunks);
    assert.ok(segments.length <= 40);
  }
  merged.sort((a, b) => a - b);
  assert.ok(merged[380]! <= 500, `${merged[380]}`);
});

Deno.test("chooseSegments() returns segments with mostly deleted chunks once they are large enough", () => {
  const segments = [segment(1, 800), segment(2, 200, 101), segment(3, 10)];
  assert.deepEqual(idsOf(chooseSegments(segments)), [2]);
  assert.deepEqual(chooseSegments([segment(1, 800), segment(2, 200, 100), segment(3, 10)]), []);
  assert.deepEqual(chooseSegments([segment(1, 1800), segment(2, 200, 101), segment(3, 10)]), []);
});

Deno.test("mergeSegments() merges several segments and renumbers their documents", () => {
  using store = openMemoryStore();
  writeSegment(store, [{ path: "a.md", lines: ["red green", "blue"] }, {
    path: "e.md",
    lines: [],
  }]);
  writeSegment(store, [{ path: "b.md", lines: ["green"] }, { path: "c.md", lines: ["red"] }]);
  deleteChunksOf(store, "b.md");
  deleteDocument(store, "b.md");
  const before = viewIndex(store);
  mergeSegments(store, listSegments(store));
  assert.deepEqual(viewIndex(store), before);
  const [merged] = listSegments(store);
  assert.equal(countSegments(store), 1);
  assert.equal(merged?.chunkCount, 3);
  assert.equal(merged?.deleted, undefined);
  assert.equal(merged?.deletedCount, 0);
  assert.deepEqual(listRuns(merged!).map(({ chunks }) => chunks), [2, 0, 1]);
  const segments = new Set([...iteratePostings(store, ALL_SEGMENTS)].map(({ segment: id }) => id));
  assert.deepEqual([...segments], [merged?.id]);
});

Deno.test("mergeSegments() drops terms that only deleted chunks had", () => {
  using store = openMemoryStore();
  writeSegment(store, [{ path: "a.md", lines: ["forgotten"] }, { path: "b.md", lines: ["kept"] }]);
  writeSegment(store, [{ path: "a.md", lines: ["kept"] }]);
  mergeSegments(store, listSegments(store));
  const terms = [...iteratePostings(store, ALL_SEGMENTS)].map(({ term }) => term);
  assert.ok(!terms.includes("forgotten") && terms.includes("kept"), terms.join(" "));
});

Deno.test("mergeSegments() leaves other segments unchanged", () => {
  using store = openMemoryStore();
  for (const path of ["a.md", "b.md", "c.md"]) writeSegment(store, [{ path, lines: ["word"] }]);
  const [first, second, third] = listSegments(store);
  const before = viewIndex(store);
  mergeSegments(store, [first!, third!]);
  assert.deepEqual(viewIndex(store), before);
  assert.deepEqual(listSegments(store)[0], second);
});

Deno.test("mergeSegmentsIfNeeded() limits the segments of an index that grows file by file", () => {
  using store = openMemoryStore();
  for (let i = 0; i < 100; i++) {
    writeSegment(store, [{ path: `${i}.md`, lines: [`word${i} common`] }]);
    mergeSegmentsIfNeeded(store);
    assert.ok(countSegments(store) <= 40);
  }
  assert.equal(countLiveChunks(store), 100);
  const { postings } = viewIndex(store);
  assert.equal(postings["common"]?.length, 100);
  assert.deepEqual(postings["word73"], ["73.md#0=1"]);
});

Deno.test("mergeSegmentsIfNeeded() limits the segments of a tree of empty files", () => {
  using store = openMemoryStore();
  for (let i = 0; i < 40; i++) {
    writeSegment(store, [{ path: `${i}.md`, lines: [] }]);
    mergeSegmentsIfNeeded(store);
  }
  assert.ok(countSegments(store) <= 40);
});

const word = fc.constantFrom("red", "green", "blue", "HTTPServer", "re-run", "漢字");
const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
const document = fc.record({
  path: fc.constantFrom("a.md", "b.md", "c/red.md", "c/d.md", "e.md", "f.md"),
  lines: fc.array(line, { maxLength: 4 }),
});
const segments = fc.array(
  fc.record({
    documents: fc.uniqueArray(document, { selector: ({ path }) => path, maxLength: 4 }),
    removed: fc.option(fc.constantFrom("a.md", "b.md", "e.md")),
  }),
  { minLength: 1, maxLength: 7 },
);

Deno.test("mergeSegments() keeps every posting and length of live chunks, for any segments", () => {
  fc.assert(
    fc.property(segments, fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }), (list, taken) => {
      using store = openMemoryStore();
      for (const { documents, removed } of list) {
        if (removed !== null) {
          deleteChunksOf(store, removed);
          deleteDocument(store, removed);
        }
        writeSegment(store, documents);
      }
      const before = viewIndex(store);
      assert.ok(!JSON.stringify(before).includes(" chunk"), "the fixture itself is consistent");
      mergeSegments(store, listSegments(store).filter((_, i) => taken[i]));
      assert.deepEqual(viewIndex(store), before);
      assert.equal(countLiveChunks(store), Object.keys(before.lengths).length);
    }),
    { numRuns: 80 },
  );
});
