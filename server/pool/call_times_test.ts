import assert from "node:assert/strict";
import { CallTimes, expectWait } from "./call_times.ts";

Deno.test("CallTimes expect() follows what calls of a method take, and no others", () => {
  const times = new CallTimes();
  const first = times.expect("search");
  for (let i = 0; i < 50; i++) times.note("search", 100);
  assert.ok(Math.abs(times.expect("search") - 100) < 1);
  assert.equal(times.expect("context"), first);
  times.note("search", 900);
  assert.equal(Math.round(times.expect("search")), 200);
});

Deno.test("expectWait() gives each call to the thread that is free first", () => {
  assert.equal(expectWait([0, 0], [10]), 0);
  assert.equal(expectWait([0], [10, 20, 30]), 60);
  assert.equal(expectWait([100, 0], [10, 10, 10]), 30);
  assert.equal(expectWait([100, 0], [200, 10]), 110);
});
