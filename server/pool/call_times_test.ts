import assert from "node:assert/strict";
import { CallTimes } from "./call_times.ts";

Deno.test("CallTimes estimate() follows the durations of calls of one method", () => {
  const times = new CallTimes();
  const first = times.estimate("search");
  times.record("search", first + 80);
  assert.equal(times.estimate("search"), first + 10);
  for (let i = 0; i < 300; i++) times.record("search", 100);
  assert.ok(Math.abs(times.estimate("search") - 100) < 1);
  assert.equal(times.estimate("context"), first);
});

Deno.test("CallTimes estimate() changes little after a few calls that take longer or shorter", () => {
  const times = new CallTimes();
  for (let i = 0; i < 300; i++) times.record("search", 100);
  for (let i = 0; i < 4; i++) times.record("search", 10);
  assert.ok(times.estimate("search") > 85, String(times.estimate("search")));
  times.record("search", 1000);
  assert.ok(times.estimate("search") < 130, String(times.estimate("search")));
});
