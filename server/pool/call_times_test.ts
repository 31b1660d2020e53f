import assert from "node:assert/strict";
import { CallTimes } from "./call_times.ts";

Deno.test("CallTimes expect() follows what calls of a method take, and no others", () => {
  const times = new CallTimes();
  const first = times.expect("search");
  times.note("search", first + 80);
  assert.equal(times.expect("search"), first + 10);
  for (let i = 0; i < 300; i++) times.note("search", 100);
  assert.ok(Math.abs(times.expect("search") - 100) < 1);
  assert.equal(times.expect("context"), first);
});

Deno.test("CallTimes expect() is hardly misled by a few calls that take longer or shorter", () => {
  const times = new CallTimes();
  for (let i = 0; i < 300; i++) times.note("search", 100);
  for (let i = 0; i < 4; i++) times.note("search", 10);
  assert.ok(times.expect("search") > 85, String(times.expect("search")));
  times.note("search", 1000);
  assert.ok(times.expect("search") < 130, String(times.expect("search")));
});
