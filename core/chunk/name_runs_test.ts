import assert from "node:assert/strict";
import fc from "fast-check";
import { nameRuns } from "./name_runs.ts";

Deno.test("nameRuns() tells every name once, in order, eight at a time", () => {
  const name = fc.stringMatching(/^\w+$/);
  fc.assert(fc.property(fc.array(name), (names) => {
    const runs = nameRuns(names).map((run) => run.split(" "));
    assert.deepEqual(runs.flat(), names);
    assert.ok(runs.slice(0, -1).every(({ length }) => length === 8));
  }));
});
