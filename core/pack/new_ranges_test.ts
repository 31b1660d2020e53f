import assert from "node:assert/strict";
import fc from "fast-check";
import { listNewRanges } from "./new_ranges.ts";

const OLD = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`);

/** Returns the lines to tell of a whole file to those who know another state of it. */
function told(keys: readonly string[], older: readonly string[] = OLD): string | undefined {
  return listNewRanges({ startLine: 1, keys }, {
    current: [],
    older: [{ startLine: 1, keys: older }],
    reachesFileEnd: true,
  })?.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join();
}

Deno.test("listNewRanges() tells what is new, and where lines went away, with three lines around it", () => {
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

Deno.test("listNewRanges() takes as known what was given of the text as it is now", () => {
  const keys = OLD.with(19, "new");
  const current = [{ startLine: 17, keys: keys.slice(16, 23) }];
  const older = [{ startLine: 1, keys: OLD }];
  assert.deepEqual(
    listNewRanges({ startLine: 1, keys }, { current, older, reachesFileEnd: true }),
    [],
  );
});

/**
 * Puts together the new text from the earlier one and what is told of it: between what is told there are
 * runs of the earlier text, each from where the lines told before it lead.
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
    // Where the last lines told stand in the earlier text, behind what was taken from there.
    let at = from;
    const isThere = () => tail.every((line, offset) => old[at + offset] === line);
    while (at < old.length && !isThere()) at++;
    from = at + tail.length;
  }
  while (result.length < keys.length) result.push(old[from++]!);
  return result;
}

Deno.test("listNewRanges() tells enough to make the new text of the earlier one, whatever the changes", () => {
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
