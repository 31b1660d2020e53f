import assert from "node:assert/strict";
import { toProblem } from "../problem/problem.ts";
import { READ_REQUEST } from "./view_requests.ts";

Deno.test("READ_REQUEST refuses lines whose last is before the first as an invalid request", () => {
  const { error } = READ_REQUEST.safeParse({ path: "a.md", startLine: 50, endLine: 40 });
  const { code, detail } = toProblem(error);
  assert.equal(code, "invalid-request");
  assert.equal(
    detail,
    'Cannot read the request at "/endLine": Give an endLine that is not before startLine',
  );
  assert.ok(READ_REQUEST.safeParse({ path: "a.md", endLine: 1 }).success);
  assert.ok(READ_REQUEST.safeParse({ path: "a.md", startLine: 3, endLine: 3 }).success);
  assert.ok(READ_REQUEST.safeParse({ path: "a.md", startLine: 3 }).success);
});
