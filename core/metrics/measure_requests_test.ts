import assert from "node:assert/strict";
import { measureRequests } from "./measure_requests.ts";

Deno.test("N-24 measureRequests() counts outcomes, what was named later and what was left out", () => {
  const metrics = measureRequests([
    { target: "src/a.ts", outcome: "provided" },
    { target: "auth", outcome: "provided" },
    { target: "src/a.ts", outcome: "already_present" },
    { target: "nowhere.ts", outcome: "not_found" },
  ], { omitted: ["docs/auth.md", "lib/src/a.ts", "x.ts"], mentioned: new Set(["auth"]) });
  assert.deepEqual(metrics, {
    requests: 4,
    outcomes: { already_present: 1, not_found: 1, provided: 2 },
    providedShare: 0.5,
    namedShare: 0.5,
    missed: ["src/a.ts", "auth"],
  });
});

Deno.test("measureRequests() has no shares without requests", () => {
  assert.deepEqual(measureRequests([], { omitted: ["a"], mentioned: new Set(["a"]) }), {
    requests: 0,
    outcomes: {},
    missed: [],
  });
});
