import assert from "node:assert/strict";
import { checkSearchOptions } from "./search_options.ts";

Deno.test("checkSearchOptions() accepts what the documentation allows", () => {
  checkSearchOptions({});
  checkSearchOptions({ limit: 1, maxRefreshMs: 0, disabled: ["path", "symbols"] });
});

Deno.test("checkSearchOptions() rejects numbers out of range and names the value", () => {
  for (const limit of [0, -1, 2.5, NaN, Infinity]) {
    assert.throws(() => checkSearchOptions({ limit }), {
      name: "RangeError",
      message: `Cannot search as the limit must be a whole number >= 1: current value is ${limit}`,
    });
  }
  for (const maxRefreshMs of [-1, NaN]) {
    assert.throws(() => checkSearchOptions({ maxRefreshMs }), /the refresh bound must be/);
  }
});

Deno.test("checkSearchOptions() rejects an unknown ranking step", () => {
  assert.throws(
    () => checkSearchOptions({ disabled: ["sybmols"] }),
    /Cannot disable "sybmols" as it must be one of the ranking steps: .*\bsymbols, heading, path\b.*, chunks\b/,
  );
});
