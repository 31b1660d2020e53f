import assert from "node:assert/strict";
import { countTests } from "./score_tests.ts";

Deno.test("countTests() finds a test by a location that shares a line with it", () => {
  const tests = [
    { path: "a_test.go", startLine: 10, endLine: 20 },
    { path: "a_test.go", startLine: 30, endLine: 40 },
    { path: "b_test.go", startLine: 10, endLine: 20 },
  ];
  const listed = [
    { path: "a_test.go", startLine: 20, endLine: 29 },
    { path: "c_test.go", startLine: 1, endLine: 99 },
  ];
  assert.deepEqual(countTests(tests, listed), { found: 1, tests: 3, listed: 2 });
});
