import assert from "node:assert/strict";
import fc from "fast-check";
import { listNewRanges } from "./new_ranges.ts";

const OLD = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`);

/** Returns the lines of a whole file to show to a reader who knows another state of it. */
function told(keys: readonly string[], older: readonly string[] = OLD): string | undefined {
  return listNewRanges({ startLine: 1, keys }, {
    current: [],
    older: [{ startLine: 1, keys: older }],
    reachesFileEnd: true,
  })?.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join();
}

Deno.test("listNewRanges() returns new lines, and seams of removed lines, with three lines of context", () => {
  assert.equal(told(OLD), "");
  assert.equal(told(OLD.with(19, "new")), "17-23");
  assert.equal(told(OLD.toSpliced(19, 0, "a", "b")), "17-24");
  assert.equal(told(OLD.toSpliced(19, 5)), "16-23");
  assert.equal(told(OLD.toSpliced(0, 5)), "1-4");
  assert.equal(told(OLD.toSpliced(35, 5)), "32-35");
  assert.equal(told([...OLD, "new"]), "38-41");
  assert.equal(told(OLD.with(9, "new").with(29, "new")), "7-13,27-33");
  assert.equal(told(OLD.map((line) => `${line}!`)), undefined);
  assert.equal(told([]), "");
});

Deno.test("listNewRanges() excludes known lines of the current text", () => {
  const keys = OLD.with(19, "new");
  const current = [{ startLine: 17, keys: keys.slice(16, 23) }];
  const older = [{ startLine: 1, keys: OLD }];
  assert.deepEqual(
    listNewRanges({ startLine: 1, keys }, { current, older, reachesFileEnd: true }),
    [],
  );
});

/**
 * Returns the new text, rebuilt from the earlier one and the shown lines: between the shown ranges are
 * runs of the earlier text, each from the end of the previous range on.
 */
function rebuild(old: readonly string[], keys: readonly string[], ranges: readonly string[]) {
  const result: string[] = [];
  let from = 0;
  for (const range of ranges) {
    const [startLine, endLine] = range.split("-").map(Number) as [number, number];
    while (result.length < startLine - 1) result.push(old[from++]!);
    const lines = keys.slice(startLine - 1, endLine);
    result.push(...lines);
    const tail = lines.slice(-3);
    // The position of the last shown lines in the earlier text, after the part that was copied.
    let at = from;
    const isThere = () => tail.every((line, offset) => old[at + offset] === line);
    while (at < old.length && !isThere()) at++;
    from = at + tail.length;
  }
  while (result.length < keys.length) result.push(old[from++]!);
  return result;
}

Deno.test("listNewRanges() returns enough lines to restore the new text from the earlier one", () => {
  const edit = fc.record({
    at: fc.integer({ min: 0, max: 39 }),
    removed: fc.integer({ min: 0, max: 6 }),
    added: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(fc.property(fc.array(edit, { minLength: 0, maxLength: 4 }), (edits) => {
    let count = 0;
    let keys: string[] = [...OLD];
    for (const { at, removed, added } of edits) {
      const lines = Array.from({ length: added }, () => `new ${count++}`);
      keys = keys.toSpliced(Math.min(at, keys.length), removed, ...lines);
    }
    const ranges = told(keys);
    if (ranges === undefined) return;
    const list = ranges === "" ? [] : ranges.split(",");
    assert.deepEqual(rebuild(OLD, keys, list), keys);
  }));
});
